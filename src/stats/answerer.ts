import { availableParallelism } from 'node:os';
import type { Database } from '../db/open.ts';
import { type AnswerLoader, type Outcome, type Task, toPlainError } from './answers.ts';
import { ALLOWANCES, type AskerKind, Budget, interrupted, type ReadCost, Room } from './budget.ts';
import { type ColumnOptions, createOwnLoader, openReading } from './loader.ts';

/** The most threads that count the visits of one question. */
const MOST_THREADS = 4;
/** Bytes for each cache of results; a process can have a thread for each kind of caller. */
const CACHED_BYTES = 32_000_000;

/** A request that keeps what it reads. */
interface Kept {
  readonly loader: AnswerLoader;
  readonly budget: Budget;
  running: number;
}

/** Answers questions of callers of one kind, with caches of its own. */
export class Answerer {
  readonly #kind: AskerKind;
  readonly #room: Room;
  readonly #kept = new Map<number, Kept>();
  readonly #reading;
  #freshAt = 0;

  /** `room` is the number of bytes that all results may take which are made at the same time. */
  constructor(
    database: Database,
    kind: AskerKind,
    { room = ALLOWANCES[kind].room, ...columns }: { readonly room?: number } & ColumnOptions = {},
  ) {
    this.#kind = kind;
    this.#room = new Room(room, () => this.#forgetOldest());
    this.#reading = openReading(database, {
      freshAt: () => this.#freshAt,
      cachedBytes: CACHED_BYTES,
      ...columns,
      // What strangers ask may take one core.
      countingThreads: kind === 'stranger' ? 1 : Math.min(MOST_THREADS, availableParallelism()),
    });
  }

  /** Answers until `until`, a time of `clock`; calls `noteCost` with what reads of single visits have cost. */
  async answer(
    { questions, freshAt, kept }: Task,
    until: number,
    noteCost: (cost: ReadCost) => void = () => {},
  ): Promise<Outcome[]> {
    const one = kept ? this.#continue(kept) : this.#begin();
    // Another page would not belong to what the request has read before.
    if (!one) return questions.map(() => ({ error: toPlainError(interrupted()) }));
    one.budget.until = until;
    one.running++;
    // It is read in this turn, before the first query of a question.
    this.#freshAt = freshAt;
    try {
      return await Promise.all(questions.map(({ name, query }) => outcomeOf(one.loader[name](query as never))));
    } finally {
      noteCost(one.budget.takeCost());
      one.running--;
      if (one.running === 0 && !(kept && this.#kept.has(kept.id))) one.budget.end();
    }
  }

  /** Prepares for further questions, unless that was done. */
  prepare(): Promise<void> {
    return this.#reading.counting.prepare(this.#reading);
  }

  /** Ends the threads that it has started. */
  stop(): Promise<void> {
    return this.#reading.counting.stop();
  }

  /** Drops what a request has kept. */
  forget(id: number): void {
    const one = this.#kept.get(id);
    this.#kept.delete(id);
    if (one?.running === 0) one.budget.end();
  }

  #begin(): Kept {
    const budget = new Budget({ kind: this.#kind, of: '' }, this.#room);
    return { loader: createOwnLoader(this.#reading, budget), budget, running: 0 };
  }

  /** Returns null if what the request has read so far is gone. */
  #continue({ id, isFirst }: NonNullable<Task['kept']>): Kept | null {
    const known = this.#kept.get(id);
    if (known || !isFirst) return known ?? null;
    const begun = this.#begin();
    this.#kept.set(id, begun);
    return begun;
  }

  /** Makes room at the expense of the request that has kept its results for longest; returns false if there is none. */
  #forgetOldest(): boolean {
    for (const [id, { running }] of this.#kept) {
      if (running > 0) continue;
      this.forget(id);
      return true;
    }
    return false;
  }
}

async function outcomeOf(answer: Promise<unknown>): Promise<Outcome> {
  try {
    return { json: JSON.stringify(await answer) };
  } catch (error) {
    return { error: toPlainError(error) };
  }
}
