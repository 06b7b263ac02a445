import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import {
  addBody,
  addVectors,
  bytesOf,
  createSum,
  selectRows,
  sumBodies,
  type Vector,
  withoutLookup,
} from '../counting/vector.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import { isStillPacked, spanOf } from '../db/rollups/block-state.ts';
import type { FoldedState } from '../db/rollups/rollups.ts';
import { latestUsed } from '../domain/latest-used.ts';
import type { DayRange } from '../domain/range.ts';
import { FoldedStates } from './folded-states.ts';
import { Repairs } from './repairs.ts';
import { keyOf, type Plan, planSlices, type Questions, type WebsiteQuery } from './rollup-plan.ts';
import { type Bodies, readSlices, type Spend } from './rollup-slices.ts';

/** A whole result, and the version of the website that it belongs to. */
type Whole = { readonly version: number; readonly vector: Vector };

/** Days of which blocks turned out to be damaged, by website. */
type Distrusted = Map<number, DayRange>;

const CACHED_ANSWERS = 20_000;
/** Milliseconds of work without a pause. */
const AT_A_STRETCH = 5;
/** Reads of one website that may be in vain, because it changed meanwhile, before one reads a snapshot. */
const ATTEMPTS = 2;

/**
 * Reads sums. Completed days are cached in this process until a late hit changes them, and whole results until the next
 * fold of the website; each read asks the database how far the website is folded.
 */
export class Rollups {
  readonly #dialect: Dialect;
  readonly #repairs: Repairs;
  readonly #states: FoldedStates;
  readonly #closed: LRUCache<string, Vector>;
  readonly #whole: LRUCache<string, Whole>;

  /** The number of values of a website's rollup, as last read. */
  readonly #sizes = latestUsed<string, number>(CACHED_ANSWERS);

  /** `maxSize` is the number of bytes for completed days, and the same for whole results. */
  constructor(dialect: Dialect, maxSize: number, reportBad: (error: Error) => void = () => undefined) {
    this.#dialect = dialect;
    this.#repairs = new Repairs(dialect, reportBad);
    this.#states = new FoldedStates(dialect);
    this.#closed = new LRUCache({ maxSize, sizeCalculation: bytesOf });
    // With `max`, the cache would set aside room for all results at once.
    const leastBytes = Math.ceil(maxSize / CACHED_ANSWERS);
    const sizeCalculation = ({ vector }: Whole, key: string) => Math.max(leastBytes, bytesOf(vector, key));
    this.#whole = new LRUCache({ maxSize, sizeCalculation });
  }

  /** Returns how far the website was folded when it was last read; undefined before that. */
  lastSeen(website: number): FoldedState | undefined {
    return this.#states.lastSeen(website);
  }

