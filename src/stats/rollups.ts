import { LRUCache } from 'lru-cache';
import type { RollupQuery } from '../counting/tally.ts';
import { addVectors, bytesOf, selectRows, sumBodies, type Vector } from '../counting/vector.ts';
import type { Dialect } from '../db/dialect.ts';
import type { FoldedState, RollupSlice, SliceBody } from '../db/rollups/rollups.ts';
import { FoldedStates } from './folded-states.ts';
import { closedPieces, coarseState, dayRows, SlicePlan } from './rollup-plan.ts';

/** Sums that are asked for of one website. */
export interface WebsiteQuery extends RollupQuery {
  readonly website: number;
}

/** What is asked for of one website, each under its key. */
type Questions = ReadonlyMap<string, WebsiteQuery>;

/** Where the answer to a question comes from. */
interface Plan {
  readonly query: WebsiteQuery;
  readonly key: string;
  readonly closedKey: string;
  /** The days that are over, when they are kept. */
  readonly kept: Vector | undefined;
  /** Positions of the slices with the days that are over and with the others; by day and by hour, one slice has both. */
  readonly closed: readonly number[];
  readonly open: readonly number[];
}

const CACHED_BYTES = 64_000_000;
const CACHED_ANSWERS = 20_000;
/** Milliseconds. */
const AT_A_STRETCH = 10;
/** SQLite takes at most 500 SELECTs in one statement. */
const MOST_SLICES = 400;

/**
 * Reads sums. Days that are over are kept in this process until a late hit changes them, and whole answers until the next
 * fold of the website; the database is asked each time how far that is.
 */
