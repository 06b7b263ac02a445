import type { Dialect } from '../dialect.ts';
import { addColumn } from './add-column.ts';

/**
 * Adds the properties of a hit, as value ids in one text, their sums by day (0) and month (1), and how many new values
 * a property has had on a day. `event_id` is 0 for pageviews.
 */
export async function up(dialect: Dialect): Promise<void> {
  const { integer, medium, tiny, bigint, text } = dialect.types;
  await addColumn(dialect, 'hit', 'props', text(700));
  const create = (table: string, columns: readonly string[]) =>
    dialect.run(`CREATE TABLE IF NOT EXISTS ${table} (${columns.join(', ')})${dialect.tableOptions(true)}`);
  await create('rollup_property', [
    `website_id ${integer} NOT NULL`,
    `event_id ${integer} NOT NULL`,
    `key_id ${integer} NOT NULL`,
    `period ${tiny} NOT NULL`,
    `at ${medium} NOT NULL`,
    `value_id ${integer} NOT NULL`,
    `events ${bigint} NOT NULL`,
    'PRIMARY KEY (website_id, event_id, key_id, period, at, value_id)',
  ]);
  await create('new_property', [
    `website_id ${integer} NOT NULL`,
    `day ${medium} NOT NULL`,
    `key_id ${integer} NOT NULL`,
    `seen ${integer} NOT NULL`,
    'PRIMARY KEY (website_id, day, key_id)',
  ]);
}
