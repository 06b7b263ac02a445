import type { Dialect } from '../dialect.ts';

/** Creates the counts of hits, by day (UTC), of hosts that no website has. */
export async function up(dialect: Dialect): Promise<void> {
  const { medium, integer, bigint, text } = dialect.types;
  await dialect.run(
    `CREATE TABLE IF NOT EXISTS unknown_host (day ${medium} NOT NULL, host ${text(255)} NOT NULL, hits ${integer} NOT NULL, seen_at ${bigint} NOT NULL, PRIMARY KEY (day, host))${dialect.tableOptions(true)}`,
  );
}
