import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Portion } from '../counting/columns.ts';
import type { IdFilter } from '../counting/id-filter.ts';
import { type Answers, answerPart, mergeAnswers, type Question, type QuestionName } from '../counting/questions.ts';
import { ALL_SUMS, warmUp } from '../counting/warm-up.ts';
import type { ColumnReader } from '../db/columns/read.ts';
import { Segment } from '../db/columns/segment.ts';
import { warmUpRows } from '../db/columns/warm-up.ts';
import { clock, Meter } from './budget.ts';
import type { answer, prepare, Share } from './counting-thread.ts';

/** Visits below which handing some of them to another thread costs more than it saves. */
const MANY = 200_000;
/** Bytes of columns from which on the other threads are started, because a question about many visits may follow. */
const LARGE = 10_000_000;
/** Milliseconds after which other requests of this thread get their turn. */
const TURN = 20;

/** Answers questions about portions of visits, those about many visits in several threads. */
export class CountingThreads {
  readonly #helpers: number;
  #pool: Piscina | null = null;
  #areReady = false;
  #ready: Promise<void> | undefined;
  #isPrepared = false;

  /** `threads` includes the one that calls. */
  constructor(threads: number) {
    this.#helpers = threads - 1;
  }

  async answer<Name extends QuestionName>(
    portions: readonly Portion[],
    filter: IdFilter,
    question: Question<Name>,
    meter: Meter,
  ): Promise<Answers[Name]> {
    const [own, ...others] = this.#divide(portions);
    const pending = others.map(share => this.#askHelper(share, { filter, question, until: meter.until }));
    const answers = await answerHere(own as Portion[], filter, question, meter);
    for (const [at, found] of (await Promise.all(pending)).entries()) {
      const share = others[at] as Portion<Segment>[];
      for (const one of found) {
        if (one === null) continue;
        meter.cost.bytes += one.bytes;
        answers.push(one.answer as Answers[Name]);
      }
      // A file that was removed meanwhile is still open here, and one that is damaged is reported from here.
      const left = share.filter((_, index) => !found[index]);
      answers.push(...(await answerHere(left, filter, question, meter)));
    }
    return mergeAnswers(answers, question);
  }

  async stop(): Promise<void> {
    await this.#pool?.destroy();
    this.#pool = null;
  }

  /** Returns the portions for this thread, then those for each helper. */
  #divide(portions: readonly Portion[]): Portion[][] {
    const visits = portions.reduce((sum, { part }) => sum + part.count.visit, 0);
    if (visits < MANY || !this.#hasHelpers()) return [[...portions]];
    const shares = Array.from({ length: this.#helpers + 1 }, (): Portion[] => []);
    const loads = shares.map(() => 0);
    const bySize = portions.toSorted((a, b) => b.part.count.visit - a.part.count.visit);
    for (const portion of bySize) {
      // Only the thread that calls has what is not in files.
      const at = portion.part instanceof Segment ? loads.indexOf(Math.min(...loads)) : 0;
      loads[at]! += portion.part.count.visit;
      shares[at]?.push(portion);
    }
    return shares;
  }

  /**
   * Prepares for questions about many visits, given the columns on this machine: has the loops compiled, starts the helpers
   * and reads what first questions need. Does nothing after the first time.
   */
  async prepare(columns: ColumnReader): Promise<void> {
    if (this.#isPrepared) return;
    this.#isPrepared = true;
    // Small websites would not make up for it.
    if (columns.bytes() < LARGE) return;
    this.#hasHelpers();
    for (const _ of warmUp()) await setImmediate();
    for (const _ of warmUpRows()) await setImmediate();
    let isFirst = true;
    for await (const portions of columns.prepare()) {
      if (isFirst) await this.#rehearse(portions);
      isFirst = false;
      await setImmediate();
    }
  }

  /** Counts all statistics of the largest portion in each thread, for memory that the first question can use again. */
  async #rehearse(portions: readonly Portion<Segment>[]): Promise<void> {
    const bySize = portions.toSorted((a, b) => b.part.count.visit - a.part.count.visit).slice(0, 1);
    const asked = { filter: { always: true }, question: ALL_SUMS, until: Number.POSITIVE_INFINITY } as const;
    await this.#ready;
    await Promise.all([
      answerHere(bySize, asked.filter, asked.question, new Meter({ until: asked.until, comparisons: 0, ids: 0 })),
      ...Array.from({ length: this.#helpers }, () => this.#askHelper(bySize, asked)),
    ]);
  }

  /** Returns true once the helpers run; a question does not wait for them to start. */
  #hasHelpers(): boolean {
    if (this.#helpers > 0 && !this.#pool) this.#pool = this.#start();
    return this.#areReady;
  }

  #start(): Piscina {
    const pool = new Piscina({
      filename: fileURLToPath(new URL('./counting-thread.ts', import.meta.url)),
      minThreads: this.#helpers,
      maxThreads: this.#helpers,
      idleTimeout: Number.POSITIVE_INFINITY,
      atomics: 'disabled',
    });
    pool.on('error', () => undefined);
    const ready = Array.from({ length: this.#helpers }, () =>
      pool.run(undefined, { name: 'prepare' satisfies typeof prepare.name }),
    );
    this.#ready = Promise.all(ready).then(
      () => {
        this.#areReady = true;
      },
      () => undefined,
    );
    return pool;
  }

  /** Returns an answer for each portion; null for those that the thread could not answer. */
  async #askHelper(
    portions: readonly Portion[],
    asked: Omit<Share, 'segments'>,
  ): Promise<Awaited<ReturnType<typeof answer>>> {
    const segments = portions.map(({ part, isWanted }) => ({ path: (part as Segment).path, isWanted }));
    try {
      return await this.#pool?.run({ ...asked, segments } satisfies Share, {
        name: 'answer' satisfies typeof answer.name,
      });
    } catch {
      return portions.map(() => null);
    }
  }
}

async function answerHere<Name extends QuestionName>(
  portions: readonly Portion[],
  filter: IdFilter,
  question: Question<Name>,
  meter: Meter,
): Promise<Answers[Name][]> {
  const answers: Answers[Name][] = [];
  let began = clock();
  for (const portion of portions) {
    meter.check();
    const { part } = portion;
    answers.push(answerPart(portion, filter, question));
    if (part instanceof Segment) meter.cost.bytes += part.release();
    if (clock() - began < TURN) continue;
    await setImmediate();
    began = clock();
  }
  return answers;
}
