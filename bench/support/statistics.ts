import { STATISTICS, type StatName } from '../../src/domain/statistics.ts';
import { localDay } from '../../src/domain/time-zone.ts';
import { createStatsLoader, openReading, type Reading } from '../../src/stats/loader.ts';
import type { StatsQuery } from '../../src/stats/query.ts';
import type { Website } from '../../src/websites/website.ts';
import type { BigDatabase } from './big-database.ts';
import { median } from './run-load.ts';

/** Medians of first reads in milliseconds, by name of the figure. */
export type Figures = Map<string, number>;

export const RANGES: readonly number[] = [1, 30, 90, 365];
const RUNS = 15;
const FIRST = 40;
const REPEATED = 5;
const AT_ONCE = 300;

/** Returns the words for a figure that reached its target or missed it. */
export function verdict(reached: boolean): string {
  return reached ? 'ok' : 'MISSED';
}

/** Prints every statistic over every range: read by a process that has not seen the website before, and repeated. */
export async function measureStatistics(big: BigDatabase, figures: Figures): Promise<void> {
  const { database, website } = big;
  const today = localDay(Date.now(), website.timezone).day;
  console.log(`  first read / repeated, medians of ${RUNS} in ms (targets: first ${FIRST}, repeated ${REPEATED})`);
  console.log(`  ${'statistic'.padEnd(16)}${RANGES.map(days => `${days} d`.padStart(16)).join('')}`);
  let slowest = 0;
  let slowestAgain = 0;
  for (const { name } of STATISTICS) {
    const cells: string[] = [];
    for (const days of RANGES) {
      const [first, repeated] = await read(big, queryOf(website, name, today, days));
      figures.set(`${name}, ${days} d`, first);
      slowest = Math.max(slowest, first);
      slowestAgain = Math.max(slowestAgain, repeated);
      cells.push(`${first.toFixed(1)} / ${repeated.toFixed(1)}`.padStart(16));
    }
    console.log(`  ${name.padEnd(16)}${cells.join('')}`);
  }
  console.log(
    `  slowest first read ${slowest.toFixed(1)} (${verdict(slowest <= FIRST)}), slowest repeated ${slowestAgain.toFixed(1)} (${verdict(slowestAgain <= REPEATED)})`,
  );
  const more: Record<string, Partial<StatsQuery>> = {
    'searched `blog`': { search: 'blog' },
    'page 50': { page: 50 },
    'by value': { sortBy: 'VALUE' },
  };
  const cells: string[] = [];
  for (const [what, asked] of Object.entries(more)) {
    const [first, repeated] = await read(big, { ...queryOf(website, 'page', today, 365), ...asked });
    figures.set(`page, 365 d, ${what}`, first);
    cells.push(`${what} ${first.toFixed(1)} / ${repeated.toFixed(1)} (${verdict(first <= FIRST)})`);
  }
  console.log(`  pages over 365 d: ${cells.join(', ')}`);

  const all = (reading: Reading) => {
    const loader = createStatsLoader(reading);
    const period = { website: website.id, timezone: website.timezone, from: today - 364, to: today, filter: null };
    return Promise.all([
      loader.summary({ ...period, compare: null }),
      ...STATISTICS.map(({ name }) => loader.load(queryOf(website, name, today, 365))),
    ]);
  };
  const first = await timed(() => openReading(database), all);
  const warm = openReading(database);
  await all(warm);
  const repeated = await timed(() => warm, all);
  figures.set('all 17 and totals, 365 d', first);
  console.log(
    `  all 17 and totals over 365 d at once: ${first.toFixed(1)} / ${repeated.toFixed(1)} (target ${AT_ONCE}: ${verdict(first <= AT_ONCE)})`,
  );
}

/** Returns the query for a page of a statistic over the last `days` days. */
export function queryOf(website: Website, name: StatName, today: number, days: number): StatsQuery {
  return {
    website: website.id,
    name,
    from: today - days + 1,
    to: today,
    search: null,
    sortBy: 'COUNT',
    sort: 'DESC',
    perPage: 10,
    page: 1,
  };
}

async function read({ database }: BigDatabase, query: StatsQuery): Promise<[first: number, repeated: number]> {
  const load = (reading: Reading) => createStatsLoader(reading).load(query);
  const first = await timed(() => openReading(database), load);
  const warm = openReading(database);
  await load(warm);
  return [first, await timed(() => warm, load)];
}

async function timed<T>(prepare: () => T, work: (prepared: T) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const prepared = prepare();
    const started = performance.now();
    await work(prepared);
    times.push(performance.now() - started);
  }
  return median(times);
}
