import type { Dialect } from '../dialect.ts';

/**
 * Creates the tables of background work: when each kind is due, which run holds it, and the history of all runs. Times
 * are milliseconds since 1970 in UTC; `period` and the lease are compared with the clocks of the processes, never with
 * the database's.
 */
export async function up(dialect: Dialect): Promise<void> {
  const { autoId, integer, bigint, text } = dialect.types;
  const create = (name: string, columns: string[]) =>
    dialect.run(`CREATE TABLE IF NOT EXISTS ${name} (${columns.join(', ')})${dialect.tableOptions(false)}`);

  await create('job', [
    `name ${text(64)} NOT NULL PRIMARY KEY`,
    `period ${bigint} NOT NULL`,
    `due_at ${bigint} NOT NULL`,
    `failures ${integer} NOT NULL DEFAULT 0`,
    `run ${text(36)}`,
    `held_until ${bigint}`,
  ]);
  await create('job_run', [
    `id ${autoId}`,
    `run ${text(36)} NOT NULL`,
    `name ${text(64)} NOT NULL`,
    `process ${text(100)} NOT NULL`,
    `started_at ${bigint} NOT NULL`,
    `ended_at ${bigint}`,
    `outcome ${text(16)} NOT NULL`,
    `note ${text(1000)} NOT NULL`,
    'UNIQUE (run)',
    'UNIQUE (name, id)',
  ]);
}
