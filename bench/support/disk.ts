import { statSync } from 'node:fs';
import type { BigDatabase } from './big-database.ts';
import { verdict } from './statistics.ts';

const MOST = 140;
const MOST_ROLLUPS = 30;

/** Prints the bytes per hit, tables with their indexes; on SQLite, the pages of each table. */
export async function printDisk({ database: { dialect }, url }: BigDatabase): Promise<void> {
  if (dialect.name === 'mysql') await dialect.all('ANALYZE TABLE hit, visit, rollup_day, rollup_block, stat_value');
  const rows = await dialect.all<{ name: string; bytes: number }>(
    dialect.name === 'mysql'
      ? 'SELECT table_name AS name, data_length + index_length AS bytes FROM information_schema.tables WHERE table_schema = DATABASE()'
      : 'SELECT name, SUM(pgsize) AS bytes FROM dbstat GROUP BY name',
  );
  const [hits] = await dialect.all<{ hits: number }>('SELECT COUNT(*) AS hits FROM hit');
  const count = Number(hits?.hits ?? 1);
  const sizes = rows.map(({ name, bytes }) => ({ name, size: Number(bytes) / count })).sort((a, b) => b.size - a.size);
  const sum = (some: typeof sizes) => some.reduce((total, { size }) => total + size, 0);
  const total = dialect.name === 'mysql' ? sum(sizes) : statSync(url.slice('sqlite:'.length)).size / count;
  const rollups = sum(sizes.filter(({ name }) => name.startsWith('rollup')));
  const large = sizes.filter(({ size }) => size > 0.1).map(({ name, size }) => `${name} ${size.toFixed(1)}`);
  console.log(
    `  disk: ${total.toFixed(1)} B per hit (target ${MOST} at 10 million: ${verdict(total <= MOST)}), of which rollups ${rollups.toFixed(1)} (target ${MOST_ROLLUPS}: ${verdict(rollups <= MOST_ROLLUPS)}); ${large.join(', ')}`,
  );
}
