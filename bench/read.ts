import '../src/process/production.ts';
import { type Engine, openBigDatabase } from './support/big-database.ts';
import { printDisk } from './support/disk.ts';
import { measureGateway } from './support/gateway-overhead.ts';
import { type Figures, measureStatistics, verdict } from './support/statistics.ts';
import { measureWebsites } from './support/websites.ts';

/*
 * `npm run bench:read`: the cost of reading one of 21 websites with a year of hits, in milliseconds, compared with its
 * targets. Questions that look at single visits are measured by `npm run bench:questions`.
 *   --engines=mariadb,sqlite    --hits=1000000,10000000
 *   --dir=DIR    keeps the loaded data in DIR, and reuses the data of an earlier run
 *   --only=statistics,websites,disk,gateway
 */

const option = (name: string) =>
  process.argv.find(argument => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const sizes = (option('hits') ?? '1000000,10000000').split(',').map(Number);
const engines = (option('engines') ?? 'mariadb,sqlite').split(',') as Engine[];
const parts = (option('only') ?? 'statistics,disk,websites,gateway').split(',');
const MOST_GROWTH = 1.5;
/** Below this, milliseconds are noise, and their growth means nothing. */
const NOISE = 2;

for (const engine of engines) {
  const measured: Figures[] = [];
  if (parts.some(part => part !== 'websites')) for (const hits of sizes) measured.push(await measure(engine, hits));
  const [small, large] = measured;
  if (small && large) printGrowth(small, large);
  if (parts.includes('websites')) {
    console.log(`\n${engine}, 1,000 websites of 350 hits over 35 days`);
    await measureWebsites(engine, option('dir') ?? null);
  }
}

async function measure(engine: Engine, hits: number): Promise<Figures> {
  const big = await openBigDatabase(engine, hits, option('dir') ?? null);
  const figures: Figures = new Map();
  try {
    console.log(`\n${engine}, ${hits.toLocaleString('en-US')} hits over 365 days`);
    if (parts.includes('statistics')) await measureStatistics(big, figures);
    if (parts.includes('disk')) await printDisk(big);
    if (parts.includes('gateway') && engine === 'mariadb') await measureGateway(big);
    return figures;
  } finally {
    await big.close();
  }
}

/** Prints how much slower each first read of a year is at the larger size. */
function printGrowth(small: Figures, large: Figures): void {
  console.log(
    `\n  ${sizes[1]?.toLocaleString('en-US')} hits against ${sizes[0]?.toLocaleString('en-US')}, first reads (at most ${MOST_GROWTH} times; below ${NOISE} ms is noise):`,
  );
  let missed = 0;
  for (const [name, ms] of large) {
    const before = small.get(name);
    if (before === undefined || !name.includes('365 d')) continue;
    const growth = ms / before;
    if (ms < NOISE) continue;
    if (growth > MOST_GROWTH) missed++;
    console.log(
      `    ${name.padEnd(28)}${before.toFixed(1).padStart(9)} -> ${ms.toFixed(1).padStart(8)}  ${growth.toFixed(2).padStart(6)} times  ${verdict(growth <= MOST_GROWTH)}`,
    );
  }
  console.log(`    ${verdict(missed === 0)}: ${missed} figures grew by more than that`);
}
