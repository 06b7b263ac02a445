import type { Dialect } from '../dialect.ts';

/**
 * Creates the tables of reports: the recipients, and which report was sent to whom. `report_switch` holds since when a
 * website has its reports on. In `report_recipient` an empty address stands for the account's own, and `frequencies`
 * has a bit for each of FREQUENCIES. In `report` the key keeps each report unique, and `day` is the first of its
 * period. Times are milliseconds since 1970, UTC.
 */
export async function up(dialect: Dialect): Promise<void> {
  const { autoId, integer, bigint, text } = dialect.types;
  const create = (name: string, columns: string[], clustered = false) =>
    dialect.run(`CREATE TABLE IF NOT EXISTS ${name} (${columns.join(', ')})${dialect.tableOptions(clustered)}`);

  await create('report_switch', [`website_id ${integer} NOT NULL PRIMARY KEY`, `since ${bigint} NOT NULL`]);
  await create('report_recipient', [
    `id ${autoId}`,
    `website_id ${integer} NOT NULL`,
    `email ${text(254)} NOT NULL`,
    `frequencies ${integer} NOT NULL`,
    `token ${text(43)} NOT NULL`,
    `since ${bigint} NOT NULL`,
    `unsubscribed_at ${bigint}`,
    'UNIQUE (website_id, email)',
    'UNIQUE (token)',
  ]);
  await create(
    'report',
    [
      `website_id ${integer} NOT NULL`,
      `recipient_id ${integer} NOT NULL`,
      `frequency ${integer} NOT NULL`,
      `day ${integer} NOT NULL`,
      `state ${text(8)} NOT NULL`,
      `claim ${text(36)} NOT NULL`,
      `held_until ${bigint} NOT NULL`,
      `next_at ${bigint} NOT NULL`,
      `attempts ${integer} NOT NULL`,
      `changed_at ${bigint} NOT NULL`,
      `note ${text(1000)} NOT NULL`,
      'PRIMARY KEY (website_id, recipient_id, frequency, day)',
    ],
    true,
  );
}
