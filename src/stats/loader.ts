import { ColumnReader } from '../db/columns/read.ts';
import { openColumnStore } from '../db/columns/store.ts';
import { type Database, reachable } from '../db/open.ts';
import { createAmountLoader } from './amounts.ts';
import { createDayAmountLoader } from './amounts-over-time.ts';
import type { Answering, AnswerLoader } from './answers.ts';
import { basisOf, basisWith, pointsHaveAmountsOfHits, rowsHaveAmountsOfHits } from './basis.ts';
import { type Asker, Budget, SERVICE } from './budget.ts';
import { type ClosedAnswers, createClosedAnswers } from './closed-answers.ts';
import { CountingThreads } from './counting-threads.ts';
import { type Counted, readCounted } from './counts.ts';
import { Dictionary } from './dictionary.ts';
import { createLengths, divide, type Lengths } from './divided.ts';
import { readExplanation } from './explain.ts';
import { readExplainedHour } from './explain-hour.ts';
import { FilteredSums } from './filtered.ts';
import { readFunnel } from './funnel.ts';
import { readGoals } from './goals.ts';
import { readHeatmap } from './heatmap.ts';
import { readJourneys } from './journeys.ts';
import { createPages, type Pages } from './known-pages.ts';
import { readProperties } from './properties.ts';
import type { ImportedShare, Source, StatPage, StatsQuery } from './query.ts';
import { readReturns } from './returns.ts';
import { Rollups } from './rollups.ts';
import { Listing } from './stat-page.ts';
import { createSumReader } from './sum-reader.ts';
import { readTotals } from './summary.ts';
import { createTexts, type Texts } from './texts.ts';
import { readSeries } from './timeseries.ts';

/** The state for reading statistics that one process keeps between requests. */
export interface Reading {
  readonly database: Database;
  readonly rollups: Rollups;
  readonly closed: ClosedAnswers;
  readonly texts: Texts;
  readonly pages: Pages;
  readonly dictionary: Dictionary;
  readonly columns: ColumnReader;
  readonly counting: CountingThreads;
  /** Null if this thread does all work itself. */
  readonly threads: Answering | null;
  readonly lengths: Lengths;
  /** Milliseconds since 1970, UTC: every hit acknowledged on this machine before then is in the database by now. */
  readonly freshAt: () => number;
}

export interface ColumnOptions {
  /** The DATA_DIR with the columns of the database; without it, all visits are read from their rows. */
  readonly dataDir?: string | undefined;
  /** Called for each damaged file, and for packed sums that are damaged. */
  readonly reportBad?: (error: Error) => void;
}

interface ReadingOptions extends ColumnOptions {
  /** Must come from the code that folds; without it, everything counts as folded. */
  readonly freshAt?: () => number;
  /** Without them, this thread does all work itself. */
  readonly threads?: Answering;
  /** Bytes for each cache of results. */
  readonly cachedBytes?: number;
  /** The threads that count visits, including this one; by default only this one; see `stop` of CountingThreads. */
  readonly countingThreads?: number;
}

/** Opens the state for reading. */
export function openReading(
  database: Database,
  {
    freshAt = Date.now,
    threads,
    cachedBytes = 64_000_000,
    countingThreads = 1,
    dataDir,
    reportBad,
  }: ReadingOptions = {},
): Reading {
  const { dialect } = database;
  const dictionary = new Dictionary(dialect);
  const rollups = new Rollups(dialect, cachedBytes, reportBad);
  return {
    database,
    rollups,
    closed: createClosedAnswers(),
    texts: createTexts(dialect, website => rollups.lastSeen(website)?.version ?? 0),
    pages: createPages(),
    dictionary,
    columns: new ColumnReader(
      dialect,
      dataDir === undefined ? null : () => openColumnStore(database, dataDir, reportBad),
    ),
    counting: new CountingThreads(countingThreads),
    threads: threads ?? null,
    lengths: createLengths(),
    freshAt,
  };
}

/** The counts, and the values found in them once they were needed. */
type Moment = Counted & Source & { listing?: Listing };

/** Returns a loader for one request of a caller. */
export function createStatsLoader(reading: Reading, asker: Asker = SERVICE): AnswerLoader {
  const own = createOwnLoader(reading, new Budget(asker));
  const { threads } = reading;
  return threads ? divide(own, { ...reading, threads, asker }) : own;
}

/** Returns a loader for one request that does all work in this thread; all its reads share the budget. */
export function createOwnLoader(reading: Reading, budget: Budget): AnswerLoader {
  const { database, rollups, closed, texts, dictionary, columns, counting } = reading;
  const filtered = new FilteredSums({ dialect: database.dialect, dictionary, columns, counting, closed, budget });
  const reader = createSumReader(database, rollups, filtered, budget);

  /** The time is taken before anything is read, so that it never claims too much. */
  async function basedOn<T extends object>(basis: Source['basis'], read: () => Promise<T>): Promise<T & Source> {
    const source: Source = { basis, freshAt: reading.freshAt() };
    return { ...(await read()), ...source };
  }

  const amounts = { amounts: createAmountLoader(database), amountsOfDays: createDayAmountLoader(database) };
  const sources = { database, reader, filtered, texts, ...amounts, dictionary, budget };
  /** All pages of one request are consistent, and an export of all of them reads and sorts them only once. */
  const moments = new Map<string, Promise<Moment>>();

  async function load(query: StatsQuery): Promise<StatPage> {
    const key = JSON.stringify({ ...query, page: 0, perPage: 0 });
    let moment = moments.get(key);
    if (!moment) {
      moment = basedOn(basisOf(query, rowsHaveAmountsOfHits(query)), () => readCounted(reader, query));
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
    // Expired hits are removed, and amounts, exits and hosts are not part of the counts, so such pages are not cached.
    const page = await (query.filter || query.amounts || query.exits || query.hosts
      ? make()
      : reading.pages.of(counted, query, make));
    return { ...page, basis: basisWith(basis, page.totals.imported, page.sum), freshAt };
  }

  return {
    load,
    summary: query => basedOn(basisOf(query), () => readTotals(sources, query)).then(withImported),
    timeseries: query =>
      basedOn(basisOf(query, pointsHaveAmountsOfHits(query)), () => readSeries(sources, query)).then(withImported),
    heatmap: query => basedOn(basisOf(query), () => readHeatmap(reader, query)),
    goals: query => readGoals(sources, query),
    funnel: query => basedOn('HITS', async () => ({ steps: await readFunnel(sources, query) })),
    journeys: query => basedOn('HITS', async () => ({ levels: await readJourneys(sources, query) })),
    returns: query => readReturns(sources, query),
    explain: query => readExplanation(sources, query),
    explainHour: query => readExplainedHour(sources, query),
    properties: query => readProperties(sources, query),
    // All moments are kept anyway.
    keep: () => () => undefined,
  };
}

/** Returns an answer with the basis that its imported part gives it. */
function withImported<T extends Source & { readonly share: ImportedShare }>(answer: T): T {
  const { imported, all } = answer.share;
  return { ...answer, basis: basisWith(answer.basis, imported, all) };
}
