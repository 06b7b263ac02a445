import type { Filter } from '../../src/domain/filter.ts';
import { localDay } from '../../src/domain/time-zone.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import type { BigDatabase } from './big-database.ts';
import { median } from './run-load.ts';
import { type Figures, queryOf, verdict } from './statistics.ts';

const RUNS = 5;
const TARGETS = [
  [30, 150],
  [365, 1_700],
] as const;
const COUNTRY_AND_BROWSER: Filter = {
  and: [
    { name: 'country', operator: 'IS', values: ['DE:Germany'] },
    { name: 'browser', operator: 'IS', values: ['Firefox'] },
  ],
};

/**
 * Top pages of the visits from one country with one browser: no rollup has them, and their cost grows with the hits.
 */
export async function measureFiltered({ database, website }: BigDatabase, figures: Figures): Promise<void> {
  const today = localDay(Date.now(), website.timezone).day;
  const cells: string[] = [];
  for (const [days, target] of TARGETS) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const loader = createStatsLoader(openReading(database));
      const started = performance.now();
      await loader.load({ ...queryOf(website, 'page', today, days), filter: COUNTRY_AND_BROWSER });
      times.push(performance.now() - started);
    }
    const ms = median(times);
    figures.set(`page, ${days} d, filtered`, ms);
    cells.push(`${days} d ${ms.toFixed(0)} (target ${target}: ${verdict(ms <= target)})`);
  }
  console.log(`  filtered by country and browser, top pages, first read: ${cells.join(', ')}`);
}
