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
import { valueHash } from '../db/rollups/values.ts';
import { insertRows, SharedTransaction } from '../db/sql.ts';
import { findHitIds } from '../db/visits/hits.ts';
import { daysWithVisits } from '../db/visits/visits.ts';
import { keptFrom, latestDay, monthNumber } from '../domain/calendar.ts';
import { findStatistic } from '../domain/statistics.ts';
import { type Hit, idText } from '../domain/stored-hit.ts';
import { attendPages, saveAttention } from './attention.ts';
import { FoldConflict } from './fold-conflict.ts';
import { intern } from './intern.ts';
import type { KnownValues } from './known-values.ts';
import { saveProperties } from './properties.ts';
import { saveAmounts, saveHits, withoutRepeats } from './store.ts';
import { saveSums } from './sums.ts';
import { type ImportBatch, saveUndo } from './undo.ts';
import { inOrderOfKeys, loadLatestHits, loadVisits, saveVisits, visitorsOf } from './visits.ts';

const EVENT = findStatistic('event')?.rollup ?? 0;
const PAGE = findStatistic('page')?.rollup ?? 0;
const HOST = findStatistic('host')?.rollup ?? 0;
const DAY = 86_400_000;

/** A hit and its number in its spool. */
export interface NumberedHit {
  readonly number: number;
  readonly hit: Hit;
}

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
  numbered: readonly NumberedHit[],
  options: FoldOptions,
): Promise<FoldCount> {
  const { remember, ...count } = await database.dialect.transaction(tx =>
    foldInto(tx, database, website, spool, numbered, options),
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
  websites: readonly (readonly [website: number, numbered: readonly NumberedHit[]])[],
  options: FoldOptions,
): Promise<FoldCount[]> {
  const folded = await database.dialect.transaction(async tx => {
    const shared = new SharedTransaction(tx);
    const ended = await Promise.allSettled(
      websites.map(([website, numbered]) => foldInto(shared, database, website, spool, numbered, options)),
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
  numbered: readonly NumberedHit[],
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
  const ahead = numbered.filter(({ number }) => number > done);
  const last = ahead.at(-1);
  if (!last) return nothing;
  const now = options.now();
  await checkpoint.write(tx, dialect, last.number, now);

  const today = Math.floor(Math.max(now, options.databaseTime()) / DAY);
  const { hits, repeats } = await dropRepeats(tx, website, ahead, today);
  hits.sort((a, b) => a.time - b.time);
  const remember = await storeHits(tx, dialect, website, state, hits, options);
  await countRepeats(tx, database, website, repeats);
  return { stored: hits.length, duplicates: repeats.length, remember };
}

/**
 * Computes what a website's hits, which must be ordered by time, add to its data, and writes it. `unseen` promises that
 * none of their visitors has stored visits on the same day, as the fast loader knows. Returns a function to call after
 * the commit.
 */
export async function storeHits(
  tx: Executor,
  dialect: Dialect,
  website: number,
  state: FoldState,
  hits: readonly Hit[],
  options: FoldOptions & { readonly unseen?: boolean; readonly into?: ImportBatch },
): Promise<() => void> {
  const interned = await intern(tx, dialect, website, hits, {
    known: options.known,
    state,
    maxNewValues: options.maxNewValues,
  });
  const order = inOrderOfKeys(interned.hits);
  const visitors = visitorsOf(interned.hits, order);
  const { visits, ofHits } = visitors;
  if (!options.unseen) {
    await loadVisits(tx, dialect, website, visits);
    await loadLatestHits(tx, website, interned.hits, visitors);
  }
  const folded = attribute(interned.hits, ofHits);
  const { sums, visitNos, amounts, properties } = folded;
  const keepFrom = keptFrom(options.databaseTime(), options.retentionDays);
  const attended = await attendPages(tx, dialect, website, interned.hits, ofHits, folded, keepFrom);

  const { idOf } = interned;
  const hasAttention = attended.ofHits.size + attended.stored.length > 0;
  await saveSums(tx, dialect, website, sums, hasAttention, idOf);
  // Retention would remove the visits of an import again at once, and no hit of it can still belong to them.
  const kept = options.into ? new Map([...visits].filter(([day]) => day >= keepFrom)) : visits;
  await saveVisits(tx, dialect, website, kept, idOf, options.into?.id);
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
  const nextHit = await saveHits(tx, website, interned.hits, order, places);
  await saveAttention(tx, dialect, website, attended.stored);
  await saveAmounts(tx, dialect, website, [...amounts.values()], idOf);
  await saveProperties(tx, dialect, website, [...properties.values()], idOf);
  if (options.into) await saveUndo(tx, website, options.into, folded, idOf);
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

/**
 * Returns the days that are over because the day `to` is open instead of `from`. They get versions too, or a database
 * and an older copy of it could later have the same versions for different visits.
 */
async function closing(tx: Executor, website: number, from: number, to: number): Promise<number[]> {
  if (from === 0 || to <= from) return [];
  // Wrong clocks may have sent hits of the days that are skipped.
  return to === from + 1 ? [from] : [from, ...(await daysWithVisits(tx, website, from + 1, to - 1))];
}

async function dropRepeats(
  tx: Executor,
  website: number,
  numbered: readonly NumberedHit[],
  today: number,
): Promise<{ hits: Hit[]; repeats: Hit[] }> {
  const hashed = numbered.map(({ hit }) => ({ hit, idHashes: idHashesOf(hit) }));
  const hashes = hashed.flatMap(({ idHashes }) => idHashes);
  const seen = hashes.length === 0 ? new Set<string>() : await findHitIds(tx, website, [...new Set(hashes)]);
  const { hits, ids, repeats } = withoutRepeats(hashed, seen);
  await insertRows(tx, {
    table: 'hit_id',
    columns: ['website_id', 'id_hash', 'seen_day'],
    rows: ids.sort().map(id => [website, `x'${id}'`, today]),
  });
  return { hits, repeats };
}

/**
 * Returns the hash to store, and the one under which an earlier release stored the id, whoever had sent it. Both make a
 * hit a repeat, so that one which is sent again across the upgrade counts once.
 */
function idHashesOf(hit: Hit): string[] {
  if (hit.id === '') return [];
  return hit.source === null ? [valueHash(hit.id)] : [valueHash(idText(hit)), valueHash(hit.id)];
}

async function countRepeats(
  tx: Executor,
  { dialect }: Database,
  website: number,
  repeats: readonly Hit[],
): Promise<void> {
  const days = new Map<number, number>();
  for (const { day } of repeats) days.set(day, (days.get(day) ?? 0) + 1);
  await insertRows(tx, {
    table: 'dropped',
    columns: ['website_id', 'day', 'reason', 'hits'],
    after: dialect.onConflict(['website_id', 'day', 'reason'], ['hits']),
    rows: [...days].map(([day, hits]) => [website, day, "'duplicate'", hits]),
  });
}
