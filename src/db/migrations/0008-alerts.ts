import type { Dialect } from '../dialect.ts';

/**
 * Creates the tables of alerts: each website's settings, its past alerts, and the state of each mail and webhook call.
 * The key of `alert` keeps each alert unique: `slot` is the hour it refers to. Times are milliseconds since 1970, UTC.
 */
export async function up(dialect: Dialect): Promise<void> {
  const { autoId, integer, bigint, text } = dialect.types;
  const create = (name: string, columns: string[], clustered = false) =>
    dialect.run(`CREATE TABLE IF NOT EXISTS ${name} (${columns.join(', ')})${dialect.tableOptions(clustered)}`);

  await create('alert_setting', [
    `website_id ${integer} NOT NULL PRIMARY KEY`,
    `kinds ${integer} NOT NULL`,
    `by_mail ${integer} NOT NULL`,
    `webhook_url ${text(2000)}`,
    `webhook_secret ${text(64)} NOT NULL`,
    `since ${bigint} NOT NULL`,
  ]);
  await create(
    'alert',
    [
      `website_id ${integer} NOT NULL`,
      `kind ${integer} NOT NULL`,
      `slot ${bigint} NOT NULL`,
      `at ${bigint} NOT NULL`,
      `hits ${bigint} NOT NULL`,
      `usual ${bigint} NOT NULL`,
      'PRIMARY KEY (website_id, kind, slot)',
    ],
    true,
  );
  await create('alert_delivery', [
    `id ${autoId}`,
    `website_id ${integer} NOT NULL`,
    `kind ${integer} NOT NULL`,
    `slot ${bigint} NOT NULL`,
    `channel ${text(8)} NOT NULL`,
    `state ${text(8)} NOT NULL`,
    `claim ${text(36)} NOT NULL`,
    `held_until ${bigint} NOT NULL`,
    `next_at ${bigint} NOT NULL`,
    `attempts ${integer} NOT NULL`,
    `changed_at ${bigint} NOT NULL`,
    `note ${text(1000)} NOT NULL`,
    'UNIQUE (website_id, kind, slot, channel)',
  ]);
}
