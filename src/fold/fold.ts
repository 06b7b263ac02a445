import { attribute } from '../counting/attribute.ts';
import { touchDays } from '../db/columns/late-days.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import type { Database } from '../db/open.ts';
import { voidBlocks } from '../db/rollups/blocks.ts';
import {
  advanceFold,
  Checkpoint,
  type FoldState,
  hasExisted,
  isRegistered,
  lockFold,
} from '../db/rollups/fold-state.ts';
import { SharedTransaction } from '../db/sql.ts';
import { daysWithVisits } from '../db/visits/visits.ts';
import { keptFrom, latestDay, monthNumber } from '../domain/calendar.ts';
import { findStatistic } from '../domain/statistics.ts';
import { attendPages, saveAttention } from './attention.ts';
import { FoldConflict } from './fold-conflict.ts';
import { intern } from './intern.ts';
import type { KnownValues } from './known-values.ts';
import { saveProperties } from './properties.ts';
import { countRepeats, dropRepeats } from './repeats.ts';
import { saveAmounts, saveHits } from './store.ts';
import { changesOf, saveSums } from './sums.ts';
import type { FoldableHit } from './text-table.ts';
import { type ImportBatch, saveUndo, takeOver } from './undo.ts';
import { inOrderOfKeys, loadLatestHits, loadVisits, saveVisits, visitorsOf } from './visits.ts';

const EVENT = findStatistic('event')?.rollup ?? 0;
const PAGE = findStatistic('page')?.rollup ?? 0;
const HOST = findStatistic('host')?.rollup ?? 0;
const DAY = 86_400_000;

export interface FoldOptions {
  readonly known: KnownValues;
  readonly maxNewValues: number;
  readonly retentionDays: number;
  readonly now: () => number;
  /** The time of the database: it decides which hits are too old to be stored, and which day may be open. */
  readonly databaseTime: () => number;
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
    await shared.write();
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
  const order = options.order ?? inOrderOfKeys(hits);
  const visitors = visitorsOf(interned.hits, order);
  const { visits, ofHits } = visitors;
  if (!options.unseen) {
    await loadVisits(tx, website, visits);
    await loadLatestHits(tx, website, interned.hits, visitors);
  }
  if (options.into?.continues) await takeOver(tx, website, options.into, visits);
  const folded = attribute(interned.hits, ofHits);
  const { sums, visitNos, amounts, properties } = folded;
  const keepFrom = keptFrom(options.databaseTime(), options.retentionDays);
  const attended = await attendPages(tx, website, interned.hits, ofHits, folded, keepFrom);

  const { idOf } = interned;
  const hasAttention = attended.ofHits.size + attended.stored.length > 0;
  // Retention would remove the visits of an import again at once, and no hit of it can still belong to them.
  const kept = options.into ? new Map([...visits].filter(([day]) => day >= keepFrom)) : visits;
  const places = {
    keepFrom,
    nextHit: state.nextHit,
    visitNos,
    attended,
    event: EVENT,
    page: PAGE,
    host: HOST,
    importId: options.into?.id,
    idOf,
  };
  const changes = changesOf(sums, idOf);
  // Statements of one table are written while the engine runs those of another.
  const [nextHit] = await together([
    saveHits(tx, website, interned.hits, order, places),
    saveSums(tx, dialect, website, changes, hasAttention),
    saveVisits(tx, dialect, website, kept, idOf, options.into?.id),
    saveAmounts(tx, dialect, website, [...amounts.values()], idOf),
    saveProperties(tx, dialect, website, [...properties.values()], idOf),
    options.into && saveUndo(tx, website, options.into, changes, folded, idOf, visits),
  ]);
  await saveAttention(tx, dialect, website, attended.stored);
  const nextValue = await interned.write(tx, dialect, sums);

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
  const change = { visitors: [...(visits.get(openDay)?.keys() ?? [])], at: options.now() };
  const next = { touchesClosed, change, openDay, nextValue, nextHit, keptFrom: incomplete };
  const advanced = await advanceFold(tx, dialect, website, state, next);
  if (!advanced) throw new FoldConflict(`Website ${website} was folded by another process in the meantime.`);
  const firstDay = hits.reduce((earliest, { day }) => Math.min(earliest, day), openDay);
  if (firstDay < openDay || reopens) await voidBlocks(tx, website, { day: firstDay, month: monthNumber(firstDay) });
  return interned.remember;
}

/** Resolves to the first result when all are over, which a transaction must wait for; rejects if one was rejected. */
async function together<T>(all: readonly [Promise<T>, ...unknown[]]): Promise<[T]> {
  await Promise.allSettled(all);
  await Promise.all(all);
  return [await all[0]];
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
