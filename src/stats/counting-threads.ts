import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Portion } from '../counting/columns.ts';
import type { IdFilter } from '../counting/id-filter.ts';
import { type Answers, answerEach, mergeEach, type Question, type QuestionName } from '../counting/questions.ts';
import { ALL_SUMS, warmUp } from '../counting/warm-up.ts';
import type { ColumnReader } from '../db/columns/read.ts';
import { Segment } from '../db/columns/segment.ts';
import { warmUpRows } from '../db/columns/warm-up.ts';
import { clock, Meter } from './budget.ts';
import type { answer, Counted, prepare, Shared } from './counting-thread.ts';
import type { Dictionary } from './dictionary.ts';
import { placesLeft } from './places-left.ts';

/** Visits below which handing some of them to another thread costs more than it saves. */
const MANY = 200_000;
/** Bytes of columns from which on the other threads are started, because a question about many visits may follow. */
const LARGE = 10_000_000;
/** Milliseconds after which other requests of this thread get their turn. */
const TURN = 20;

/** Answers questions about portions of visits, those about many visits in several threads. */
export class CountingThreads {
  /** One for each helper. */
  readonly #helperNumbers: readonly number[];
  #pool: Piscina | null = null;
  #areReady = false;
  #ready: Promise<void> | undefined;
  #isPrepared = false;

  /** `threads` includes the one that calls. */
  constructor(threads: number) {
    this.#helperNumbers = Array.from({ length: threads - 1 }, (_, at) => at);
  }

  async answer<Name extends QuestionName>(
    portions: readonly Portion[],
    filter: IdFilter,
    question: Question<Name>,
    meter: Meter,
  ): Promise<Answers[Name]> {
    const [answer] = await this.answerEach(portions, filter, [question], meter);
    return answer as Answers[Name];
  }

  /** Answers several questions in one pass over the visits. */
  async answerEach(
    portions: readonly Portion[],
    filter: IdFilter,
    questions: readonly Question[],
    meter: Meter,
  ): Promise<Answers[QuestionName][]> {
    const { own, shared } = this.#divide(portions);
    const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const asked = { filter, questions, until: meter.until };
    const pending = shared.length === 0 ? [] : this.#helperNumbers.map(() => this.#askHelper(shared, next, asked));
    try {
      const answers = await answerHere(own, filter, questions, meter);
      const done = new Set<number>();
      answers.push(...(await answerHere(takenFrom(shared, next, done), filter, questions, meter)));
      // Helpers that have not begun, because they are busy, would be waited for in vain.
      const areAllDone = done.size === shared.length;
      for (const found of areAllDone ? [] : await Promise.all(pending)) {
        if (!found) continue;
        meter.cost.bytes += found.bytes;
        answers.push(found.answers);
        for (const place of found.places) done.add(place);
      }
      // A file that was removed meanwhile is still open here, and one that is damaged is reported from here.
      const left = shared.filter((_, place) => !done.has(place));
      answers.push(...(await answerHere(left, filter, questions, meter)));
      return mergeEach(answers, questions);
    } finally {
      // Helpers take nothing more for a question that has failed.
      Atomics.store(next, 0, shared.length);
    }
  }

  async stop(): Promise<void> {
    await this.#pool?.destroy();
    this.#pool = null;
  }

  /** Returns the portions for this thread alone, and those for all threads, the largest first. */
  #divide(portions: readonly Portion[]): { own: Portion[]; shared: Portion<Segment>[] } {
    const visits = portions.reduce((sum, { part }) => sum + part.count.visit, 0);
    if (visits < MANY || !this.#hasHelpers()) return { own: [...portions], shared: [] };
    // Other threads read nothing but files.
    const isInFile = (portion: Portion): portion is Portion<Segment> => portion.part instanceof Segment;
    const shared = portions.filter(isInFile).sort((a, b) => b.part.count.visit - a.part.count.visit);
    return { own: portions.filter(portion => !isInFile(portion)), shared };
  }

