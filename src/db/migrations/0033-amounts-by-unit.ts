import type { Dialect } from '../dialect.ts';

const NAME = 'rollup_amount_unit';

/** Adds an index by which the units of an event are found without reading every day. */
export async function up(dialect: Dialect): Promise<void> {
  const indexes = (await dialect.sequelize.getQueryInterface().showIndex('rollup_amount')) as { name: string }[];
  if (indexes.some(({ name }) => name === NAME)) return;
  await dialect.run(`CREATE INDEX ${NAME} ON rollup_amount (website_id, value_id, unit_id)`);
}
