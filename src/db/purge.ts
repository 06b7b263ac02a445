import type { Dialect, Executor, Param } from './dialect.ts';
import type { KeptTable, Table } from './tables.ts';

/** Returns the first day (since 1970-01-01) from `from` to before `before` with rows of the website, or null. */
export async function firstDayOf(
  executor: Executor,
  { name }: Table,
  website: number,
  from: number,
  before: number,
): Promise<number | null> {
  const [row] = await executor.all<{ day: number | null }>(
    `SELECT MIN(day) AS day FROM ${name} WHERE website_id = ? AND day >= ? AND day < ?`,
    [website, from, before],
  );
  return row?.day ?? null;
}

/** Removes at most `step` rows; returns how many or, where the engine does not say, 0 at the end and `step` before. */
export async function purgeSome(
  dialect: Dialect,
  { name, key }: Table,
  where: string,
  params: readonly Param[],
  step: number,
): Promise<number> {
  const purged = await dialect.run(dialect.deleteSome(name, key, where, step), params);
  if (purged > 0) return purged;
  const left = await dialect.all(`SELECT 1 FROM ${name} WHERE ${where} LIMIT 1`, params);
  return left.length === 0 ? 0 : step;
}

/** Removes at most `step` rows of a day (since 1970-01-01); returns how many. */
export function purgeDay(dialect: Dialect, table: Table, website: number, day: number, step: number): Promise<number> {
  return purgeSome(dialect, table, 'website_id = ? AND day = ?', [website, day], step);
}

/** Removes at most `step` rows with a time (milliseconds since 1970, UTC) up to `until`; returns how many. */
export function purgeOld(dialect: Dialect, table: KeptTable, until: number, step: number): Promise<number> {
  return purgeSome(dialect, table, `${table.kept.column} <= ?`, [until], step);
}
