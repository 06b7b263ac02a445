import type { Dialect } from '../dialect.ts';

const SUMS = ['pageviews', 'visitors', 'visits', 'bounces', 'seconds', 'events'];

/**
 * Sums of zero become NULL, which takes no room: a page has pageviews and nothing else. SQLite cannot allow NULL in a column
 * that is there, so each table is copied beside itself; cut off anywhere, it goes on from what is left. A table that allows
 * NULL already is left alone: on the head of a cluster it lies on the shards, which were brought to this release before.
 */
export async function up(dialect: Dialect): Promise<void> {
  for (const period of ['day', 'month'] as const) await sparsely(dialect, period);
}

async function sparsely(dialect: Dialect, period: 'day' | 'month'): Promise<void> {
  const { tiny, medium, integer, bigint } = dialect.types;
  const table = `rollup_${period}`;
  const sparse = `${table}_sparse`;
  const find = async (name: string) => (await dialect.catalog.tables(dialect)).find(shape => shape.name === name);
  const old = await find(table);
  if (old?.columns.some(({ name, isNullable }) => name === 'visitors' && isNullable)) return;
  if (old) {
    await dialect.run(`DROP TABLE IF EXISTS ${sparse}`);
    const columns = [
      `website_id ${integer} NOT NULL`,
      `name ${tiny} NOT NULL`,
      `${period} ${medium} NOT NULL`,
      `value_id ${integer} NOT NULL`,
      ...SUMS.map(sum => `${sum} ${sum === 'seconds' || period === 'month' ? bigint : integer}`),
      `PRIMARY KEY (website_id, name, ${period}, value_id)`,
    ];
    await dialect.run(`CREATE TABLE ${sparse} (${columns.join(', ')})${dialect.tableOptions(true)}`);
    await dialect.run(
      `INSERT INTO ${sparse} SELECT website_id, name, ${period}, value_id, ${SUMS.map(sum => `NULLIF(${sum}, 0)`).join(', ')} FROM ${table}`,
    );
    await dialect.run(`DROP TABLE ${table}`);
  }
  if (await find(sparse)) await dialect.run(`ALTER TABLE ${sparse} RENAME TO ${table}`);
}
