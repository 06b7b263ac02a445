import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, reachable } from '../db/open.ts';
import { firstDayOf, purgeDay, purgeOld, purgeSome } from '../db/purge.ts';
import { raiseKeptFrom } from '../db/rollups/fold-state.ts';
import { type Table, tablesKept, WEBSITE_TABLES } from '../db/tables.ts';
import { purgeHitIds } from '../db/visits/hits.ts';
import { DAY } from '../domain/calendar.ts';
import { counted } from '../domain/counted.ts';
import { localDay } from '../domain/time-zone.ts';

const HOUR = 3_600_000;
/** The number of rows that one transaction removes, small enough that a waiting fold is not held up. */
const STEP = 1_000;
const CLIENT_IDS_LAST = 48 * HOUR;
/** For this long, the spool of a dead process may still bring back hits of a deleted website. */
const WATCHED = 7 * DAY;

/** Removes hits and visits older than `days`, after storing how far, so that no recount reaches behind it. */
export async function removeOldHits(
  database: Database,
  { days, now, signal }: { days: number; now: number; signal: AbortSignal },
): Promise<string> {
  const { dialect } = database;
  const tables = tablesKept('RETENTION_DAYS');
  const removed = { hits: 0, visits: 0 };
  const count = ({ name }: Table, rows: number) => {
    removed[name === 'visit' ? 'visits' : 'hits'] += rows;
  };
  const salts = await database.salts.findAll({ attributes: ['day'], raw: true });
  const salted = new Set(salts.map(({ day }) => day));
  const ofDays = tables.filter(({ kept }) => kept.column === 'day');
  for (const { id, timezone } of await database.websites.findAll({ attributes: ['id', 'timezone'], raw: true })) {
    const keepFrom = localDay(now, timezone).day - days;
    for (const table of ofDays) {
      let from = 0;
      for (;;) {
        const day = await firstDayOf(dialect, table, id, from, keepFrom);
        if (day === null || signal.aborted) break;
        from = day + 1;
        // While hits for that day are still being filled in, a visitor would count again if the visit were gone.
        if (table.name === 'visit' && salted.has(day)) continue;
        await raiseKeptFrom(dialect, id, day + 1);
        count(table, await inSteps(signal, () => purgeDay(dialect, table, id, day, STEP)));
      }
    }
  }
  for (const table of tables.filter(({ kept }) => kept.column !== 'day'))
    count(table, await inSteps(signal, () => purgeOld(dialect, table, now - days * DAY, STEP)));
  return `Removed ${counted(removed.hits, 'hit')} and ${counted(removed.visits, 'visit')}.`;
}

/** Removes the client ids of hits seen more than 48 hours ago. Returns a sentence. */
export async function removeClientIds(database: Database, now: number, signal: AbortSignal): Promise<string> {
  const lastDay = Math.floor((now - CLIENT_IDS_LAST) / DAY) - 1;
  let removed = 0;
  for (const { id } of await database.websites.findAll({ attributes: ['id'], raw: true })) {
    let after: Buffer | null = Buffer.alloc(0);
    while (after !== null && !signal.aborted) {
      const started = performance.now();
      const { purged, next } = await purgeHitIds(database.dialect, id, after, { lastDay, step: STEP });
      removed += purged;
      after = next;
      if (after !== null) await rest(performance.now() - started, signal);
    }
  }
  return `Removed ${counted(removed, 'client ID')}.`;
}

/** Removes expired sessions, and records of deliveries, job runs and spools that are too old to matter. Returns a sentence. */
export async function removeLeftovers(database: Database, now: number, signal: AbortSignal): Promise<string> {
  const { dialect } = database;
  let removed = 0;
  for (const table of tablesKept('days')) {
    const until = now - Number(table.kept.days) * DAY;
    removed += await inSteps(signal, () => purgeOld(dialect, table, until, STEP));
  }
  return `Removed ${counted(removed, 'row')}.`;
}

/** Removes the rows of deleted websites in transactions of at most `step`; returns how many. It can be stopped. */
export async function purgeTrash(
  database: Database,
  step: number,
  { now = Date.now(), signal }: { readonly now?: number; readonly signal?: AbortSignal } = {},
): Promise<number> {
  let purged = 0;
  const order = ['deletedAt', 'websiteId'];
  for (const deleted of await reachable(database, () => database.websiteTrash.findAll({ order, raw: true }))) {
    const { websiteId, deletedAt } = deleted;
    for (const table of WEBSITE_TABLES) {
      for (let some = step; some === step && !signal?.aborted; purged += some) {
        some = await reachable(database, () => purgeSome(database.dialect, table, 'website_id = ?', [websiteId], step));
      }
    }
    if (signal?.aborted) break;
    if (now - deletedAt > WATCHED)
      await reachable(database, () => database.websiteTrash.destroy({ where: { websiteId } }));
  }
  return purged;
}

async function inSteps(signal: AbortSignal, purge: () => Promise<number>): Promise<number> {
  let removed = 0;
  while (!signal.aborted) {
    const started = performance.now();
    const some = await purge();
    removed += some;
    if (some < STEP) break;
    await rest(performance.now() - started, signal);
  }
  return removed;
}

/** Pauses for as long as the step took, so that others can use the database. */
async function rest(taken: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.max(10, taken), undefined, { signal }).catch(() => undefined);
}
