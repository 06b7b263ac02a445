import { touchDays } from '../db/columns/late-days.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import type { Database } from '../db/open.ts';
import { voidBlocks } from '../db/rollups/block-state.ts';
import { advanceFold, Checkpoint, type FoldState, isRegistered, lockFold } from '../db/rollups/fold-state.ts';
import { hasExisted } from '../db/skipped-websites.ts';
import { SharedTransaction } from '../db/sql.ts';
import { together } from '../db/together.ts';
import { daysWithVisits } from '../db/visits/visits.ts';
import { DAY, keptFrom, latestDay } from '../domain/calendar.ts';
import { FoldConflict } from './fold-conflict.ts';
import { intern } from './intern.ts';
import type { KnownValues } from './known-values.ts';
import { inOrderOfKeys } from './order.ts';
import { saveProperties } from './properties.ts';
import { countRepeats, dropRepeats } from './repeats.ts';
import { storeSlices } from './slices.ts';
import { numbersOf, saveAmounts } from './store.ts';
import { changesOf, saveSums } from './sums.ts';
import type { FoldableHit } from './text-table.ts';
import { type ImportBatch, saveUndo } from './undo.ts';

export interface FoldOptions {
  readonly known: KnownValues;
  readonly maxNewValues: number;
  readonly retentionDays: number;
  readonly now: () => number;
  /** The time of the database: it decides which hits are too old to be stored, and which day may be open. */
  readonly databaseTime: () => number;
  /** Called when hits and visits are written, from when on the engine is busier than this thread. */
  readonly atSums?: () => void;
}

/** How many hits a fold stored, and how many it dropped because their client id was seen before. */
export interface FoldCount {
  readonly stored: number;
  readonly duplicates: number;
}

/** Thrown for hits of a website that the database has never had; they are of another database. */
export class UnknownWebsite extends Error {
  constructor(website: number) {
    super(
      `This database has never had a website ${website}. The hit was collected for another database, or for a website registered after the backup that was restored.`,
    );
  }
}

/**
 * Folds hits of one website, in spool order, in one transaction with the checkpoint: exactly once, however often it is
 * called with the same hits. Hits of a deleted website are dropped. Throws UnknownWebsite or the engine's error; nothing
 * is stored then.
 */
export async function foldHits(
  database: Database,
  website: number,
  spool: string,
  hits: readonly FoldableHit[],
  options: FoldOptions,
): Promise<FoldCount> {
  const { remember, ...count } = await database.dialect.transaction(tx =>
    foldInto(tx, database, website, spool, hits, options),
  );
  remember();
  return count;
}

/**
 * Folds hits of several websites in one transaction: those of all of them, or none. Only for an engine on which a
 * transaction owns the database. Returns a count for each website, in their order.
 */
