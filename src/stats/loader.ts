import type { Database } from '../db/open.ts';
import { createFilteredSums, type FilteredSums } from './filtered.ts';
import { readGoals } from './goals.ts';
import { readHeatmap } from './heatmap.ts';
import type { AnswerLoader, PeriodQuery, Source } from './query.ts';
import { createRollups, type Rollups } from './rollups.ts';
import { readPage } from './stat-page.ts';
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
  const { database, rollups, filtered, texts, freshAt } = reading;
  const reader = createSumReader(database, rollups, filtered);

  /** Taken before anything is read, so that it never promises too much. */
  async function withSource<T extends object>(
    { filter }: Partial<Pick<PeriodQuery, 'filter'>>,
    read: () => Promise<T>,
  ): Promise<T & Source> {
    const source: Source = { basis: filter ? 'HITS' : 'ROLLUP', freshAt: freshAt() };
    return { ...(await read()), ...source };
  }

  return {
    load: query => withSource(query, () => readPage({ database, reader, filtered, texts }, query)),
    summary: query => withSource(query, () => readTotals(reader, query)),
    timeseries: query => withSource(query, () => readSeries(reader, query)),
    heatmap: query => withSource(query, async () => ({ cells: await readHeatmap(reader, query) })),
    goals: query => readGoals({ database, filtered, texts }, query),
  };
}
