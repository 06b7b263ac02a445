import type { Database } from '../../src/db/open.ts';
import { STATISTICS } from '../../src/domain/statistics.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';

const PER_PAGE = 1_000;

/** Returns all rows of all statistics of the websites, over all time; equal numbers give equal lists. */
export async function everyNumber(database: Database, websites: readonly number[]): Promise<string[]> {
  const loader = createStatsLoader(openReading(database));
  const numbers: string[] = [];
  for (const website of websites) {
    for (const { name } of STATISTICS) {
      const query = { website, name, from: 0, to: 30_000, search: null, sortBy: 'VALUE', sort: 'ASC' } as const;
      const { rows, total, sum } = await loader.load({ ...query, perPage: PER_PAGE, page: 1 });
      if (total > PER_PAGE) throw new Error(`${name} has ${total} rows, too many for one page.`);
      numbers.push(`${website} ${name}: ${total} rows, ${sum} in all`);
      for (const { value, count } of rows) numbers.push(`${website} ${name} ${value} ${count}`);
    }
  }
  return numbers;
}
