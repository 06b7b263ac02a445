import type { Dialect } from '../dialect.ts';

/**
 * What an account notes about its websites: goals, annotations of days, and filters under a name. Their ids are random texts
 * that the service makes, since a table that several gateways write has no order that an id could tell.
 */
export async function up(dialect: Dialect): Promise<void> {
  const { integer, bigint, text, longText } = dialect.types;
  const create = (name: string, columns: string[]) =>
    dialect.run(
      `CREATE TABLE IF NOT EXISTS ${name} (${columns.join(', ')}, PRIMARY KEY (website_id, id), UNIQUE (id))${dialect.tableOptions(true)}`,
    );
  const common = [`website_id ${integer} NOT NULL`, `id ${text(24)} NOT NULL`, `created_at ${bigint} NOT NULL`];

  await create('goal', [
    ...common,
    `name ${text(255)} NOT NULL`,
    `kind ${text(8)} NOT NULL`,
    `pattern ${text(255)} NOT NULL`,
  ]);
  await create('annotation', [...common, `day ${integer} NOT NULL`, `text ${text(1000)} NOT NULL`]);
  await create('segment', [...common, `name ${text(255)} NOT NULL`, `filter ${longText} NOT NULL`]);
}
