import DataLoader from 'dataloader';
import { type Database, reachable } from '../db/open.ts';
import { findStatistic, type Metric, type Statistic } from '../domain/statistics.ts';
import { keptMetrics, pageOf } from './page.ts';
import type { StatPage, StatsLoader, StatsQuery } from './query.ts';
import { createRollups, type RollupQuery, type Rollups } from './rollups.ts';
import { createTexts, type Texts } from './texts.ts';
import type { Vector } from './vector.ts';

/** What one process keeps between requests for reading statistics. */
export interface Reading {
  readonly database: Database;
  readonly rollups: Rollups;
  readonly texts: Texts;
}

export function openReading(database: Database): Reading {
  return { database, rollups: createRollups(database.dialect), texts: createTexts(database.dialect) };
}

/** A loader for one request: what is asked for in one tick over the same website is read in one statement. */
export function createStatsLoader(reading: Reading): StatsLoader {
  const loader = new DataLoader<StatsQuery, StatPage>(queries => loadPages(reading, queries), { cache: false });
  return { load: query => loader.load(query) };
}

async function loadPages(reading: Reading, queries: readonly StatsQuery[]): Promise<(StatPage | Error)[]> {
  const byWebsite = Map.groupBy(
    queries.map((query, index) => ({ query, index })),
    ({ query }) => query.website,
  );
  const pages: (StatPage | Error)[] = [];
  for (const [website, asked] of byWebsite) {
    try {
      await reachable(reading.database, async () => {
        const statistics = asked.map(({ query }) => statisticOf(query));
        const vectors = await reading.rollups.read(
          website,
          asked.map(({ query }, index) => rollupQuery(query, statistics[index] as Statistic)),
        );
        await Promise.all(
          asked.map(async ({ query, index: at }, index) => {
            pages[at] = await pageOf(query, statistics[index] as Statistic, vectors[index] as Vector, reading.texts);
          }),
        );
      });
    } catch (error) {
      for (const { index } of asked) pages[index] = error as Error;
    }
  }
  return pages;
}

function statisticOf({ name }: StatsQuery): Statistic {
  const statistic = findStatistic(name);
  if (!statistic) throw new Error(`There is no statistic named ${name}.`);
  return statistic;
}

function rollupQuery(query: StatsQuery, statistic: Statistic): RollupQuery {
  const calendar = statistic.scope === 'day' || statistic.scope === 'hour';
  const metrics: readonly Metric[] = query.sums || calendar ? [...keptMetrics(statistic)] : [statistic.metric];
  return {
    rollup: statistic.rollup,
    by: statistic.scope === 'day' ? 'day' : 'value',
    from: query.from,
    to: query.to,
    metrics,
  };
}
