import type { Dialect } from '../dialect.ts';

/** Creates the versions of days whose rows changed after the day was over; days without a row have version 0. */
export async function up(dialect: Dialect): Promise<void> {
  const { integer, medium } = dialect.types;
  await dialect.run(
    `CREATE TABLE IF NOT EXISTS late_day (website_id ${integer} NOT NULL, day ${medium} NOT NULL, version ${integer} NOT NULL, PRIMARY KEY (website_id, day))${dialect.tableOptions(true)}`,
  );
}
