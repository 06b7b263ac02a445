import { lastDayOfMonth, monthNumber } from '../../domain/calendar.ts';
import type { DayRange } from '../../domain/range.ts';
import type { Dialect, Executor } from '../dialect.ts';
import { insertRows, lookUp } from '../sql.ts';

/**
 * What is packed of all rollups of a website: its days up to `day` (since 1970-01-01), its months up to `month` (since
 * January 1970), both inclusive, and the weeks that end by `day`; but nothing that has days among those of `voided`.
 */
export interface BlockState {
  readonly day: number;
  readonly month: number;
  readonly voided: DayRange | null;
}

const TABLE = 'rollup_block_state';
/** The columns; days that are voided stay null where there are none. */
export const BLOCK_STATE = ['day', 'month', 'void_from', 'void_to'] as const;

/** Returns null before anything was packed. */
export async function readBlockState(tx: Executor, website: number): Promise<BlockState | null> {
  const [row] = await lookUp<{ day: number; month: number; void_from: number | null; void_to: number | null }>(tx, {
    table: TABLE,
    columns: BLOCK_STATE,
    website,
  });
  if (!row) return null;
  const { day, month, void_from: from, void_to: to } = row;
  return { day, month, voided: from === null || to === null ? null : { from, to } };
}

export async function writeBlockState(
  tx: Executor,
  dialect: Dialect,
  website: number,
  { day, month, voided }: BlockState,
): Promise<void> {
  await insertRows(tx, {
    table: TABLE,
    columns: ['website_id', ...BLOCK_STATE],
    after: dialect.onConflict(['website_id'], [], BLOCK_STATE),
    rows: [[website, day, month, voided?.from ?? 'NULL', voided?.to ?? 'NULL']],
  });
}

/**
 * Invalidates the blocks of some days, their weeks and their months; call it after `lockFold` in the transaction that
 * changes the rows. A website has one range of such days, so what lies between them is packed again, too.
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
  if (state.voided) [from, to] = [Math.min(from, state.voided.from), Math.max(to, state.voided.to)];
  await writeBlockState(
    tx,
    dialect,
    website,
    to < state.day
      ? { ...state, voided: { from, to } }
      : { day: from - 1, month: Math.min(state.month, monthNumber(from) - 1), voided: null },
  );
}

/** Returns whether all that `state` says to be packed is packed in a later state, too. */
export function isStillPacked(state: BlockState, later: BlockState): boolean {
  const { voided } = later;
  return (
    state.day <= later.day &&
    state.month <= later.month &&
    (!voided || (state.voided !== null && state.voided.from <= voided.from && voided.to <= state.voided.to))
  );
}

/** Returns whether a month is packed, as a whole. */
export function isMonthPacked({ month, voided }: BlockState, asked: number): boolean {
  return asked <= month && !(voided && monthNumber(voided.from) <= asked && voided.to > lastDayOfMonth(asked - 1));
}
