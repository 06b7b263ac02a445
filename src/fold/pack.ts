import type { Executor } from '../db/dialect.ts';
import type { Database } from '../db/open.ts';
import { type BlockState, packDay, packDays, readBlockState, writeBlockState } from '../db/rollups/blocks.ts';
import { foldedWebsites, lockFold } from '../db/rollups/fold-state.ts';
import { lastSettledDay } from '../db/rollups/held-import.ts';
import { keptDays } from '../db/rollups/sums.ts';
import { retriedTransaction } from '../db/transaction.ts';
import { lastDayOfWeek, monthNumber, weekNumber } from '../domain/calendar.ts';
import { STATISTICS } from '../domain/statistics.ts';

/** The rollups that are packed. */
export const PACKED: readonly number[] = [...new Set(STATISTICS.map(({ rollup }) => rollup))];

/**
 * Packs the completed days and months of a website that are not packed yet, each in its own transaction, so that the
 * fold never waits long; a week is packed with its last day. Returns how many days and months were packed; stops early
 * when `signal` is aborted, and before the days that hits of an import can still change.
 */
export async function packWebsite(database: Database, website: number, signal?: AbortSignal): Promise<number> {
  const { dialect } = database;
  let packed = 0;
  while (!signal?.aborted) {
    const more = await retriedTransaction(dialect, async tx => {
      const { openDay } = await lockFold(tx, dialect, website);
      // Each batch of an import voids what is packed of its days and the later ones.
      const last = Math.min(openDay - 1, await lastSettledDay(tx, website));
      const before = (await readBlockState(tx, website)) ?? (await nothingPacked(tx, website));
      if (!before) return false;
      if (before.day < last) {
        const day = before.day + 1;
        const week = weekNumber(day);
        await packDay(tx, website, day, PACKED);
        if (day === lastDayOfWeek(week)) await packDays(tx, website, 'week', week, PACKED);
        await writeBlockState(tx, dialect, website, { ...before, day });
      } else if (before.month < monthNumber(last + 1) - 1) {
        await packDays(tx, website, 'month', before.month + 1, PACKED);
        await writeBlockState(tx, dialect, website, { ...before, month: before.month + 1 });
      } else return false;
      return true;
    });
    if (!more) break;
    packed++;
  }
  return packed;
}

/** Returns the state before the first day with rows; null if there is none. */
async function nothingPacked(tx: Executor, website: number): Promise<BlockState | null> {
  const kept = await keptDays(tx, website);
  return kept && { day: kept.from - 1, month: monthNumber(kept.from) - 1 };
}

/** Packs all websites; returns how many days and months were packed. */
export async function packRollups(database: Database, signal?: AbortSignal): Promise<number> {
  let packed = 0;
  for (const id of await foldedWebsites(database.dialect)) {
    packed += await packWebsite(database, id, signal);
  }
  return packed;
}
