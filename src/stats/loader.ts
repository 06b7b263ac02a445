import type { Database } from '../db/open.ts';
import { createFilteredSums, type FilteredSums } from './filtered.ts';
import { readGoals } from './goals.ts';
import { readHeatmap } from './heatmap.ts';
import type { AnswerLoader, PeriodQuery, Source, StatPage, StatsQuery } from './query.ts';
import { createRollups, type Rollups } from './rollups.ts';
import { type Listing, readListing, readPage } from './stat-page.ts';
import { createSumReader } from './sum-reader.ts';
import { readTotals } from './summary.ts';
import { createTexts, type Texts } from './texts.ts';
import { readSeries } from './timeseries.ts';

/** What one process keeps between requests for reading statistics. */
export interface Reading {
  readonly database: Database;
  readonly rollups: Rollups;
  readonly filtered: FilteredSums;
  readonly texts: Texts;
  /** Milliseconds since 1970, UTC: what was acknowledged before is in the database by now. */
  readonly freshAt: () => number;
}

/** `freshAt` must come from whoever folds; without it everything counts as folded. */
export function openReading(
  database: Database,
  { freshAt = Date.now }: Partial<Pick<Reading, 'freshAt'>> = {},
): Reading {
  const { dialect } = database;
  const texts = createTexts(dialect);
  return {
    database,
    rollups: createRollups(dialect),
    filtered: createFilteredSums(dialect, texts),
    texts,
    freshAt,
  };
}

/** A loader for one request. */
export function createStatsLoader(reading: Reading): AnswerLoader {
  const { database, rollups, filtered, texts } = reading;
  const reader = createSumReader(database, rollups, filtered);

  /** Taken before anything is read, so that it never promises too much. */
  async function withSource<T extends object>(
    { filter }: Partial<Pick<PeriodQuery, 'filter'>>,
    read: () => Promise<T>,
  ): Promise<T & Source> {
    const source: Source = { basis: filter ? 'HITS' : 'ROLLUP', freshAt: reading.freshAt() };
    return { ...(await read()), ...source };
  }

  const sources = { database, reader, filtered, texts };
  /** All pages of one request are of one moment, and who takes them all away reads and sorts them once. */
  const listings = new Map<string, Promise<Listing & Source>>();

  async function load(query: StatsQuery): Promise<StatPage> {
    const key = JSON.stringify({ ...query, page: 0, perPage: 0 });
    const listing = listings.get(key) ?? withSource(query, () => readListing(sources, query));
    listings.set(key, listing);
    listing.catch(() => listings.delete(key));
    const { basis, freshAt } = await listing;
    return { ...(await readPage(sources, await listing, query)), basis, freshAt };
  }

  return {
    load,
    summary: query => withSource(query, () => readTotals(reader, query)),
    timeseries: query => withSource(query, () => readSeries(reader, query)),
    heatmap: query => withSource(query, async () => ({ cells: await readHeatmap(reader, query) })),
    goals: query => readGoals(sources, query),
  };
}
