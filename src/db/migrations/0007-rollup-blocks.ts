import type { Dialect } from '../dialect.ts';

/**
 * Creates packed copies of the rollup rows of completed days and months: one row holds all values of a statistic in one
 * period. A fold into the past invalidates them by moving `day` and `month` of rollup_block_state back before it.
 */
export async function up(dialect: Dialect): Promise<void> {
  const { tiny, integer, blob } = dialect.types;
  await dialect.run(
    `CREATE TABLE IF NOT EXISTS rollup_block (website_id ${integer} NOT NULL, name ${integer} NOT NULL, period ${tiny} NOT NULL, at ${integer} NOT NULL, body ${blob} NOT NULL, PRIMARY KEY (website_id, name, period, at))${dialect.tableOptions(true)}`,
  );
  await dialect.run(
    `CREATE TABLE IF NOT EXISTS rollup_block_state (website_id ${integer} NOT NULL PRIMARY KEY, day ${integer} NOT NULL, month ${integer} NOT NULL)${dialect.tableOptions(false)}`,
  );
}
