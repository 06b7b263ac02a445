import type { RollupQuery } from '../counting/rollups.ts';
import type { Vector } from '../counting/vector.ts';

import type { ImportPeriod } from '../db/rollups/imported.ts';
import type { FoldedState, RollupSlice } from '../db/rollups/rollups.ts';
import type { BlockPeriod } from '../db/rollups/seals.ts';
import {
  firstDayOfMonth,
  firstDayOfWeek,
  lastDayOfMonth,
  monthNumber,
  type Stretch,
  splitMonths,
  splitWeeks,
  weekNumber,
} from '../domain/calendar.ts';

type WithoutWebsites<Slice> = Slice extends unknown ? Omit<Slice, 'websites'> : never;

/** A part of the rollups to read for one website. */
export type Piece = WithoutWebsites<RollupSlice>;

/** Collects the pieces to read for many websites: pieces that differ only in their website become one slice. */
class SlicePlan {
  readonly #places = new Map<string, number>();
  readonly #pieces: Piece[] = [];
  readonly #websites: Set<number>[] = [];

  /** Returns the position of the slice; pieces with the same key share one, which begins with the earliest of them. */
  add(website: number, piece: Piece, key = JSON.stringify(piece)): number {
    const place = this.#places.get(key);
    if (place === undefined) {
      this.#places.set(key, this.#pieces.length);
      this.#websites.push(new Set([website]));
      return this.#pieces.push(piece) - 1;
    }
    this.#websites[place]?.add(website);
    const { from } = this.#pieces[place] as Piece;
    if (piece.from < from) this.#pieces[place] = piece;
    return place;
  }

  slices(): RollupSlice[] {
    return this.#pieces.map((piece, place) => ({ ...piece, websites: [...(this.#websites[place] ?? [])] }));
  }
}

/** Websites without hits for more than this many days before the newest count as silent. */
const SILENT = 7;

/**
 * Returns a state that claims no more than `state` does. Silent websites are treated as closed and packed up to the end
 * of a month, so that those of a batch share their slices; with exact states, each would need its own.
 */
function coarseState(state: FoldedState, newest: number): FoldedState {
  if (state.openDay >= newest - SILENT) return state;
  const month = monthNumber(state.openDay);
  const openDay = firstDayOfMonth(month);
  return {
    ...state,
    openDay,
    packed: {
      ...state.packed,
      day: Math.min(state.packed.day, openDay - 1),
      month: Math.min(state.packed.month, month - 1),
    },
  };
}

/**
 * Returns the completed days of a value query as pieces: whole months and weeks come from blocks where they are packed.
 */
function closedPieces(query: RollupQuery, state: FoldedState): Piece[] {
  const { from } = query;
  const to = Math.min(query.to, state.openDay - 1);
  const { voided } = state.packed;
  if (!voided) return packedPieces(query, [from, to], state);
  return [
    ...packedPieces(query, [from, Math.min(to, voided.from - 1)], state),
    ...unpacked(query, [Math.max(from, voided.from), Math.min(to, voided.to)], state),
    ...packedPieces(query, [Math.max(from, voided.to + 1), to], state),
  ];
}

/** Returns days of which those up to `packed` have blocks. */
function packedPieces(query: RollupQuery, [from, to]: Stretch, state: FoldedState): Piece[] {
  const { rollup } = query;
  const { day, month } = state.packed;
  const blocks = (period: BlockPeriod, [first, last]: Stretch): Piece[] =>
    first <= last ? [{ source: 'blocks', rollup, period, from: first, to: last }] : [];
  const end = Math.min(to, lastDayOfMonth(month));
  const { whole, days } = splitMonths(from, end);
  const pieces = whole ? blocks('month', whole) : [];
  for (const [first, last] of [...days, [Math.max(from, end + 1), to] as const]) {
    const weeks = splitWeeks(first, Math.min(last, day));
    if (weeks.whole) pieces.push(...blocks('week', weeks.whole));
    pieces.push(...weeks.days.flatMap(stretch => blocks('day', stretch)));
    pieces.push(...unpacked(query, [Math.max(first, day + 1), last], state));
  }
  return pieces;
}

/** Days times values of one piece of rows: a body of 200,000 rows takes 30 ms to add up. */
export const LIMITS = { rows: 1_000_000 };

/** Returns days as rows, some weeks at once where they may be very many. Websites of about one size have the same pieces. */
function unpacked(query: RollupQuery, [first, last]: Stretch, { values }: FoldedState): Piece[] {
  if (first > last) return [];
  if ((last - first + 1) * values <= LIMITS.rows) return [dayRows(query, first, last)];
  const weeks = 2 ** Math.floor(Math.log2(Math.max(1, LIMITS.rows / (7 * values))));
  const pieces: Piece[] = [];
  for (let from = first; from <= last; ) {
    const next = firstDayOfWeek((Math.floor(weekNumber(from) / weeks) + 1) * weeks);
    pieces.push(dayRows(query, from, Math.min(last, next - 1)));
    from = next;
  }
  return pieces;
}