  /** Returns the number of different values of all statistics together, as last read. */
  async valuesOf(websites: readonly number[]): Promise<Map<number, number>> {
    return new Map([...(await this.#states.guess(websites))].map(([website, { values }]) => [website, values]));
  }

  /**
   * Returns one vector for each query, in the order of the queries; those of one website are consistent. This usually
   * takes one statement for any number of websites. An unchanged result is the same object.
   */
  async read(asked: readonly WebsiteQuery[], spend: Spend = () => undefined): Promise<Vector[]> {
    const keys = asked.map(keyOf);
    const unsettled = new Map<number, Map<string, WebsiteQuery>>();
    asked.forEach((query, index) => {
      // `pageviews` and `visitors` are two statistics of one rollup, so equal queries are read once.
      const questions = unsettled.get(query.website) ?? new Map<string, WebsiteQuery>();
      unsettled.set(query.website, questions.set(keys[index] as string, query));
    });
    const guesses = await this.#states.guess([...unsettled.keys()]);
    const found = new Map<string, Vector>();
    /** Days of which blocks are damaged, so that they are read from rows. */
    const distrusted: Distrusted = new Map();
    for (let attempt = 1; unsettled.size > 0; attempt++) {
      for (const website of distrusted.keys())
        guesses.set(website, without(distrusted, website, guesses.get(website) as FoldedState));
      const known = new Map<number, ReadonlyMap<string, Vector>>();
      const unknown = new Map<number, Questions>();
      for (const [website, questions] of unsettled) {
        const vectors = this.#recall(questions, guesses.get(website) as FoldedState);
        for (const vector of vectors?.values() ?? []) spend(bytesOf(vector, ''));
        if (vectors) known.set(website, vectors);
        else unknown.set(website, questions);
      }
      const settled = await Promise.all([
        known.size === 0 ? [] : this.#confirm(known, guesses),
        unknown.size === 0 ? [] : this.#readAnew(unknown, guesses, spend, distrusted, attempt > ATTEMPTS),
      ]);
      for (const [website, vectors] of settled.flat()) {
        unsettled.delete(website);
        for (const [key, vector] of vectors) found.set(key, vector);
      }
    }
    return keys.map(key => found.get(key) as Vector);
  }

  /** Returns the cached results at this version; null unless all of them are cached. */
  #recall(questions: Questions, { version }: FoldedState): ReadonlyMap<string, Vector> | null {
    const vectors = new Map<string, Vector>();
    for (const key of questions.keys()) {
      const answer = this.#whole.get(key);
      if (answer?.version !== version) return null;
      vectors.set(key, answer.vector);
    }
    return vectors;
  }

  /** Returns the cached results of websites not folded since the guess; the guesses become the current states. */
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

  /** Returns the results of websites whose guess was accurate enough, or of all; the guesses become the current states. */
  #readAnew(
    unknown: ReadonlyMap<number, Questions>,
    guesses: Map<number, FoldedState>,
    spend: Spend,
    distrusted: Distrusted,
    all: boolean,
  ) {
    if (!all) return this.#readFrom(unknown, guesses, spend, distrusted);
    return this.#dialect.snapshot(async tx => {
      const { states } = await this.#states.readWith([...unknown.keys()], [], tx);
      for (const [website, state] of states) guesses.set(website, without(distrusted, website, state));
      return this.#readFrom(unknown, guesses, spend, distrusted, tx);
    });
  }

  async #readFrom(
    unknown: ReadonlyMap<number, Questions>,
    guesses: Map<number, FoldedState>,
    spend: Spend,
    distrusted: Distrusted,
    executor?: Executor,
  ) {
    const { plans, closed, open } = planSlices(unknown, guesses, key => this.#closed.get(key));
    const sizeOf = (website: number, rollup: number) =>
      this.#sizes.get(`${website} ${rollup}`) ?? guesses.get(website)?.values ?? 0;
    const { states, torn, damaged, bodies, spent } = await readSlices(
      this.#states,
      { websites: [...unknown.keys()], closed, open, sizeOf },
      spend,
      executor,
    );
    const settled: [website: number, vectors: ReadonlyMap<string, Vector>][] = [];
    let since = performance.now();
    // Large websites take milliseconds for each query, and other requests should not wait for all of them.
    const rest = async () => {
      if (performance.now() - since <= AT_A_STRETCH) return;
      await setImmediate();
      since = performance.now();
    };
    for (const [website, ofWebsite] of plans) {
      await rest();
      const guess = guesses.get(website) as FoldedState;
      const state = states.get(website) as FoldedState;
      guesses.set(website, state);
      // The cached sums, the assumed first open day and the blocks assumed to be valid must belong to the state that
      // the statement saw.
      const isStale =
        torn.has(website) ||
        guess.openDay !== state.openDay ||
        !isStillPacked(guess.packed, state.packed) ||
        (guess.closedVersion !== state.closedVersion && ofWebsite.some(({ kept }) => kept));
      const hasOtherImports = guess.imports.join() !== state.imports.join();
      const lost = damaged.get(website);
      if (lost) {
        distrusted.set(website, spanOf(lost, distrusted.get(website)));
        this.#repairs.begin(website, lost);
      }
      if (lost || (isStale && state.openDay > 0) || hasOtherImports) {
        spend(-(spent.get(website) ?? 0));
        continue;
      }
      const vectors = new Map<string, Vector>();
      for (const plan of ofWebsite) {
        await rest();
        const vector =
          plan.query.by === 'value' ? await this.#byValue(plan, bodies, rest) : this.#byTime(plan, bodies, state);
        this.#whole.set(plan.key, { version: state.version, vector });
        vectors.set(plan.key, vector);
        if (plan.query.by === 'value') this.#sizes.set(`${website} ${plan.query.rollup}`, vector.ids.length);
        spend(bytesOf(vector, ''));
      }
      settled.push([website, vectors]);
    }
    return settled;
  }

  async #byValue({ query, closedKey, kept, closed, open }: Plan, bodies: Bodies, rest: () => Promise<void>) {
    const { website, metrics } = query;
    let past = kept;
    if (!past) {
      const sum = createSum(metrics);
      for (const body of bodies.closed(closed, website)) {
        await rest();
        addBody(sum, body);
      }
      past = withoutLookup(sum);
      this.#closed.set(closedKey, past);
    }
    await rest();
    return addVectors([past, sumBodies(bodies.open(open, website), metrics)]);
  }

  #byTime({ query, closedKey, kept, closed, open }: Plan, bodies: Bodies, { openDay }: FoldedState): Vector {
    const { website, by, metrics } = query;
    const rows = sumBodies(bodies.open(open, website), metrics);
    const isClosed = (id: number) => (by === 'day' ? id : Math.floor(id / 24)) < openDay;
    if (kept) return addVectors([kept, selectRows(rows, id => !isClosed(id))]);
    if (closed.length === 0) {
      this.#closed.set(closedKey, selectRows(rows, isClosed));
      return rows;
    }
    const imported = sumBodies(bodies.closed(closed, website), metrics);
    const past = addVectors([selectRows(rows, isClosed), imported]);
    this.#closed.set(closedKey, past);
    return addVectors([past, selectRows(rows, id => !isClosed(id))]);
  }
}

/** Returns a state as if the days of which blocks are damaged were not packed. */
function without(distrusted: Distrusted, website: number, state: FoldedState): FoldedState {
  const days = distrusted.get(website);
  return days ? { ...state, packed: { ...state.packed, voided: spanOf(days, state.packed.voided) } } : state;
}
