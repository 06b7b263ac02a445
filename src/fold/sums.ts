import type { Folded } from '../counting/folded.ts';
import { attentionOf, COUNTED_ROLLUPS, type CountedRollup, type Sums } from '../counting/rollups.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import { METRIC_COLUMNS } from '../db/rollups/sums.ts';
import { insertWritten } from '../db/written-rows.ts';
import { STORED_METRICS, type StoredMetric } from '../domain/metrics.ts';

/** The change of one row. */
export interface Change {
  readonly value: number;
  readonly change: Sums;
}

/** The changes of one day, by rollup number, each in the order of the values. */
type Changes = readonly (readonly Change[])[];

/** The changes of days (since 1970-01-01). */
export type DayChanges = readonly (readonly [day: number, changes: Changes])[];

/** The rollups whose rows have values in these metrics only, which are given by their numbers. */
interface Group {
  readonly rollups: readonly number[];
  readonly metrics: readonly number[];
}

const ROLLUPS = [...COUNTED_ROLLUPS.values()].sort((a, b) => a.rollup - b.rollup);
/** The groups for few rows, which are all in one, and for many. Without attention, its columns are left out. */
const ALL = { few: [groupOf(ROLLUPS)], many: groupsOf(ROLLUPS) };
const WITHOUT_ATTENTION = { few: ALL.few.map(withoutAttention), many: ALL.many.map(withoutAttention) };
/** From this many rows on, those of few metrics are worth a shorter statement of their own. */
const MANY = 200;

/** Returns sums with the stored ids of their values. */
export function changesOf(sums: Folded['sums'], idOf: (id: number) => number): DayChanges {
  return [...sums].map(([day, ofDay]) => [
    day,
    ofDay.map(ofRollup => {
      const changes: Change[] = [];
      for (const [value, change] of ofRollup) changes.push({ value: idOf(value), change });
      return inOrder(changes);
    }),
  ]);
}

/** Adds the changes to the rollups, in the order of their keys. */
export async function saveSums(
  tx: Executor,
  dialect: Dialect,
  website: number,
  days: DayChanges,
  hasAttention: boolean,
): Promise<void> {
  const all = days.toSorted(([a], [b]) => a - b);
  const count = all.reduce((sum, [, changes]) => sum + changes.reduce((rows, { length }) => rows + length, 0), 0);
  const groups = hasAttention ? ALL : WITHOUT_ATTENTION;
  for (const { rollups, metrics } of count < MANY ? groups.few : groups.many) {
    const columns = metrics.map(metric => METRIC_COLUMNS[metric] as string);
    const runs = rollups.flatMap(rollup =>
      all.map(([day, changes]): Run => ({ rollup, day, changes: changes[rollup] ?? [] })),
    );
    const changeAt = inTurn(runs);
    await insertWritten(tx, {
      table: 'rollup_day',
      columns: ['website_id', 'name', 'day', 'value_id', ...columns],
      after: dialect.onConflict(['website_id', 'name', 'day', 'value_id'], columns),
      count: runs.reduce((sum, { changes }) => sum + changes.length, 0),
      write(row, into) {
        const { rollup, day, changes, first } = changeAt(row);
        const { value, change } = changes[row - first] as Change;
        into.int(website).raw(',').int(rollup).raw(',').int(day).raw(',').int(value);
        for (const metric of metrics) {
          if (change[metric] === 0) into.raw(',NULL');
          else into.raw(',').int(change[metric] as number);
        }
      },
    });
  }
}

/** The changes of one rollup on one day. */
interface Run {
  readonly rollup: number;
  readonly day: number;
  readonly changes: readonly Change[];
}

/** Returns a function that finds the run of a row, and its first row; rows are asked for in their order. */
function inTurn(runs: readonly Run[]): (row: number) => Run & { readonly first: number } {
  let next = 0;
  let found = { rollup: 0, day: 0, changes: [] as readonly Change[], first: 0 };
  return row => {
    while (row >= found.first + found.changes.length && next < runs.length)
      found = { ...(runs[next++] as Run), first: found.first + found.changes.length };
    return found;
  };
}

function inOrder(changes: Change[]): Change[] {
  return changes.sort((a, b) => a.value - b.value);
}

function groupsOf(rollups: readonly CountedRollup[]): Group[] {
  return [...Map.groupBy(rollups, counted => metricsOf(counted).join()).values()].map(groupOf);
}

function withoutAttention({ rollups, metrics }: Group): Group {
  return { rollups, metrics: metrics.filter(at => attentionOf(STORED_METRICS[at] as StoredMetric) === null) };
}

function groupOf(counted: readonly CountedRollup[]): Group {
  return { rollups: counted.map(({ rollup }) => rollup), metrics: [...new Set(counted.flatMap(metricsOf))].sort() };
}

function metricsOf({ ofHit, ofVisit }: CountedRollup): number[] {
  return [...STORED_METRICS.keys()].filter(index =>
    [...ofHit, ...ofVisit].includes(STORED_METRICS[index] as StoredMetric),
  );
}
