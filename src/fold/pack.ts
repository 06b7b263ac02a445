import type { Executor } from '../db/dialect.ts';
import type { Database } from '../db/open.ts';
import { type BlockState, readBlockState, UNPACKED, writeBlockState } from '../db/rollups/block-state.ts';
import { packDay, packDays } from '../db/rollups/blocks.ts';
import { foldedWebsites, isRegistered, lockFold } from '../db/rollups/fold-state.ts';
import { lastSettledDay } from '../db/rollups/held-import.ts';
import { firstDayWithSums } from '../db/rollups/sums.ts';
import { retriedTransaction } from '../db/transaction.ts';
import { lastDayOfMonth, lastDayOfWeek, monthNumber, weekNumber } from '../domain/calendar.ts';
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
      // Locking would leave a row of a website that is gone.
      if (!(await isRegistered(tx, website))) return false;
      const { openDay } = await lockFold(tx, dialect, website);
      // Each batch of an import voids what is packed of its days.
      const last = Math.min(openDay - 1, await lastSettledDay(tx, website));
      const before = (await readBlockState(tx, website)) ?? (await nothingPacked(tx, website));
      const after = before && (await packNext(tx, website, before, last));
      if (after) await writeBlockState(tx, dialect, website, after);
      return after !== null;
    });
    if (!more) break;
    packed++;
  }
  return packed;
}

/** Packs the next day or month up to the day `last`; returns the state after it, or null if there is none. */
async function packNext(tx: Executor, website: number, state: BlockState, last: number): Promise<BlockState | null> {
  const { day: packedDay, month: packedMonth, voided } = state;
  const isAgain = voided !== null && voided.from <= last;
  const day = isAgain ? voided.from : packedDay + 1;
  if (day <= last) {
    await packDay(tx, website, day, PACKED);
    // A week or month is packed with its last day, or again with the last of its days that was voided.
    const isLastAgain = day === voided?.to;
    const week = weekNumber(day);
    const endOfWeek = lastDayOfWeek(week);
    if (day === endOfWeek || (isLastAgain && endOfWeek <= packedDay))
      await packDays(tx, website, 'week', week, PACKED, state);
    if (!isAgain) return { ...state, day };
    const month = monthNumber(day);
    if (month <= packedMonth && (isLastAgain || day === lastDayOfMonth(month)))
      await packDays(tx, website, 'month', month, PACKED, state);
    return { ...state, voided: isLastAgain ? null : { ...voided, from: day + 1 } };
  }
  const month = packedMonth + 1;
  if (month >= monthNumber(last + 1)) return null;
  await packDays(tx, website, 'month', month, PACKED, state);
  return { ...state, month };
}

/** Returns the state before the first day with rows; null if there is none. */
async function nothingPacked(tx: Executor, website: number): Promise<BlockState | null> {
  const first = await firstDayWithSums(tx, website, PACKED);
  return first === null ? null : { ...UNPACKED, first, day: first - 1, month: monthNumber(first) - 1 };
}

/** Packs all websites; returns how many days and months were packed. */
export async function packRollups(database: Database, signal?: AbortSignal): Promise<number> {
  let packed = 0;
  for (const id of await foldedWebsites(database.dialect)) {
    packed += await packWebsite(database, id, signal);
  }
  return packed;
}
