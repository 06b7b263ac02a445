import type { Dialect } from '../dialect.ts';

/** Creates what is being forgotten, and the audit log. */
export async function up(dialect: Dialect): Promise<void> {
  const { autoId, medium, integer, bigint, text, longText } = dialect.types;
  const create = (name: string, columns: readonly string[]) =>
    dialect.run(`CREATE TABLE IF NOT EXISTS ${name} (${columns.join(', ')})${dialect.tableOptions(false)}`);
  await create('forget', [
    `id ${autoId}`,
    `website_id ${integer} NOT NULL`,
    `account_id ${integer}`,
    `choice ${longText} NOT NULL`,
    `state ${text(8)} NOT NULL`,
    `first_day ${medium} NOT NULL`,
    `last_day ${medium} NOT NULL`,
    `next_day ${medium} NOT NULL`,
    `visits ${bigint} NOT NULL`,
    `visitors ${bigint} NOT NULL`,
    `pageviews ${bigint} NOT NULL`,
    `events ${bigint} NOT NULL`,
    `created_at ${bigint} NOT NULL`,
    `finished_at ${bigint}`,
  ]);
  await create('audit', [
    `id ${autoId}`,
    `website_id ${integer} NOT NULL`,
    `account_id ${integer}`,
    `via ${text(8)} NOT NULL`,
    `action ${text(40)} NOT NULL`,
    `details ${text(255)} NOT NULL`,
    `at ${bigint} NOT NULL`,
  ]);
}
