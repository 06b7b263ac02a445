import { STATISTICS } from '../../../src/domain/statistics.ts';
import { KEY } from './gateway.ts';

/**
 * Returns the count of each value, for every statistic except those left out, over all days, in the order of the
 * response.
 */
export async function readRows(
  gateway: { readonly url: string },
  host: string,
  leftOut: readonly string[],
): Promise<Record<string, Record<string, number>>> {
  const all: Record<string, Record<string, number>> = {};
  for (const { name } of STATISTICS) {
    if (leftOut.includes(name)) continue;
    const counts: Record<string, number> = {};
    let lastPage = 1;
    for (let page = 1; page <= lastPage; page++) {
      const query = `{ website(domain: "${host}") { stats(name: ${name.toUpperCase()}, from: "1990-01-01", to: "2150-12-31", perPage: 100, page: ${page}) { rows { value count } lastPage } } }`;
      const response = await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      const { data, errors } = (await response.json()) as {
        data?: { website: { stats: { rows: { value: string; count: number }[]; lastPage: number } } };
        errors?: unknown;
      };
      if (!data) throw new Error(`${name} could not be read: ${JSON.stringify(errors)}`);
      for (const { value, count } of data.website.stats.rows) counts[value] = (counts[value] ?? 0) + count;
      lastPage = data.website.stats.lastPage;
    }
    all[name] = counts;
  }
  return all;
}
