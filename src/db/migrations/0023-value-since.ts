import { localDay } from '../../domain/time-zone.ts';
import type { Dialect } from '../dialect.ts';

/** The numbers of the statistics that a database can have counted nothing of before this release. */
const ADDED = [16, 17, 18, 19, 20, 21, 22, 23, 24, 26, 27];

/**
 * Creates the days from which statistics are known that were added after a website's first hit: `known_from` is the
 * first of them, and days from `filled_from` on are counted; 0 once all that can be counted are.
 */
export async function up(dialect: Dialect): Promise<void> {
  const { tiny, medium, integer } = dialect.types;
  await dialect.run(
    `CREATE TABLE IF NOT EXISTS value_since (website_id ${integer} NOT NULL, name ${tiny} NOT NULL, known_from ${medium} NOT NULL, filled_from ${medium} NOT NULL, PRIMARY KEY (website_id, name))${dialect.tableOptions(true)}`,
  );
  const websites = await dialect.all<{ id: number; timezone: string; openDay: number }>(
    'SELECT w.id, w.timezone, f.open_day AS openDay FROM website w JOIN website_fold f ON f.website_id = w.id WHERE f.open_day > 0',
  );
  for (const { id, timezone, openDay } of websites) {
    // Hits of today may have been counted, or are waiting, without these values.
    const since = Math.max(openDay, localDay(Date.now(), timezone).day) + 1;
    await dialect.run(
      `INSERT INTO value_since (website_id, name, known_from, filled_from) VALUES ${ADDED.map(name => `(${id}, ${name}, ${since}, ${since})`).join(', ')}${dialect.onConflict(['website_id', 'name'], [])}`,
    );
  }
}
