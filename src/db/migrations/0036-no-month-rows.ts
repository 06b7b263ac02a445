import type { Dialect } from '../dialect.ts';

/** Removes the sums of months: those of their days are packed by month, and nothing else read them. */
export async function up(dialect: Dialect): Promise<void> {
  await dialect.run('DROP TABLE IF EXISTS rollup_month');
}
