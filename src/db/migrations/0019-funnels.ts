import type { Dialect } from '../dialect.ts';

/** Creates the funnels of websites; their steps are JSON, because they are always read together. */
export async function up(dialect: Dialect): Promise<void> {
  const { integer, bigint, text, longText } = dialect.types;
  const columns = [
    `website_id ${integer} NOT NULL`,
    `id ${text(24)} NOT NULL`,
    `created_at ${bigint} NOT NULL`,
    `name ${text(255)} NOT NULL`,
    `steps ${longText} NOT NULL`,
    `step_order ${text(8)} NOT NULL`,
    `unit ${text(8)} NOT NULL`,
    `within_seconds ${integer}`,
  ];
  await dialect.run(
    `CREATE TABLE IF NOT EXISTS funnel (${columns.join(', ')}, PRIMARY KEY (website_id, id), UNIQUE (id))${dialect.tableOptions(true)}`,
  );
}
