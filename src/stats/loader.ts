import type { Database } from '../db/open.ts';
import { createAmountLoader } from './amounts.ts';
import { createFilteredSums, type FilteredSums } from './filtered.ts';
import { type GoalResult, type GoalsQuery, readGoals } from './goals.ts';
import { type HeatmapCell, readHeatmap } from './heatmap.ts';
import { createPages, type Pages } from './known-pages.ts';
import type { PeriodQuery, Source, StatPage, StatsQuery, TimeseriesQuery } from './query.ts';
import { Rollups } from './rollups.ts';
import { type Counted, type Listing, readCounted, readListing, readPage } from './stat-page.ts';
import { createSumReader } from './sum-reader.ts';
import { readTotals, type Totals } from './summary.ts';
import { createTexts, type Texts } from './texts.ts';
import { readSeries, type Series } from './timeseries.ts';

/**
 * Answers questions; all of one tick about the same website become one statement, filtered ones one pass over its visits for
 * each filter and range. Throws UNAVAILABLE when the database is away, or when an answer would take too long.
 */
export interface AnswerLoader {
  load(query: StatsQuery): Promise<StatPage>;
  summary(query: PeriodQuery): Promise<Totals & Source>;
  timeseries(query: TimeseriesQuery): Promise<Series & Source>;
  heatmap(query: PeriodQuery): Promise<Source & { readonly cells: readonly HeatmapCell[] }>;
  goals(query: GoalsQuery): Promise<readonly GoalResult[]>;
}

/** What one process keeps between requests for reading statistics. */
export interface Reading {
  readonly database: Database;
  readonly rollups: Rollups;
  readonly filtered: FilteredSums;
  readonly texts: Texts;
  readonly pages: Pages;
  /** Milliseconds since 1970, UTC: what was acknowledged before, on this machine, is in the database by now. */
  readonly freshAt: () => number;
}

/**
 * `freshAt` must come from whoever folds; without it everything counts as folded. `keptFrom` is the first day whose hits are
 * kept; without it all of them are.
 */
export function openReading(
  database: Database,
  { freshAt = Date.now, keptFrom }: { freshAt?: () => number; keptFrom?: () => number } = {},
): Reading {
  const { dialect } = database;
  const texts = createTexts(dialect);
  return {
    database,
    rollups: new Rollups(dialect),
    filtered: createFilteredSums(dialect, texts, { keptFrom }),
    texts,
    pages: createPages(),
    freshAt,
  };
}

/** What was counted, and what was found in it once that was needed. */
type Moment = Counted & Source & { listing?: Promise<Listing> };

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

  const sources = { database, reader, filtered, texts, amounts: createAmountLoader(database) };
  /** All pages of one request are of one moment, and who takes them all away reads and sorts them once. */
  const moments = new Map<string, Promise<Moment>>();

  async function load(query: StatsQuery): Promise<StatPage> {
    const key = JSON.stringify({ ...query, page: 0, perPage: 0 });
    let moment = moments.get(key);
    if (!moment) {
      moment = withSource(query, () => readCounted(sources, query));
      moments.set(key, moment);
      moment.catch(() => moments.delete(key));
    }
    const counted = await moment;
    const { basis, freshAt } = counted;
    const make = async () => {
      counted.listing ??= readListing(sources, query, counted);
      return readPage(sources, await counted.listing, query);
    };
    // Hits are removed when they are too old, and amounts are not among what was counted.
    const page = await (query.filter || query.amounts ? make() : reading.pages.of(counted, query, make));
    return { ...page, basis, freshAt };
  }

  return {
    load,
    summary: query => withSource(query, () => readTotals(reader, query)),
    timeseries: query => withSource(query, () => readSeries(reader, query)),
    heatmap: query => withSource(query, async () => ({ cells: await readHeatmap(reader, query) })),
    goals: query => readGoals(sources, query),
  };
}
