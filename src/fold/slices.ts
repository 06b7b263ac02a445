import { setImmediate } from 'node:timers/promises';
import { attribute } from '../counting/attribute.ts';
import type { Totals } from '../counting/folded.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import { together } from '../db/together.ts';
import { attendPages, saveAttention } from './attention.ts';
import { type CarriedVisit, carriedOf } from './carried-visits.ts';
import { type Slice, slicesOf } from './order.ts';
import { saveHits } from './store.ts';
import { type ImportBatch, takeOver } from './undo.ts';
import { loadLatestHits, loadVisits, saveVisits, type Visitors, visitorsOf } from './visits.ts';

/** Hits of a slice: few enough that the engine has work while the next ones are computed, and many for each statement. */
const SLICE = 2_000;

export interface SliceOptions {
  /** Returns the stored id for an id of the hits. */
  readonly idOf: (id: number) => number;
  readonly keepFrom: number;
  /** Promises that no visitor of these hits has stored visits on the same day. */
  readonly unseen: boolean;
  readonly into: ImportBatch | undefined;
  /** Returns whether a hit may need an id for a text that has none yet. */
  readonly hasNew: (index: number) => boolean;
}

/** What the visitors of a fold have changed besides their hits and visits, which are stored. */
export interface StoredSlices {
  readonly totals: Totals;
  readonly hasAttention: boolean;
  /** The visitors of each day. */
  readonly visitors: ReadonlyMap<number, readonly string[]>;
  /** The visits that another batch of the import continues, if there is one. */
  readonly carried: readonly CarriedVisit[] | undefined;
}

/**
 * Computes visits and sums from hits, and stores hits and visits. While the engine writes those of some visitors, the next
 * ones are computed, and their visits were read before.
 */
export async function storeSlices(
  tx: Executor,
  dialect: Dialect,
  website: number,
  all: Slice,
  options: SliceOptions,
): Promise<StoredSlices> {
  const { keepFrom, unseen, into, idOf } = options;
  const totals: Totals = { sums: new Map(), amounts: new Map(), properties: new Map() };
  let hasAttention = false;
  const visitorsOfDays = new Map<number, string[]>();
  const carried: CarriedVisit[] | undefined = into?.isContinued ? [] : undefined;

  const load = async ({ hits, order }: Slice): Promise<Visitors> => {
    const visitors = visitorsOf(hits, order);
    if (!unseen) {
      await loadVisits(tx, dialect, website, visitors.visits);
      await loadLatestHits(tx, website, hits, visitors);
    }
    if (into?.continues) await takeOver(tx, website, into, visitors.visits);
    return visitors;
  };
  const save = async (slice: Slice, { visits: changed, ofHits }: Visitors): Promise<() => Promise<unknown>> => {
    const folded = attribute(slice.hits, ofHits, totals);
    const attended = await attendPages(tx, website, slice.hits, ofHits, folded, keepFrom);
    if (attended.ofHits.size + attended.stored.length > 0) hasAttention = true;
    // Only the first slice has new texts: their ids, which decide between equal counts, are in the order of time.
    if (visitorsOfDays.size === 0) giveIds(totals, idOf);
    for (const [day, ofDay] of changed) {
      const sameDay = visitorsOfDays.get(day) ?? [];
      visitorsOfDays.set(day, sameDay);
      for (const visitor of ofDay.keys()) sameDay.push(visitor);
    }
    if (carried) for (const visit of carriedOf(changed, idOf)) carried.push(visit);
    // Retention would remove the visits of an import again at once, and no hit of it can still belong to them.
    const kept = into ? new Map([...changed].filter(([day]) => day >= keepFrom)) : changed;
    return () =>
      // Statements of one table are written while the engine runs those of another.
      together([
        saveHits(tx, website, slice, { ...options, visitNos: folded.visitNos, attended, importId: into?.id }),
        saveVisits(tx, dialect, website, kept, idOf, into?.id),
        saveAttention(tx, dialect, website, attended.stored),
      ]);
  };

  // Visitors who continue those of another batch can be in any slice.
  const slices = into?.continues ? [all] : slicesOf(all, SLICE, options.hasNew);
  let loading: Promise<Visitors> | undefined;
  let writing: Promise<unknown> | undefined;
  try {
    for (const [at, slice] of slices.entries()) {
      const visitors = await (loading ?? load(slice));
      const next = slices[at + 1];
      loading = next && awaitedLater(load(next));
      // Lets the engine begin what it has been given.
      await setImmediate();
      const write = await save(slice, visitors);
      await writing;
      writing = awaitedLater(write());
    }
    await writing;
  } finally {
    // A transaction must not end while one of its statements runs.
    await Promise.allSettled([loading, writing]);
  }
  return { totals, hasAttention, visitors: visitorsOfDays, carried };
}

/** Gives ids to the texts of sums that have none, in the order in which they were counted. */
function giveIds({ sums, amounts, properties }: Totals, idOf: (id: number) => number): void {
  for (const ofDay of sums.values()) for (const ofRollup of ofDay) for (const id of ofRollup?.keys() ?? []) idOf(id);
  for (const { event, unit } of amounts.values()) for (const id of [event, unit]) idOf(id);
  for (const { event, key, value } of properties.values()) for (const id of [event, key, value]) idOf(id);
}

/** Node ends a process in which a promise is rejected before anything waits for it. */
function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
