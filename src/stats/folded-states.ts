import type { Dialect, Executor } from '../db/dialect.ts';
import { type FoldedState, type RollupAnswer, type RollupSlice, readRollups } from '../db/rollups/rollups.ts';
import { latestUsed } from '../domain/latest-used.ts';

type States = ReadonlyMap<number, FoldedState>;

/** A running statement, and the websites requested while it runs. */
interface Check {
  readonly waiting: Set<number>;
  /** Resolves to the states of `waiting`, which are read once the statement is done. */
  readonly next: Promise<States>;
}

const REMEMBERED = 10_000;
const NONE: States = new Map();

/** How far websites are folded: as last seen by this process, and now. */
export class FoldedStates {
  readonly #dialect: Dialect;
  readonly #seen = latestUsed<number, FoldedState>(REMEMBERED);
  readonly #checks = new Map<number, Check>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Returns the state that was read last; undefined when none is cached. */
  lastSeen(website: number): FoldedState | undefined {
    return this.#seen.get(website);
  }

  /** Returns the states of these websites together with the slices, as `executor` sees them. */
  async readWith(
    websites: readonly number[],
    slices: readonly RollupSlice[],
    executor: Executor = this.#dialect,
  ): Promise<RollupAnswer> {
    const answer = await readRollups(executor, this.#dialect, websites, slices);
    for (const [website, state] of answer.states) this.#seen.set(website, state);
    return answer;
  }

  /**
   * Returns states as of a time after the call. A website that is requested while a statement for it is running gets
   * its state from the next statement, so many concurrent readers of one website cost little more than one.
   */
  async now(websites: readonly number[]): Promise<States> {
    const idle = websites.filter(website => !this.#checks.has(website));
    if (idle.length === websites.length) return this.#begin(idle);
    const states = new Map<number, FoldedState>();
    const pending = new Set<Promise<States>>();
    for (const website of websites) {
      const check = this.#checks.get(website);
      check?.waiting.add(website);
      if (check) pending.add(check.next);
    }
    if (idle.length > 0) pending.add(this.#begin(idle));
    for (const some of await Promise.all(pending)) for (const [website, state] of some) states.set(website, state);
    return states;
  }

  #begin(websites: readonly number[]): Promise<States> {
    const reading = this.readWith(websites, []).then(({ states }) => states);
    const waiting = new Set<number>();
    const next = reading
      .catch(() => NONE)
      .then(() => {
        for (const website of websites) this.#checks.delete(website);
        return waiting.size > 0 ? this.#begin([...waiting]) : NONE;
      });
    for (const website of websites) this.#checks.set(website, { waiting, next });
    return reading;
  }

  /** Returns the last seen states. A first read asks how far a website is packed, so as not to read packed data as rows. */
  async guess(websites: readonly number[]): Promise<Map<number, FoldedState>> {
    const guesses = new Map<number, FoldedState>();
    const never: number[] = [];
    for (const website of websites) {
      const state = this.lastSeen(website);
      if (state) guesses.set(website, state);
      else never.push(website);
    }
    if (never.length > 0) for (const [website, state] of await this.now(never)) guesses.set(website, state);
    return guesses;
  }
}
