import type { Database } from '../../src/db/open.ts';
import type { Filter } from '../../src/domain/filter.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import type { Website } from '../../src/websites/website.ts';
import { median } from './run-load.ts';

const RUNS = 5;
const COUNTRY_AND_BROWSER: Filter = {
  and: [
    { name: 'country', operator: 'IS', values: ['DE:Germany'] },
    { name: 'browser', operator: 'IS', values: ['Firefox'] },
  ],
};

/** Top pages of the visits from one country with one browser: what no rollup can answer. */
export async function measureFiltered(database: Database, website: Website, today: number): Promise<void> {
  const cells: string[] = [];
  for (const [days, target] of [
    [30, 150],
    [365, 1_700],
  ] as const) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const loader = createStatsLoader(openReading(database));
      const started = performance.now();
      await loader.load({
        website: website.id,
        name: 'page',
        from: today - days + 1,
        to: today,
        search: null,
        sortBy: 'COUNT',
        sort: 'DESC',
        perPage: 10,
        page: 1,
        filter: COUNTRY_AND_BROWSER,
      });
      times.push(performance.now() - started);
    }
    cells.push(`${days} d ${median(times).toFixed(0)} (target ${target})`);
  }
  console.log(`  filtered (country and browser), top pages: ${cells.join(', ')}`);
}