export async function foldTogether(
  database: Database,
  spool: string,
  websites: readonly (readonly [website: number, hits: readonly FoldableHit[]])[],
  options: FoldOptions,
): Promise<FoldCount[]> {
  const folded = await database.dialect.transaction(async tx => {
    const shared = new SharedTransaction(tx);
    const ended = await Promise.allSettled(
      websites.map(([website, hits]) => foldInto(shared, database, website, spool, hits, options)),
    );
    const counts = ended.map(one => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    await shared.finish();
    return counts;
  });
  for (const { remember } of folded) remember();
  return folded;
}

async function foldInto(
  tx: Executor,
  database: Database,
  website: number,
  spool: string,
  hits: readonly FoldableHit[],
  options: FoldOptions,
): Promise<FoldCount & { readonly remember: () => void }> {
  const { dialect } = database;
  const nothing = { stored: 0, duplicates: 0, remember() {} };
  if (!(await isRegistered(tx, website))) {
    if (!(await hasExisted(tx, dialect, website))) throw new UnknownWebsite(website);
    return nothing;
  }
  const state = await lockFold(tx, dialect, website);
  const checkpoint = new Checkpoint(website, spool);
  const done = await checkpoint.read(tx);
  const ahead = hits.filter(({ number }) => number > done);
  const last = ahead.at(-1);
  if (!last) return nothing;
  const now = options.now();
  await checkpoint.write(tx, dialect, last.number, now);

  const today = Math.floor(Math.max(now, options.databaseTime()) / DAY);
  const { kept, repeats } = await dropRepeats(tx, website, ahead, today);
  kept.sort((a, b) => a.time - b.time);
  const remember = await storeHits(tx, dialect, website, state, kept, options);
  await countRepeats(tx, database, website, repeats);
  return { stored: kept.length, duplicates: repeats.length, remember };
}

export interface StoreOptions extends FoldOptions {
  /** Promises that no visitor of these hits has stored visits on the same day, as the fast loader knows. */
  readonly unseen?: boolean;
  readonly into?: ImportBatch;
  /** The places of the hits in the order of keys, where they are known. */
  readonly order?: Uint32Array;
}

/**
 * Computes what a website's hits, which must be ordered by time, add to its data, and writes it. Returns a function to
 * call after the commit.
 */
export async function storeHits(
  tx: Executor,
  dialect: Dialect,
  website: number,
  state: FoldState,
  hits: readonly FoldableHit[],
  options: StoreOptions,
): Promise<() => void> {
  const interned = await intern(tx, dialect, website, hits, {
    known: options.known,
    state,
    maxNewValues: options.maxNewValues,
  });
  const { idOf } = interned;
  const { into } = options;
  const keepFrom = keptFrom(options.databaseTime(), options.retentionDays);
  const numbers = numbersOf(hits, keepFrom, state.nextHit);
  const all = { hits: interned.hits, numbers, order: options.order ?? inOrderOfKeys(hits) };
  const unseen = options.unseen === true;
  const hasNew = (index: number) => interned.hasNew(index);
  const stored = await storeSlices(tx, dialect, website, all, { idOf, hasNew, keepFrom, unseen, into });
  const { totals, visitors, carried } = stored;
  options.atSums?.();
  const changes = changesOf(totals.sums, idOf);
  await together([
    saveSums(tx, dialect, website, changes, stored.hasAttention),
    saveAmounts(tx, dialect, website, [...totals.amounts.values()], idOf),
    saveProperties(tx, dialect, website, [...totals.properties.values()], idOf),
    into && saveUndo(tx, website, into, changes, totals, idOf, carried),
  ]);
  const nextValue = await interned.write(tx, dialect, totals.sums);

  const latest = hits.reduce((day, hit) => Math.max(day, hit.day), state.openDay);
  // A hit from a wrong clock must not close the days until then; if one has, they are opened again.
  const openDay = Math.min(latest, latestDay(options.databaseTime()));
  const reopens = openDay < state.openDay;
  const touchesClosed = openDay !== state.openDay || hits.some(({ day }) => day < openDay);
  const closed = Math.max(openDay, state.openDay);
  const changed = hits.filter(({ day }) => day < closed).map(({ day }) => day);
  await touchDays(tx, dialect, website, [...changed, ...(await closing(tx, website, state.openDay, openDay))]);
  // Days whose hits are too old to be stored can never be recounted.
  const incomplete = hits.reduce((from, { day }) => (day < keepFrom ? Math.max(from, day + 1) : from), state.keptFrom);
  const change = { visitors: visitors.get(openDay) ?? [], at: options.now() };
  const nextHit = numbers.reduce((next, number) => Math.max(next, number + 1), state.nextHit);
  const next = { touchesClosed, change, openDay, nextValue, nextHit, keptFrom: incomplete };
  const advanced = await advanceFold(tx, dialect, website, state, next);
  if (!advanced) throw new FoldConflict(`Website ${website} was folded by another process in the meantime.`);
  // The days that are opened again may be packed.
  await voidBlocks(tx, dialect, website, reopens ? [...changed, openDay, state.openDay] : changed);
  return interned.remember;
}

/**
 * Returns the days that are over because the day `to` is open instead of `from`. They get versions too, or a database
 * and an older copy of it could later have the same versions for different visits.
 */
async function closing(tx: Executor, website: number, from: number, to: number): Promise<number[]> {
  if (from === 0 || to <= from) return [];
  // Wrong clocks may have sent hits of the days that are skipped.
  return to === from + 1 ? [from] : [from, ...(await daysWithVisits(tx, website, from + 1, to - 1))];
}