export class Rollups {
  readonly #states: FoldedStates;
  readonly #closed = new LRUCache<string, Vector>({ maxSize: CACHED_BYTES, sizeCalculation: bytesOf });
  readonly #whole = new LRUCache<string, { readonly version: number; readonly vector: Vector }>({
    max: CACHED_ANSWERS,
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ vector }, key) => bytesOf(vector, key),
  });

  constructor(dialect: Dialect) {
    this.#states = new FoldedStates(dialect);
  }

  /**
   * One vector for each query, in their order; those of one website are of one moment. Usually one statement, however many
   * websites there are. What has not changed is the same object.
   */
  async read(asked: readonly WebsiteQuery[]): Promise<Vector[]> {
    const keys = asked.map(keyOf);
    const unsettled = new Map<number, Map<string, WebsiteQuery>>();
    asked.forEach((query, index) => {
      // `pageviews` and `visitors` are two statistics of one rollup: what is the same is read once.
      const questions = unsettled.get(query.website) ?? new Map<string, WebsiteQuery>();
      unsettled.set(query.website, questions.set(keys[index] as string, query));
    });
    const guesses = await this.#guess([...unsettled.keys()]);
    const found = new Map<string, Vector>();
    while (unsettled.size > 0) {
      const known = new Map<number, ReadonlyMap<string, Vector>>();
      const unknown = new Map<number, Questions>();
      for (const [website, questions] of unsettled) {
        const vectors = this.#recall(questions, guesses.get(website) as FoldedState);
        if (vectors) known.set(website, vectors);
        else unknown.set(website, questions);
      }
      const settled = await Promise.all([
        known.size === 0 ? [] : this.#confirm(known, guesses),
        unknown.size === 0 ? [] : this.#readAnew(unknown, guesses),
      ]);
      for (const [website, vectors] of settled.flat()) {
        unsettled.delete(website);
        for (const [key, vector] of vectors) found.set(key, vector);
      }
    }
    return keys.map(key => found.get(key) as Vector);
  }

  /** The states that were seen last. The first read of a website asks how far it is packed, rather than read what is packed as rows. */
  async #guess(websites: readonly number[]): Promise<Map<number, FoldedState>> {
    const guesses = new Map<number, FoldedState>();
    const never: number[] = [];
    for (const website of websites) {
      const state = this.#states.lastSeen(website);
      if (state) guesses.set(website, state);
      else never.push(website);
    }
    if (never.length > 0) for (const [website, state] of await this.#states.now(never)) guesses.set(website, state);
    return guesses;
  }

  /** What is kept of the answers at this version; null unless all of them are. */
  #recall(questions: Questions, { version }: FoldedState): ReadonlyMap<string, Vector> | null {
    const vectors = new Map<string, Vector>();
    for (const key of questions.keys()) {
      const answer = this.#whole.get(key);
      if (answer?.version !== version) return null;
      vectors.set(key, answer.vector);
    }
    return vectors;
  }

  /** The kept answers of websites that were not folded since they were guessed; the guesses become what is now. */
  async #confirm(known: ReadonlyMap<number, ReadonlyMap<string, Vector>>, guesses: Map<number, FoldedState>) {
    const states = await this.#states.now([...known.keys()]);
    const settled: [website: number, vectors: ReadonlyMap<string, Vector>][] = [];
    for (const [website, vectors] of known) {
      const state = states.get(website) as FoldedState;
      if (state.version === guesses.get(website)?.version) settled.push([website, vectors]);
      guesses.set(website, state);
    }
    return settled;
  }

  /** The answers of websites whose guess was good enough to read by; the guesses become what is now. */
  async #readAnew(unknown: ReadonlyMap<number, Questions>, guesses: Map<number, FoldedState>) {
    const { plans, slices } = this.#plan(unknown, guesses);
    const { states, torn, bodiesOf } = await this.#readSlices([...unknown.keys()], slices);
    const settled: [website: number, vectors: ReadonlyMap<string, Vector>][] = [];
    let since = performance.now();
    for (const [website, ofWebsite] of plans) {
      // Large websites take milliseconds each, and nobody else should wait for all of them.
      if (performance.now() - since > AT_A_STRETCH) {
        await new Promise(resolve => setImmediate(resolve));
        since = performance.now();
      }
      const guess = guesses.get(website) as FoldedState;
      const state = states.get(website) as FoldedState;
      guesses.set(website, state);
      // What was kept, where the open days were thought to begin, and which blocks were thought to be good, must be of the
      // state that the statement saw.
      const isStale =
        torn.has(website) ||
        guess.openDay !== state.openDay ||
        guess.packedDay > state.packedDay ||
        guess.packedMonth > state.packedMonth ||
        (guess.closedVersion !== state.closedVersion && ofWebsite.some(({ kept }) => kept));
      if (isStale && state.openDay > 0) continue;
      const vectors = new Map<string, Vector>();
      for (const plan of ofWebsite) {
        const vector = plan.query.by === 'value' ? this.#byValue(plan, bodiesOf) : this.#byTime(plan, bodiesOf, state);
        this.#whole.set(plan.key, { version: state.version, vector });
        vectors.set(plan.key, vector);
      }
      settled.push([website, vectors]);
    }
    return settled;
  }

  #plan(unknown: ReadonlyMap<number, Questions>, guesses: ReadonlyMap<number, FoldedState>) {
    const slices = new SlicePlan();
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
          const kept = this.#closed.get(closedKey);
          const plan = { query, key, closedKey, kept };
          // The open day is the latest that has hits.
          const isSilent = exact.openDay < query.from;
          if (query.by === 'value') {
            const closed = kept ? [] : closedPieces(query, state).map(piece => slices.add(website, piece));
            const first = Math.max(query.from, state.openDay);
            const open = isSilent || first > query.to ? [] : [slices.add(website, dayRows(query, first))];
            return { ...plan, closed, open };
          }
          // Its ids tell the days that are over from the others, so that one slice has both, of whatever websites.
          const first = kept ? Math.max(query.from, state.openDay) : query.from;
          const name = `${keyOfQuery(query)} ${kept !== undefined}`;
          const open = isSilent || first > query.to ? [] : [slices.add(website, dayRows(query, first), name)];
          return { ...plan, closed: [], open };
        }),
      );
    }
    return { plans, slices: slices.slices() };
  }

  /** Slices and states. A website whose slices did not fit into one statement, and that was folded between two, is torn. */
  async #readSlices(websites: readonly number[], slices: readonly RollupSlice[]) {
    const states = new Map<number, FoldedState>();
    const torn = new Set<number>();
    const bodies: ReadonlyMap<number, readonly SliceBody[]>[] = [];
    for (let start = 0; start === 0 || start < slices.length; start += MOST_SLICES) {
      const some = slices.slice(start, start + MOST_SLICES);
      const of = start === 0 ? websites : [...new Set(some.flatMap(slice => slice.websites))];
      const answer = await this.#states.readWith(of, some);
      for (const [website, state] of answer.states) {
        if ((states.get(website)?.version ?? state.version) !== state.version) torn.add(website);
        states.set(website, state);
      }
      bodies.push(...answer.bodies);
    }
    const bodiesOf = (places: readonly number[], website: number): readonly SliceBody[] =>
      places.flatMap(place => bodies[place]?.get(website) ?? []);
    return { states, torn, bodiesOf };
  }

  #byValue({ query, closedKey, kept, closed, open }: Plan, bodiesOf: BodiesOf): Vector {
    const { website, metrics } = query;
    const past = kept ?? sumBodies(bodiesOf(closed, website), metrics);
    if (!kept) this.#closed.set(closedKey, past);
    return addVectors([past, sumBodies(bodiesOf(open, website), metrics)]);
  }

  #byTime({ query, closedKey, kept, open }: Plan, bodiesOf: BodiesOf, { openDay }: FoldedState): Vector {
    const { website, by, metrics } = query;
    const rows = sumBodies(bodiesOf(open, website), metrics);
    const isClosed = (id: number) => (by === 'day' ? id : Math.floor(id / 24)) < openDay;
    if (kept) return addVectors([kept, selectRows(rows, id => !isClosed(id))]);
    this.#closed.set(closedKey, selectRows(rows, isClosed));
    return rows;
  }
}

type BodiesOf = (places: readonly number[], website: number) => readonly SliceBody[];

function keyOf(query: WebsiteQuery): string {
  return `${query.website} ${keyOfQuery(query)}`;
}

function keyOfQuery({ rollup, by, from, to, metrics }: RollupQuery): string {
  return `${rollup} ${by} ${from} ${to} ${metrics.join()}`;
}

function closedKeyOf(
  { website, rollup, by, from, to, metrics }: WebsiteQuery,
  { closedVersion, openDay }: FoldedState,
): string {
  return `${website}:${rollup}:${by}:${from}:${Math.min(to, openDay - 1)}:${metrics.join()}:${closedVersion}:${openDay}`;
}
