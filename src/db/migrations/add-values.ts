import { localDay } from '../../domain/time-zone.ts';
import type { Dialect } from '../dialect.ts';
import { addColumn } from './add-column.ts';

/** Adds the column of a statistic to `visit` or `hit`. What is stored already has the empty value. */
export async function addValue(dialect: Dialect, table: 'visit' | 'hit', column: string): Promise<void> {
  await addColumn(dialect, table, column, `${dialect.types.integer} NOT NULL DEFAULT 0`);
}

/** Notes that statistics, given by the numbers of their rollups, are not known yet for the days that have hits. */
export async function knownFromNow(dialect: Dialect, rollups: readonly number[]): Promise<void> {
  const websites = await dialect.all<{ id: number; timezone: string; openDay: number }>(
    'SELECT w.id, w.timezone, f.open_day AS openDay FROM website w JOIN website_fold f ON f.website_id = w.id WHERE f.open_day > 0',
  );
  for (const { id, timezone, openDay } of websites) {
    // Hits of today may have been counted, or are waiting, without these values.
    const since = Math.max(openDay, localDay(Date.now(), timezone).day) + 1;
    await dialect.run(
      `INSERT INTO value_since (website_id, name, known_from, filled_from) VALUES ${rollups.map(name => `(${id}, ${name}, ${since}, ${since})`).join(', ')}${dialect.onConflict(['website_id', 'name'], [])}`,
    );
  }
}
