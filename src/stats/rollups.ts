import { LRUCache } from 'lru-cache';
import type { BlockPeriod, Period } from '../db/block-rows.ts';
import type { Dialect } from '../db/dialect.ts';
import { type FoldedState, type RollupSlice, readRollups } from '../db/rollup-rows.ts';
import { type Stretch, splitMonths, splitWeeks } from '../domain/range.ts';
import type { Metric } from '../domain/statistic.ts';
import { addVectors, bytesOf, sumBodies, type Vector } from './vector.ts';

/** Sums that are asked for: one rollup over one range of days, by its values, by the days themselves, or by `day * 24 + hour`. */
export interface RollupQuery {
  readonly rollup: number;
  readonly by: 'value' | 'day' | 'hour';
  readonly from: number;
  readonly to: number;
  readonly metrics: readonly Metric[];
}

/**
 * Reads sums. Days that are over are kept in this process until a late hit changes them, and whole answers until the next
 * fold of the website; the database is asked each time how far that is.
 */
export interface Rollups {
  /** One vector for each query, in their order, all of one moment; usually one statement. What has not changed is the same object. */
  read(website: number, queries: readonly RollupQuery[]): Promise<Vector[]>;
}

const CACHED_BYTES = 64_000_000;
const CACHED_ANSWERS = 2_000;

export function createRollups(dialect: Dialect): Rollups {
  const closed = new LRUCache<string, Vector>({ maxSize: CACHED_BYTES, sizeCalculation: bytesOf });
  const whole = new LRUCache<string, { readonly version: number; readonly vector: Vector }>({
    max: CACHED_ANSWERS,
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ vector }, key) => bytesOf(vector, key),
  });
  const states = new LRUCache<number, FoldedState>({ max: 10_000 });
  const checks = new Map<number, { running: Promise<unknown>; next: Promise<FoldedState> | null }>();

  /** The state and what these slices hold, of one moment. */
  async function readSlices(website: number, slices: readonly RollupSlice[]) {
    const answer = await readRollups(dialect, website, slices);
    states.set(website, answer.state);
    return answer;
  }

  /**
   * The state alone, of a moment after the call. Whoever asks while one statement is under way is told by the next, so that
   * many who look at one website cost it little more than one.
   */
  function readState(website: number): Promise<FoldedState> {
    const check = checks.get(website) ?? { running: Promise.resolve(), next: null };
    checks.set(website, check);
    check.next ??= check.running.then(() => {
      const state = readSlices(website, []).then(answer => answer.state);
      check.next = null;
      check.running = state
        .catch(() => undefined)
        .then(() => {
          if (!check.next) checks.delete(website);
        });
      return state;
    });
    return check.next;
  }

  return {
    async read(website, asked) {
      // `pageviews` and `visitors` are two statistics of one rollup: what is the same is read once.
      const keys = asked.map(query => `${website} ${keyOf(query)}`);
      const unique = [...new Set(keys)];
      // The first read of a website asks how far it is packed, rather than read what is packed as rows.
      let state = states.get(website) ?? (await readState(website));
      for (;;) {
        const guessed = state;
        const known = unique.map(key => whole.get(key)).filter(answer => answer?.version === guessed.version);
        if (known.length === unique.length) {
          state = await readState(website);
          if (state.version === guessed.version) return keys.map(key => known[unique.indexOf(key)]?.vector as Vector);
          continue;
        }
        const plans = unique.map(key => planOf(website, asked[keys.indexOf(key)] as RollupQuery, guessed, closed));
        const slices = plans.flatMap(plan => [...(plan.kept ? [] : plan.closed), ...plan.open]);
        const answer = await readSlices(website, slices);
        state = answer.state;
        // What was kept, where the open days were thought to begin, and which blocks were thought to be good, must be
        // of the state that the statement saw.
        const stale =
          guessed.openDay !== state.openDay ||
          guessed.packedDay > state.packedDay ||
          guessed.packedMonth > state.packedMonth ||
          (guessed.closedVersion !== state.closedVersion && plans.some(({ kept }) => kept));
        if (stale && state.openDay > 0) continue;
        let next = 0;
        const vectors = plans.map((plan, index) => {
          let past = plan.kept;
          if (!past) {
            past = sumBodies(answer.bodies.slice(next, next + plan.closed.length).flat(), plan.query.metrics);
            next += plan.closed.length;
            closed.set(closedKey(website, plan.query, state), past);
          }
          const open = sumBodies(answer.bodies.slice(next, next + plan.open.length).flat(), plan.query.metrics);
          next += plan.open.length;
          const vector = addVectors([past, open]);
          whole.set(unique[index] as string, { version: state.version, vector });
          return vector;
        });
        return keys.map(key => vectors[unique.indexOf(key)] as Vector);
      }
    },
  };
}

function keyOf({ rollup, by, from, to, metrics }: RollupQuery): string {
  return `${rollup} ${by} ${from} ${to} ${metrics.join()}`;
}

interface Plan {
  readonly query: RollupQuery;
  readonly kept: Vector | undefined;
  readonly closed: readonly RollupSlice[];
  readonly open: readonly RollupSlice[];
}

function planOf(website: number, query: RollupQuery, state: FoldedState, closed: LRUCache<string, Vector>): Plan {
  const { rollup, by, metrics } = query;
  const rows = (period: Period, [from, to]: Stretch): RollupSlice[] =>
    from <= to ? [{ source: 'rows', rollup, period, from, to, metrics, by }] : [];
  const blocks = (period: BlockPeriod, [from, to]: Stretch): RollupSlice[] =>
    from <= to ? [{ source: 'blocks', rollup, period, from, to }] : [];
  const lastClosed = Math.min(query.to, state.openDay - 1);
  const past: RollupSlice[] = [];
  if (by !== 'value') past.push(...rows('day', [query.from, lastClosed]));
  else {
    const months = splitMonths(query.from, lastClosed);
    if (months.whole) {
      const [from, to] = months.whole;
      past.push(...blocks('month', [from, Math.min(to, state.packedMonth)]));
      past.push(...rows('month', [Math.max(from, state.packedMonth + 1), to]));
    }
    for (const [from, to] of months.days) {
      const weeks = splitWeeks(from, Math.min(to, state.packedDay));
      if (weeks.whole) past.push(...blocks('week', weeks.whole));
      past.push(...weeks.days.flatMap(stretch => blocks('day', stretch)));
      past.push(...rows('day', [Math.max(from, state.packedDay + 1), to]));
    }
  }
  const firstOpen = Math.max(query.from, state.openDay);
  const open = rows('day', [firstOpen, query.to]);
  return { query, kept: closed.get(closedKey(website, query, state)), closed: past, open };
}

function closedKey(
  website: number,
  { rollup, by, from, to, metrics }: RollupQuery,
  { closedVersion, openDay }: FoldedState,
): string {
  return `${website}:${rollup}:${by}:${from}:${Math.min(to, openDay - 1)}:${metrics.join()}:${closedVersion}:${openDay}`;
}
