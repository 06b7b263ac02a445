import { monthNumber } from '../../domain/calendar.ts';
import type { DayRange } from '../../domain/range.ts';
import type { Dialect, Executor } from '../dialect.ts';
import { insertRows, lookUp } from '../sql.ts';
import { retriedTransaction } from '../transaction.ts';
import { isRegistered, lockFold } from './fold-state.ts';

/**
 * What is packed of all rollups of a website: the days (since 1970-01-01) from `first` to `day`, the months (since January
 * 1970) from that of `first` to `month`, all inclusive, and the weeks that end by `day`; but nothing that has days among
 * those of `voided`. Before `first`, there is nothing.
 */
export interface BlockState {
  readonly first: number;
  readonly day: number;
  readonly month: number;
  readonly voided: DayRange | null;
}

/** The state of a website of which nothing is packed. */
export const UNPACKED: BlockState = { first: 0, day: -1, month: -1, voided: null };

const TABLE = 'rollup_block_state';
/** The columns; days that are voided are null where there are none. */
export const BLOCK_STATE = ['first_day', 'day', 'month', 'void_from', 'void_to'] as const;

type Row = Readonly<Record<(typeof BLOCK_STATE)[number], number | null>>;

/** Returns null before anything was packed. */
export async function readBlockState(tx: Executor, website: number): Promise<BlockState | null> {
  const [row] = await lookUp<Row>(tx, { table: TABLE, columns: BLOCK_STATE, website });
  return row ? blockStateOf(BLOCK_STATE.map(column => row[column] ?? -1)) : null;
}

/** Returns the state in these cells, with -1 for those that are null. */
export function blockStateOf([first = 0, day = -1, month = -1, from = -1, to = -1]: readonly number[]): BlockState {
  return { first, day, month, voided: from < 0 ? null : { from, to } };
}

export async function writeBlockState(
  tx: Executor,
  dialect: Dialect,
  website: number,
  { first, day, month, voided }: BlockState,
): Promise<void> {
  await insertRows(tx, {
    table: TABLE,
    columns: ['website_id', ...BLOCK_STATE],
    after: dialect.onConflict(['website_id'], [], BLOCK_STATE),
    rows: [[website, first, day, month, voided?.from ?? 'NULL', voided?.to ?? 'NULL']],
  });
}

/**
 * Invalidates the blocks of some days, their weeks and their months; call it after `lockFold` in the transaction that
 * changes the rows. A website has one range of such days, so what lies between them is packed again, too; days before the
 * first join it with those up to it.
 */
export async function voidBlocks(
  tx: Executor,
  dialect: Dialect,
  website: number,
  days: Iterable<number>,
): Promise<void> {
  let [from, to] = [Infinity, -Infinity];
  for (const day of days) [from, to] = [Math.min(from, day), Math.max(to, day)];
  if (from > to) return;
  const state = await readBlockState(tx, website);
  if (!state || from > state.day) return;
  ({ from, to } = spanOf({ from, to }, state.voided));
  // Nothing before the first day has a seal.
  if (from < state.first) to = Math.max(to, state.first - 1);
  const first = Math.min(state.first, from);
  await writeBlockState(
    tx,
    dialect,
    website,
    to < state.day
      ? { ...state, first, voided: { from, to } }
      : { first, day: from - 1, month: Math.min(state.month, monthNumber(from) - 1), voided: null },
  );
}

/** Has days packed again whose blocks are damaged. */
export function voidDamaged(dialect: Dialect, website: number, { from, to }: DayRange): Promise<void> {
  return retriedTransaction(dialect, async tx => {
    if (!(await isRegistered(tx, website))) return;
    await lockFold(tx, dialect, website);
    await voidBlocks(tx, dialect, website, [from, to]);
  });
}

/** Returns whether all that `state` says to be packed is packed in a later state, too. */
export function isStillPacked(state: BlockState, later: BlockState): boolean {
  const { voided } = later;
  // Before the first day, too: there, a state says that there is nothing.
  const isClaimed = voided !== null && voided.from <= state.day;
  return (
    state.day <= later.day &&
    state.month <= later.month &&
    (!isClaimed || (state.voided !== null && state.voided.from <= voided.from && voided.to <= state.voided.to))
  );
}

/** Returns the days from the first to the last of two ranges. */
export function spanOf(days: DayRange, others: DayRange | null | undefined): DayRange {
  if (!others) return days;
  return { from: Math.min(days.from, others.from), to: Math.max(days.to, others.to) };
}
