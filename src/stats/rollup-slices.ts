import type { Executor } from '../db/dialect.ts';
import { isStillPacked } from '../db/rollups/block-state.ts';
import type { FoldedState, RollupSlice, SliceBody } from '../db/rollups/rollups.ts';
import { chunks } from '../db/sql.ts';
import type { DayRange } from '../domain/range.ts';
import type { FoldedStates } from './folded-states.ts';

/** Called with the bytes of everything read, as soon as they are known, and with less than 0 for what was in vain; it may throw. */
export type Spend = (bytes: number) => void;

/** The slices of some websites: of closed days, and those that have open days. */
interface Wanted {
  readonly websites: readonly number[];
  readonly closed: readonly RollupSlice[];
  readonly open: readonly RollupSlice[];
  /** Returns about how many values a website's rollup has. */
  readonly sizeOf: (website: number, rollup: number) => number;
}

/** Returns the bodies of a website at these places of the slices. */
type BodiesOf = (places: readonly number[], website: number) => readonly SliceBody[];
export type Bodies = Readonly<Record<'closed' | 'open', BodiesOf>>;

/** What was read; a website is torn if its slices do not belong to one state. */
interface Slices {
  readonly states: ReadonlyMap<number, FoldedState>;
  readonly torn: ReadonlySet<number>;
  readonly bodies: Bodies;
  /** The days of which blocks are damaged, by website. */
  readonly damaged: ReadonlyMap<number, DayRange>;
  /** The bytes that were spent on each website. */
  readonly spent: ReadonlyMap<number, number>;
}

/**
 * Reads slices and states. Those of open days are read last and together, because they change with every fold. A website
 * is torn if what is closed has changed between two statements, or is no longer packed, or, if the open days did not fit
 * into one, if it was folded.
 */
export async function readSlices(
  states: FoldedStates,
  { websites, closed, open, sizeOf }: Wanted,
  spend: Spend,
  executor?: Executor,
): Promise<Slices> {
  const isSplit = open.length > MOST_SLICES;
  const seen = new Map<number, FoldedState>();
  const torn = new Set<number>();
  const damaged = new Map<number, DayRange>();
  const spent = new Map<number, number>();
  const bodies: ReadonlyMap<number, readonly SliceBody[]>[] = [];
  for (const some of statementsOf(closed, open, sizeOf)) {
    const answer = await states.readWith(websites, some, executor);
    for (const [website, state] of answer.states) {
      const before = seen.get(website);
      if (before && !(isSplit ? before.version === state.version : isSameClosed(before, state))) torn.add(website);
      // What is packed meanwhile changes nothing; but only what was packed at first was so for all statements.
      seen.set(website, before ? { ...state, packed: before.packed } : state);
    }
    for (const found of answer.bodies)
      for (const [website, some] of found) {
        const bytes = some.reduce((sum, { length }) => sum + length, 0);
        spend(bytes);
        spent.set(website, (spent.get(website) ?? 0) + bytes);
      }
    for (const [website, days] of answer.damaged) damaged.set(website, days);
    bodies.push(...answer.bodies);
  }
  const bodiesFrom =
    (first: number): BodiesOf =>
    (places, website) =>
      places.flatMap(place => bodies[first + place]?.get(website) ?? []);
  return { states: seen, torn, damaged, spent, bodies: { closed: bodiesFrom(0), open: bodiesFrom(closed.length) } };
}

function isSameClosed(before: FoldedState, later: FoldedState): boolean {
  const { closedVersion, openDay, packed } = before;
  return closedVersion === later.closedVersion && openDay === later.openDay && isStillPacked(packed, later.packed);
}

/** SQLite takes at most 500 SELECTs in one statement, and blocks can need another one for their seals. */
const MOST_SLICES = 240;
/** The values that one statement reads, as far as known, so that no statement takes much longer than all others. */
const MOST_VALUES = 200_000;
/** Days in which a website has about as many rows as it has values. */
const DAYS_OF_ALL = 30;

/**
 * Returns the slices of each statement, in order: all of them in one, unless there are very many or they have very many
 * values; then the open ones are in the last.
 */
function statementsOf(
  closed: readonly RollupSlice[],
  open: readonly RollupSlice[],
  sizeOf: (website: number, rollup: number) => number,
): RollupSlice[][] {
  const groups: RollupSlice[][] = [[]];
  let values = 0;
  for (const slice of closed) {
    const share = slice.source === 'rows' ? Math.min(1, (slice.to - slice.from + 1) / DAYS_OF_ALL) : 1;
    const own = share * slice.websites.reduce((sum, website) => sum + sizeOf(website, slice.rollup), 0);
    values += own;
    if ((groups.at(-1)?.length ?? 0) >= MOST_SLICES || (values > MOST_VALUES && values > own)) {
      groups.push([]);
      values = own;
    }
    groups.at(-1)?.push(slice);
  }
  const only = groups.length === 1 && closed.length + open.length <= MOST_SLICES;
  return only ? [[...closed, ...open]] : [...groups, ...[...chunks(open, MOST_SLICES)].map(some => [...some])];
}