/** Returns days of a query as rows. */
function dayRows({ rollup, by, metrics }: RollupQuery, from: number, to: number): Piece {
  return { source: 'rows', rollup, from, to, metrics, by };
}

/** Returns the part of a query that imports hold: whole months and days by value, everything else by time. */
function importedPieces({ rollup, by, from, to, only }: WebsiteQuery, state: FoldedState): Piece[] {
  const imports = typeof only === 'number' ? [only] : state.imports;
  if (imports.length === 0 || only === 'hits') return [];
  const blocks = (period: ImportPeriod, [first, last]: Stretch): Piece[] =>
    first <= last ? [{ source: 'imports', rollup, period, from: first, to: last, imports }] : [];
  if (by !== 'value') return blocks('time', [from, to]);
  const { whole, days } = splitMonths(from, to);
  return [...(whole ? blocks('month', whole) : []), ...days.flatMap(stretch => blocks('day', stretch))];
}

/** The sums to read for one website. */
export interface WebsiteQuery extends RollupQuery {
  readonly website: number;
  readonly only?: Only;
}

/** Nothing but what comes from hits, the sums of the website's imports, or those of one import, whether or not it counts yet. */
export type Only = 'hits' | 'imported' | number;

export function keyOf(query: WebsiteQuery): string {
  return `${query.website} ${keyOfQuery(query)} ${query.only ?? ''}`;
}

function keyOfQuery({ rollup, by, from, to, metrics }: RollupQuery): string {
  return `${rollup} ${by} ${from} ${to} ${metrics.join()}`;
}

function closedKeyOf({ website, rollup, by, from, to, metrics, only }: WebsiteQuery, state: FoldedState): string {
  const { closedVersion, openDay } = state;
  const part = state.imports.length === 0 && only === 'hits' ? undefined : only;
  return `${website}:${rollup}:${by}:${from}:${state.imports.length > 0 ? to : Math.min(to, openDay - 1)}:${metrics.join()}:${closedVersion}:${openDay}:${part ?? ''}`;
}

/** The queries for one website, by key. */
export type Questions = ReadonlyMap<string, WebsiteQuery>;

/** How the result of one query is assembled. */
export interface Plan {
  readonly query: WebsiteQuery;
  readonly key: string;
  readonly closedKey: string;
  /** The cached sums of completed days, if any. */
  readonly kept: Vector | undefined;
  /** The positions of the slices with completed and with open days; by day and by hour, one slice has both. */
  readonly closed: readonly number[];
  readonly open: readonly number[];
}

/**
 * Plans the slices to read for the queries of many websites, given how far each is thought to be folded. `keptOf` returns
 * the cached sums of completed days.
 */
export function planSlices(
  unknown: ReadonlyMap<number, Questions>,
  guesses: ReadonlyMap<number, FoldedState>,
  keptOf: (closedKey: string) => Vector | undefined,
) {
  const [closed, open] = [new SlicePlan(), new SlicePlan()];
  const newest = Math.max(...[...unknown.keys()].map(website => guesses.get(website)?.openDay ?? 0));
  const plans = new Map<number, Plan[]>();
  for (const [website, questions] of unknown) {
    const exact = guesses.get(website) as FoldedState;
    const coarse = coarseState(exact, newest);
    plans.set(
      website,
      [...questions].map(([key, query]) => {
        const state = query.by === 'value' ? coarse : exact;
        const closedKey = closedKeyOf(query, state);
        const kept = keptOf(closedKey);
        const imported = kept ? [] : importedPieces(query, exact).map(piece => closed.add(website, piece));
        const plan = { query, key, closedKey, kept };
        const isOfImports = query.only !== undefined && query.only !== 'hits';
        // The open day is the latest day with hits.
        const isSilent = exact.openDay < query.from || isOfImports;
        if (query.by === 'value') {
          const first = Math.max(query.from, state.openDay);
          return {
            ...plan,
            closed:
              kept || isOfImports
                ? imported
                : [...closedPieces(query, state).map(piece => closed.add(website, piece)), ...imported],
            open: isSilent || first > query.to ? [] : [open.add(website, dayRows(query, first, query.to))],
          };
        }
        // The ids separate completed days from open ones, so one slice has both, for all websites.
        const first = kept ? Math.max(query.from, state.openDay) : query.from;
        const name = `${keyOfQuery(query)} ${kept !== undefined}`;
        const isNeeded = !isSilent && first <= query.to;
        return {
          ...plan,
          closed: imported,
          open: isNeeded ? [open.add(website, dayRows(query, first, query.to), name)] : [],
        };
      }),
    );
  }
  return { plans, closed: closed.slices(), open: open.slices() };
}
