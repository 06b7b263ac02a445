import type { Dialect } from '../dialect.ts';

/** Creates the positions up to which the logs that `--follow` reads are counted. */
export async function up(dialect: Dialect): Promise<void> {
  const { integer, bigint, text } = dialect.types;
  await dialect.run(
    `CREATE TABLE IF NOT EXISTS followed_log (website_id ${integer} NOT NULL, fingerprint ${text(64)} NOT NULL, position ${bigint} NOT NULL, updated_at ${bigint} NOT NULL, PRIMARY KEY (website_id, fingerprint))${dialect.tableOptions(true)}`,
  );
}
