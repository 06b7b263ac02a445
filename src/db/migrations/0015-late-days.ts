import type { Dialect } from '../dialect.ts';

/** Creates the versions that days get when they are over, and whenever their rows change afterwards; others have 0. */
export async function up(dialect: Dialect): Promise<void> {
  const { integer, medium } = dialect.types;
  await dialect.run(
    `CREATE TABLE IF NOT EXISTS late_day (website_id ${integer} NOT NULL, day ${medium} NOT NULL, version ${integer} NOT NULL, PRIMARY KEY (website_id, day))${dialect.tableOptions(true)}`,
  );
}
