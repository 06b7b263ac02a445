import type { Executor, Param } from './dialect.ts';

/*
 * Rows of the small tables. Writes go through the dialect and not through the models, because on SQLite the dialect's one
 * writer takes turns with the fold, while a second writing connection would sit on a thread until the fold's commit.
 * Names of tables and columns come from the code, never from a request.
 */

/** Column -> value; as a condition all of them must be equal, and null means IS NULL. */
export type Columns = Readonly<Record<string, Param>>;

/** The rows that match, in the order of these columns. */
export async function readRows<T>(
  executor: Executor,
  table: string,
  where: Columns,
  order: readonly string[],
): Promise<T[]> {
  const { sql, params } = condition(where);
  return executor.all<T>(`SELECT * FROM ${table} WHERE ${sql || '1 = 1'} ORDER BY ${order.join(', ')}`, params);
}

/** Adds one row; a unique key that exists rejects with a `duplicate` fault. */
export async function insertRow(executor: Executor, table: string, row: Columns): Promise<void> {
  const columns = Object.keys(row);
  await executor.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    Object.values(row),
  );
}

/** Changes the rows that match; answers how many, and MySQL may leave out those that were like that already. */
export async function updateRows(executor: Executor, table: string, changes: Columns, where: Columns): Promise<number> {
  const sets = Object.keys(changes).map(column => `${column} = ?`);
  const { sql, params } = condition(where);
  return executor.run(`UPDATE ${table} SET ${sets.join(', ')} WHERE ${sql}`, [...Object.values(changes), ...params]);
}

/** Removes the rows that match and answers how many. */
export async function deleteRows(executor: Executor, table: string, where: Columns): Promise<number> {
  const { sql, params } = condition(where);
  return executor.run(`DELETE FROM ${table} WHERE ${sql}`, params);
}

/** Notes the time of a use, at most once in `every` milliseconds however many processes try. */
export async function touchRow(
  executor: Executor,
  table: 'api_key' | 'session',
  id: number,
  now: number,
  every: number,
): Promise<void> {
  await executor.run(
    `UPDATE ${table} SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at <= ?)`,
    [now, id, now - every],
  );
}

function condition(where: Columns): { sql: string; params: Param[] } {
  const params: Param[] = [];
  const parts = Object.entries(where).map(([column, value]) => {
    if (value === null) return `${column} IS NULL`;
    params.push(value);
    return `${column} = ?`;
  });
  return { sql: parts.join(' AND '), params };
}
