import type { Dialect } from '../dialect.ts';

/** Creates the table of the links with which strangers read the statistics of one website. */
export async function up(dialect: Dialect): Promise<void> {
  const { integer, bigint, hash32, text } = dialect.types;
  const columns = [
    `website_id ${integer} NOT NULL`,
    `id ${text(24)} NOT NULL`,
    `created_at ${bigint} NOT NULL`,
    `name ${text(255)} NOT NULL`,
    `hash ${hash32} NOT NULL`,
    `prefix ${text(16)} NOT NULL`,
    `api_key_id ${integer}`,
    `expires_at ${bigint}`,
    `last_used_at ${bigint}`,
    `deleted_at ${bigint}`,
    'PRIMARY KEY (website_id, id)',
    'UNIQUE (id)',
    'UNIQUE (hash)',
  ];
  await dialect.run(`CREATE TABLE IF NOT EXISTS share (${columns.join(', ')})${dialect.tableOptions(true)}`);
}
