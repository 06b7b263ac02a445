import { readDayVersions } from '../db/columns/late-days.ts';
import { readFoldedDays } from '../db/columns/read.ts';
import { type Dialect, type Executor, isUnavailable } from '../db/dialect.ts';
import type { Database } from '../db/open.ts';
import { voidBlocks } from '../db/rollups/block-state.ts';
import { advanceFold, type FoldState, isRegistered, lockFold, readKeptFrom } from '../db/rollups/fold-state.ts';
import { lastDayBefore, replaceSums } from '../db/rollups/sums.ts';
import { forgetValuesSince, moveValuesSince, readValuesSince, unfilledWebsites } from '../db/rollups/value-since.ts';
import { retriedTransaction } from '../db/transaction.ts';
import { fillVisits } from '../db/visits/fill.ts';
import { DIMENSIONS } from '../domain/statistics.ts';
import { recount } from './recount.ts';

/** After as many counts that a fold overtook, the website is locked while its day is counted. */
const ATTEMPTS = 3;

/**
 * Counts statistics that were added by an upgrade for the days before it, as far as visits are stored: the latest days
 * first, each in transactions of its own, with the values that can be worked out and under the empty value otherwise.
 * Stops early when `signal` is aborted; the next call goes on from there. Returns the number of days. What goes wrong
 * with one website is thrown once all others are done.
 */
export async function fillStatistics(database: Database, signal?: AbortSignal): Promise<number> {
  const { dialect } = database;
  let days = 0;
  const failures: unknown[] = [];
  for (const website of await unfilledWebsites(dialect)) {
    try {
      while (!signal?.aborted && (await fillNext(dialect, website))) days++;
    } catch (error) {
      // The other websites would fail as well.
      if (isUnavailable(dialect.fault(error))) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return days;
}

/** Counts the next day of a website; returns false when there is none. */
async function fillNext(dialect: Dialect, website: number): Promise<boolean> {
  const since = (await readValuesSince(dialect, dialect, [website])).get(website) ?? [];
  const from = Math.max(0, ...since.map(({ filledFrom }) => filledFrom));
  const rollups = since.filter(({ filledFrom }) => filledFrom === from).map(({ rollup }) => rollup);
  if (from === 0 || !(await isRegistered(dialect, website))) return false;
  const day = await lastDayBefore(dialect, website, from);
  const isKept = day !== null && day >= (await readKeptFrom(dialect, website));
  if (isKept) await fillDay(dialect, website, day, rollups);
  else await finish(dialect, website, rollups, day === null);
  return isKept;
}

async function fillDay(dialect: Dialect, website: number, day: number, rollups: readonly number[]): Promise<void> {
  const range = { from: day, to: day };
  await fillVisits(
    { dialect, website, day },
    DIMENSIONS.filter(({ rollup }) => rollups.includes(rollup)),
  );
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt > ATTEMPTS;
    // Counting takes longer than writing, so the fold does not wait for it.
    const ahead = isLast
      ? null
      : await dialect.snapshot(async tx => ({
          mark: await markOf(tx, website, day),
          counted: (await recount(tx, dialect, website, range, rollups)).rows,
        }));
    const isDone = await retriedTransaction(dialect, async tx => {
      const state = await lockFold(tx, dialect, website);
      if (ahead && ahead.mark !== (await markOf(tx, website, day, state))) return false;
      const counted = ahead?.counted ?? (await recount(tx, dialect, website, range, rollups)).rows;
      await replaceSums(tx, dialect, website, range, rollups, [...counted.values()]);
      const change = { visitors: [], at: Date.now() };
      await advanceFold(tx, dialect, website, state, { ...state, touchesClosed: true, change });
      await voidBlocks(tx, dialect, website, [day]);
      const { derived, others } = partsOf(rollups);
      await moveValuesSince(tx, website, derived, { filledFrom: day, knownFrom: day });
      await moveValuesSince(tx, website, others, { filledFrom: day });
      return true;
    });
    if (isDone) return;
  }
}

/** Returns a text that differs after every change of the visits of a day. */
async function markOf(tx: Executor, website: number, day: number, locked?: FoldState): Promise<string> {
  const state = locked ?? (await readFoldedDays(tx, website));
  if (!state || day >= state.openDay) return `open ${state?.version}`;
  return `closed ${(await readDayVersions(tx, website, { from: day, to: day })).get(day) ?? 0}`;
}

/** Earlier days have no visits any more, or never had any. */
async function finish(dialect: Dialect, website: number, rollups: readonly number[], isWhole: boolean): Promise<void> {
  const { derived, others } = partsOf(rollups);
  await retriedTransaction(dialect, async tx => {
    if (isWhole) await forgetValuesSince(tx, website, derived);
    else await moveValuesSince(tx, website, derived, { filledFrom: 0 });
    await moveValuesSince(tx, website, others, { filledFrom: 0 });
  });
}

/** Separates the rollups whose values can be worked out from stored visits and hits from the others. */
function partsOf(rollups: readonly number[]): { readonly derived: number[]; readonly others: number[] } {
  const isDerived = (rollup: number) =>
    DIMENSIONS.some(one => one.rollup === rollup && (one.latest !== undefined || one.derive !== undefined));
  return { derived: rollups.filter(isDerived), others: rollups.filter(rollup => !isDerived(rollup)) };
}