  /**
   * Prepares for questions about many visits, given the columns on this machine: has the loops compiled, starts the helpers
   * and reads what first questions need. Does nothing after the first time.
   */
  async prepare({ columns, dictionary }: { columns: ColumnReader; dictionary: Dictionary }): Promise<void> {
    if (this.#isPrepared) return;
    this.#isPrepared = true;
    // Small websites would not make up for it.
    if (columns.bytes() < LARGE) return;
    this.#hasHelpers();
    for (const _ of warmUp()) await setImmediate();
    for (const _ of warmUpRows()) await setImmediate();
    let isFirst = true;
    for await (const { website, packed } of columns.prepare()) {
      await dictionary.prepare(website);
      if (isFirst) await this.#rehearse(packed);
      isFirst = false;
      await setImmediate();
    }
  }

  /** Counts all statistics of the largest portion in each thread, for memory that the first question can use again. */
  async #rehearse(portions: readonly Portion<Segment>[]): Promise<void> {
    const bySize = portions.toSorted((a, b) => b.part.count.visit - a.part.count.visit).slice(0, 1);
    const asked = { filter: { always: true }, questions: [ALL_SUMS], until: Number.POSITIVE_INFINITY } as const;
    await this.#ready;
    await Promise.all([
      answerHere(bySize, asked.filter, asked.questions, new Meter({ until: asked.until, comparisons: 0, ids: 0 })),
      ...this.#helperNumbers.map(() => this.#askHelper(bySize, new Int32Array(1), asked)),
    ]);
  }

  /** Returns true once the helpers run; a question does not wait for them to start. */
  #hasHelpers(): boolean {
    if (this.#helperNumbers.length > 0 && !this.#pool) this.#pool = this.#start();
    return this.#areReady;
  }

  #start(): Piscina {
    const pool = new Piscina({
      filename: fileURLToPath(new URL('./counting-thread.ts', import.meta.url)),
      minThreads: this.#helperNumbers.length,
      maxThreads: this.#helperNumbers.length,
      idleTimeout: Number.POSITIVE_INFINITY,
      atomics: 'disabled',
    });
    pool.on('error', () => undefined);
    const ready = this.#helperNumbers.map(() => pool.run(undefined, { name: 'prepare' satisfies typeof prepare.name }));
    this.#ready = Promise.all(ready).then(
      () => {
        this.#areReady = true;
      },
      () => undefined,
    );
    return pool;
  }

  /** Returns what a helper has counted of the portions that it takes; null if it could not. */
  async #askHelper(
    portions: readonly Portion<Segment>[],
    next: Int32Array,
    asked: Omit<Shared, 'segments' | 'next'>,
  ): Promise<Counted | null> {
    const segments = portions.map(({ part, isWanted }) => ({ path: part.path, isWanted }));
    try {
      return await this.#pool?.run({ ...asked, next, segments } satisfies Shared, {
        name: 'answer' satisfies typeof answer.name,
      });
    } catch {
      return null;
    }
  }
}

/** Takes portions that no thread has taken, and adds their places to `taken`. */
function* takenFrom<Of>(portions: readonly Of[], next: Int32Array, taken: Set<number>): Generator<Of> {
  for (const place of placesLeft(next, portions.length)) {
    taken.add(place);
    yield portions[place] as Of;
  }
}

/** Returns the answers for each portion. */
async function answerHere(
  portions: Iterable<Portion>,
  filter: IdFilter,
  questions: readonly Question[],
  meter: Meter,
): Promise<(readonly Answers[QuestionName][])[]> {
  const answers: Answers[QuestionName][][] = [];
  let began = clock();
  for (const portion of portions) {
    meter.check();
    const { part } = portion;
    answers.push(answerEach(portion, filter, questions));
    if (part instanceof Segment) meter.cost.bytes += part.release();
    if (clock() - began < TURN) continue;
    await setImmediate();
    began = clock();
  }
  return answers;
}
