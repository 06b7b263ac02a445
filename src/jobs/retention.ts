import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/open.ts';
import { firstDayOf, KEPT_TABLES, purgeDay, purgeHitIds, purgeOld, saltedDays } from '../db/purge-rows.ts';
import { readWebsites } from '../db/website-rows.ts';
import { localDay } from '../domain/day.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Rows a transaction removes: few enough that the fold, which may wait for it, does not notice. */
const STEP = 1_000;
const CLIENT_IDS_LAST = 48 * HOUR;
const HISTORY_LASTS = 35 * DAY;
/** What keeps a report from going out twice must outlast its period by far, also when a clock goes wrong for a while. */
const SENT_LASTS = 400 * DAY;

/** Removes hits and visits of days that are more than `days` before the website's today; the rollups stay. */
export async function removeOldHits(
  database: Database,
  { days, now, signal }: { days: number; now: number; signal: AbortSignal },
): Promise<string> {
  const { dialect } = database;
  const removed = { hit: 0, visit: 0 };
  const salted = await saltedDays(dialect);
  for (const { id, timezone } of await readWebsites(dialect)) {
    const keepFrom = localDay(now, timezone).day - days;
    for (const table of Object.keys(KEPT_TABLES) as (keyof typeof KEPT_TABLES)[]) {
      let from = 0;
      for (;;) {
        const day = await firstDayOf(dialect, table, id, from, keepFrom);
        if (day === null || signal.aborted) break;
        from = day + 1;
        // A visitor of a day that is being filled in now would count once more if the visit were gone.
        if (table === 'visit' && salted.has(day)) continue;
        removed[table] += await inSteps(signal, () => purgeDay(dialect, table, id, day, STEP));
      }
    }
  }
  removed.hit += await inSteps(signal, () => purgeOld(dialect, 'bad_hit', now - days * DAY, STEP));
  return `Removed ${removed.hit} hits and ${removed.visit} visits.`;
}

/** Removes the ids of hits that were seen more than 48 hours ago. */
export async function removeClientIds(database: Database, now: number, signal: AbortSignal): Promise<string> {
  const lastDay = Math.floor((now - CLIENT_IDS_LAST) / DAY) - 1;
  let removed = 0;
  for (const { id } of await readWebsites(database.dialect)) {
    let after: Buffer | null = Buffer.alloc(0);
    while (after !== null && !signal.aborted) {
      const started = performance.now();
      const { purged, next } = await purgeHitIds(database.dialect, id, after, { lastDay, step: STEP });
      removed += purged;
      after = next;
      if (after !== null) await rest(performance.now() - started, signal);
    }
  }
  return `Removed ${removed} client ids.`;
}

/** Removes expired sessions, and what was sent and which background work ran so long ago that nobody asks for it any more. */
export async function removeLeftovers(database: Database, now: number, signal: AbortSignal): Promise<string> {
  const { dialect } = database;
  const sessions = await inSteps(signal, () => purgeOld(dialect, 'session', now, STEP));
  let sent = 0;
  for (const table of ['report', 'alert_delivery'] as const)
    sent += await inSteps(signal, () => purgeOld(dialect, table, now - SENT_LASTS, STEP));
  const runs = await inSteps(signal, () => purgeOld(dialect, 'job_run', now - HISTORY_LASTS, STEP));
  return `Removed ${sessions} sessions, ${sent} records of mail and calls, and ${runs} runs.`;
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

/** Leaves the database to the others for as long as it was taken. */
async function rest(taken: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.max(10, taken), undefined, { signal }).catch(() => undefined);
}
