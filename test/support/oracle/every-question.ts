import { COUNTED_ROLLUPS, ROLLUP_DAY, ROLLUP_HOUR, type RollupQuery } from '../../../src/counting/rollups.ts';
import type { Vector } from '../../../src/counting/vector.ts';
import type { Filter } from '../../../src/domain/filter.ts';
import { isCountedFiltered } from '../../../src/domain/filter.ts';
import { STORED_METRICS } from '../../../src/domain/metrics.ts';
import { type DayRange, INTERVALS } from '../../../src/domain/range.ts';
import { STATISTICS } from '../../../src/domain/statistics.ts';
import { createAmountLoader } from '../../../src/stats/amounts.ts';
import { createDayAmountLoader } from '../../../src/stats/amounts-over-time.ts';
import { Budget, SERVICE } from '../../../src/stats/budget.ts';
import { readCounted } from '../../../src/stats/counts.ts';
import { FilteredSums } from '../../../src/stats/filtered.ts';
import { readGoals } from '../../../src/stats/goals.ts';
import { readHeatmap } from '../../../src/stats/heatmap.ts';
import type { Reading } from '../../../src/stats/loader.ts';
import { Listing } from '../../../src/stats/stat-page.ts';
import { createSumReader } from '../../../src/stats/sum-reader.ts';
import { readTotals } from '../../../src/stats/summary.ts';
import { readSeries } from '../../../src/stats/timeseries.ts';
import type { Goal } from '../../../src/websites/goals.ts';
import { SqlSums } from './sql-sums.ts';

/** What a test asks about one website. */
export interface EveryQuestion extends DayRange {
  readonly timezone: string;
  readonly filter: Filter;
  readonly goals: readonly Omit<Goal, 'id' | 'name' | 'conditions'>[];
}

const COUNTED = STATISTICS.filter(isCountedFiltered);
const LIST = { search: null, sortBy: 'COUNT', sort: 'DESC', sums: true, amounts: true, perPage: 100, page: 1 } as const;

/** Returns the answers to every question about website 1: from columns, or from rows by SQL. */
export async function answersOf(reading: Reading, by: 'columns' | 'sql', asked: EveryQuestion) {
  const { database, rollups, texts, dictionary } = reading;
  const budget = endlessBudget();
  const filtered =
    by === 'columns' ? filteredOf(reading, budget) : (new SqlSums(database.dialect) as unknown as FilteredSums);
  const reader = createSumReader(database, rollups, filtered, budget);
  const amountLoaders = { amounts: createAmountLoader(database), amountsOfDays: createDayAmountLoader(database) };
  const sources = { database, reader, filtered, texts, ...amountLoaders, dictionary, budget };
  const { filter, timezone, from, to } = asked;
  const period = { website: 1, timezone, from, to, filter, compare: 'PREVIOUS_PERIOD', attention: true } as const;
  const goals = asked.goals.map((goal, at) => ({ ...goal, id: String(at), name: goal.pattern, conditions: [] }));
  const [vectors, { amounts }, totals, heatmap, ofFilter, ofAll, lists, series] = await Promise.all([
    filtered.read(1, filter, queriesOf(asked)),
    filtered.readTogether(1, filter, [], [{ from, to, by: 'event' }]),
    readTotals(sources, period),
    readHeatmap(reader, period),
    readGoals(sources, { ...period, goals }),
    readGoals(sources, { ...period, filter: null, goals }),
    Promise.all(
      COUNTED.map(async ({ name }) => {
        const query = { ...LIST, ...period, name, amounts: name === 'event' };
        return new Listing(sources, query, await readCounted(reader, query)).page(1, LIST.perPage);
      }),
    ),
    Promise.all(INTERVALS.map(interval => readSeries(sources, { ...period, interval, now: to * 86_400_000 }))),
  ]);
  return {
    vectors: vectors.map(rowsOf),
    amounts: (amounts[0] ?? []).map(({ of, unit, amount }) => `${of} ${unit} ${amount}`).sort(),
    totals: { ...totals, earlier: totals.earlier?.from },
    ...{ heatmap, ofFilter, ofAll, lists, series },
  };
}

/** Returns what counts columns, without a limit of time. */
export function filteredOf(reading: Reading, budget = endlessBudget()): FilteredSums {
  return new FilteredSums({ ...reading, dialect: reading.database.dialect, budget });
}

function endlessBudget(): Budget {
  const budget = new Budget(SERVICE);
  budget.until = Number.POSITIVE_INFINITY;
  return budget;
}

/** Every rollup by every period that can be asked for, with all metrics. */
function queriesOf({ from, to }: DayRange): RollupQuery[] {
  const query = (rollup: number, by: RollupQuery['by']) => ({ rollup, by, from, to, metrics: STORED_METRICS });
  const rollups = [...COUNTED_ROLLUPS.values()].filter(({ column }) => column !== undefined);
  return [
    ...rollups.map(({ rollup }) => query(rollup, 'value')),
    query(ROLLUP_DAY, 'day'),
    query(ROLLUP_HOUR, 'day'),
    query(ROLLUP_HOUR, 'hour'),
  ];
}

/** Returns the rows that are not empty, in the order of their ids. */
export function rowsOf({ metrics, ids, columns }: Vector): Record<string, readonly number[]> {
  const rows = [...ids]
    .map((id, at) => [id, metrics.map((_, column) => columns[column]?.[at] as number)] as const)
    .filter(([, sums]) => sums.some(sum => sum !== 0));
  return Object.fromEntries(rows);
}
