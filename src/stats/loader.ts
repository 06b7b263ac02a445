import { type Database, reachable } from '../db/open.ts';
import { createAmountLoader } from './amounts.ts';
import { type Asker, Budget, SERVICE } from './budget.ts';
import { type Counted, readCounted } from './counts.ts';
import { type ClosedSums, createClosedSums, FilteredSums } from './filtered.ts';
import { type GoalResult, type GoalsQuery, readGoals } from './goals.ts';
import { type HeatmapCell, readHeatmap } from './heatmap.ts';
import { createPages, type Pages } from './known-pages.ts';
import type { PeriodQuery, Source, StatPage, StatsQuery, TimeseriesQuery } from './query.ts';
import { Rollups } from './rollups.ts';
import { Listing } from './stat-page.ts';
import { createSumReader } from './sum-reader.ts';
import { readTotals, type Totals } from './summary.ts';
import { createTexts, type Texts } from './texts.ts';
import type { ReadingThreads } from './threads.ts';
import { readSeries, type Series } from './timeseries.ts';
import { createReadingWork, type ReadingWork } from './work.ts';

/**
 * Reads statistics; all queries of one tick on the same website become one statement, filtered ones one pass over its
 * visits per filter and range. Throws UNAVAILABLE when the database is unavailable or a read would take too long.
 */
export interface AnswerLoader {
  load(query: StatsQuery): Promise<StatPage>;
  summary(query: PeriodQuery): Promise<Totals & Source>;
  timeseries(query: TimeseriesQuery): Promise<Series & Source>;
  heatmap(query: PeriodQuery): Promise<Source & { readonly cells: readonly HeatmapCell[] }>;
  goals(query: GoalsQuery): Promise<readonly GoalResult[]>;
}

/** The state for reading statistics that one process keeps between requests. */
export interface Reading {
  readonly database: Database;
  readonly rollups: Rollups;
  readonly closed: ClosedSums;
  readonly texts: Texts;
  readonly pages: Pages;
  /** Returns what reads single visits, and many values, for this caller. */
  readonly workOf: (asker: Asker) => ReadingWork;
  /** Milliseconds since 1970, UTC: every hit acknowledged on this machine before then is in the database by now. */
  readonly freshAt: () => number;
}

interface ReadingOptions {
  /** Must come from the code that folds; without it, everything counts as folded. */
  readonly freshAt?: () => number;
  /** Without them, this thread does all work itself. */
  readonly threads?: ReadingThreads;
}

/** Opens the state for reading. */
export function openReading(database: Database, { freshAt = Date.now, threads }: ReadingOptions = {}): Reading {
  const { dialect } = database;
  const own = createReadingWork(dialect);
  const rollups = new Rollups(dialect);
  return {
    database,
    rollups,
    closed: createClosedSums(),
    texts: createTexts(dialect, website => rollups.versionOf(website)),
    pages: createPages(),
    workOf: asker => threads?.of(asker) ?? own,
    freshAt,
  };
}

/** The counts, and the values found in them once they were needed. */
type Moment = Counted & Source & { listing?: Listing };

/** Returns a loader for one request of a caller, whose budget all its reads share. */
export function createStatsLoader(reading: Reading, asker: Asker = SERVICE): AnswerLoader {
  const { database, rollups, closed, texts } = reading;
  const budget = new Budget(asker);
  const work = reading.workOf(asker);
  const filtered = new FilteredSums({ dialect: database.dialect, work, closed, budget });
  const reader = createSumReader(database, rollups, filtered, budget, work);

  /** The time is taken before anything is read, so that it never claims too much. */
  async function withSource<T extends object>(
    { filter }: Partial<Pick<PeriodQuery, 'filter'>>,
    read: () => Promise<T>,
  ): Promise<T & Source> {
    const source: Source = { basis: filter ? 'HITS' : 'ROLLUP', freshAt: reading.freshAt() };
    return { ...(await read()), ...source };
  }

  const sources = { database, reader, filtered, texts, amounts: createAmountLoader(database), work, budget };
  /** All pages of one request are consistent, and an export of all of them reads and sorts them only once. */
  const moments = new Map<string, Promise<Moment>>();

  async function load(query: StatsQuery): Promise<StatPage> {
    const key = JSON.stringify({ ...query, page: 0, perPage: 0 });
    let moment = moments.get(key);
    if (!moment) {
      moment = withSource(query, () => readCounted(reader, query));
      moments.set(key, moment);
      moment.catch(() => moments.delete(key));
    }
    const counted = await moment;
    const { basis, freshAt } = counted;
    const make = () => {
      const listing = counted.listing ?? new Listing(sources, query, counted);
      counted.listing = listing;
      return reachable(database, () => listing.page(query.page, query.perPage));
    };
    // Expired hits are removed, and amounts are not part of the counts, so such pages are not cached.
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
