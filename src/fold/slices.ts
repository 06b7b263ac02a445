import { setImmediate } from 'node:timers/promises';
import type { StoredPageview } from '../counting/attention.ts';
import { attribute } from '../counting/attribute.ts';
import { type Counts, noCounts } from '../counting/folded.ts';
import type { FoldHit } from '../counting/visit.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import { findStatistic } from '../domain/statistics.ts';
import { attendPages } from './attention.ts';
import { saveHits } from './store.ts';
import { loadLatestHits, loadVisits, prefixOf, saveVisits, type Visits, visitorsOf } from './visits.ts';

const EVENT = findStatistic('event')?.rollup ?? 0;
const PAGE = findStatistic('page')?.rollup ?? 0;
const HOST = findStatistic('host')?.rollup ?? 0;

/**
 * Hits of a slice. An engine gets its next statement once this thread is free, so attributing a slice should take about
 * as long as a statement.
 */
export const LIMITS = { hits: 1_500 };

/** All hits of some of the visitors of a fold. */
export interface Slice {
  /** In the order of time. */
  readonly hits: readonly FoldHit[];
  /** The places of the hits in the order of keys. */
  readonly order: Uint32Array;
  /** The number that each hit is stored with; 0 for one that is not stored. */
  readonly numbers: readonly number[];
}

/** Divides the hits of a fold by visitors, in the order of keys. */
export function slicesOf({ hits, order, numbers }: Slice): Slice[] {
  if (hits.length <= LIMITS.hits) return [{ hits, order, numbers }];
  const slices: Slice[] = [];
  const places = new Uint32Array(hits.length);
  for (let from = 0; from < order.length; ) {
    let to = Math.min(order.length, from + LIMITS.hits);
    while (to < order.length && haveSameKey(hits, order[to - 1] as number, order[to] as number)) to++;
    const mine = order.subarray(from, to);
    const inTime = mine.slice().sort();
    for (const [place, index] of inTime.entries()) places[index] = place;
    slices.push({
      hits: Array.from(inTime, index => hits[index] as FoldHit),
      order: mine.map(index => places[index] as number),
      numbers: Array.from(inTime, index => numbers[index] as number),
    });
    from = to;
  }
  return slices;
}

/** Returns true for hits that can be of the same visitor and day. */
function haveSameKey(hits: readonly FoldHit[], one: number, other: number): boolean {
  const [a, b] = [hits[one] as FoldHit, hits[other] as FoldHit];
  return a.day === b.day && prefixOf(a.visitor) === prefixOf(b.visitor);
}

/** What slices are written with. */
interface SliceOptions {
  /** Visits and hits of earlier days (since 1970-01-01) are not stored. */
  readonly keepFrom: number;
  readonly unseen: boolean;
  readonly importId: number | undefined;
  readonly idOf: (id: number) => number;
  /** Adds visits that no table has. */
  readonly takeOver: ((visits: Visits) => Promise<void>) | null;
}

/** What slices were found to be. */
export interface Sliced {
  readonly counts: Counts;
  /** The visits of the visitors of each slice. */
  readonly visits: readonly Visits[];
  /** Pageviews that were stored before, with the attention that they got. */
  readonly attended: readonly StoredPageview[];
  readonly hasAttention: boolean;
}

/**
 * Attributes the hits of slices and writes them with their visits. While the engine runs the statements of a slice, which
 * are given to `run`, the next one is attributed.
 */
export async function foldSlices(
  tx: Executor,
  dialect: Dialect,
  website: number,
  slices: readonly Slice[],
  { keepFrom, unseen, importId, idOf, takeOver }: SliceOptions,
  run: (statements: Promise<unknown>) => void,
): Promise<Sliced> {
  const load = async ({ hits, order }: Slice) => {
    const visitors = visitorsOf(hits, order);
    const { visits } = visitors;
    if (!unseen) {
      await loadVisits(tx, website, visits);
      await loadLatestHits(tx, website, hits, visitors);
    }
    await takeOver?.(visits);
    return visitors;
  };
  const counts = noCounts();
  const all: Visits[] = [];
  const attendedBefore: StoredPageview[] = [];
  let hasAttention = false;
  let loading = slices[0] && load(slices[0]);
  for (const [index, { hits, order, numbers }] of slices.entries()) {
    const { visits, ofHits } = (await loading) as Awaited<ReturnType<typeof load>>;
    const next = slices[index + 1];
    loading = next && load(next);
    if (loading) run(loading);
    const attributed = attribute(hits, ofHits, counts);
    const attended = await attendPages(tx, website, hits, ofHits, attributed, counts.sums, keepFrom);
    const { visitNos } = attributed;
    const stored = { numbers, visitNos, attended, event: EVENT, page: PAGE, host: HOST, importId, idOf };
    run(saveHits(tx, website, hits, order, stored));
    // Retention would remove the visits of an import again at once, and no hit of it can still belong to them.
    const kept = importId === undefined ? visits : new Map([...visits].filter(([day]) => day >= keepFrom));
    run(saveVisits(tx, dialect, website, kept, idOf, importId));
    all.push(visits);
    attendedBefore.push(...attended.stored);
    hasAttention ||= attended.ofHits.size + attended.stored.length > 0;
    if (next) await setImmediate();
  }
  return { counts, visits: all, attended: attendedBefore, hasAttention };
}
