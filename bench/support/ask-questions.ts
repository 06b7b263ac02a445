import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findWebsite } from '../../src/websites/access.ts';
import type { Website } from '../../src/websites/website.ts';
import type { BigDatabase } from './big-database.ts';
import { segmentsIn } from './column-files.ts';
import type { BenchQuestion, Call } from './question-list.ts';
import type { Order, Step, StepResult } from './question-process.ts';
import { runJson } from './run-json.ts';
import { median } from './run-load.ts';

/** Milliseconds of rest after the answer about the other website, in which threads start and loops are compiled. */
const CALM = 2_000;
/** Helpers that count have started by then. */
const STARTED = 1_000;
const REPEATS = 3;
const HERE = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const OTHER = 'small-0.example';

/** What a question costs: at first, repeated, and over a range that ends a day earlier, which no cache knows. */
export interface Measured {
  readonly first: StepResult;
  readonly repeated: StepResult;
  readonly shifted: StepResult;
  /** The most of all steps. */
  readonly heldUp: number;
  readonly peak: number;
}

/** Asks questions about a loaded database in processes of their own. */
export class Questioner {
  readonly #big: BigDatabase;
  readonly #other: Website;
  readonly #today: number;

  /** `today` is the last day of all ranges, in days since 1970-01-01. */
  static async open(big: BigDatabase, today: number): Promise<Questioner> {
    const other = await findWebsite(big.database, { domain: OTHER });
    if (!other) throw new Error(`The database has no website ${OTHER}; remove its folder.`);
    return new Questioner(big, other, today);
  }

  private constructor(big: BigDatabase, other: Website, today: number) {
    this.#big = big;
    this.#other = other;
    this.#today = today;
  }

  /**
   * Returns the medians of `rounds` fresh processes for each checkout, which take turns; each process has answered the
   * same about another website. The operating system has the columns in memory, unless `before` is given, which is
   * called before each of them.
   */
  async ask(
    { days, calls }: BenchQuestion,
    rounds: number,
    { checkouts = [HERE], before }: { checkouts?: readonly string[]; before?: () => void } = {},
  ): Promise<Measured[]> {
    const [other, first] = [this.#step(this.#other, days, calls), this.#step(this.#big.website, days, calls)];
    const again = Array.from({ length: REPEATS }, (_, at) => ({ ...first, calm: at === 0 ? STARTED : 0 }));
    const steps = [other, { ...first, calm: CALM }, ...again, { ...first, to: first.to - 1, from: first.from - 1 }];
    const runs: StepResult[][][] = checkouts.map(() => []);
    for (let round = 0; round < rounds; round++) {
      const turns = checkouts.map((checkout, at) => ({ checkout, at }));
      for (const { checkout, at } of round % 2 === 0 ? turns : turns.reverse()) {
        before?.();
        runs[at]?.push(await this.#run(checkout, steps, !before));
      }
    }
    return runs.map(ofOne => measuredOf(ofOne.map(results => results.slice(1))));
  }

  /** Asks all questions in one process, `passes` times; returns the memory in use after each pass, and the most. */
  async memory(questions: readonly BenchQuestion[], passes: number): Promise<{ after: number[]; peak: number }> {
    const pass = questions.map(({ days, calls }) => this.#step(this.#big.website, days, calls));
    const results = await this.#run(HERE, Array.from({ length: passes }, () => pass).flat());
    return {
      after: Array.from({ length: passes }, (_, at) => results[(at + 1) * pass.length - 1]?.memory ?? 0),
      peak: results.at(-1)?.peak ?? 0,
    };
  }

  /** `areWarm`: the operating system has all columns in memory. */
  #run(checkout: string, steps: readonly Step[], areWarm = true): Promise<StepResult[]> {
    const { url, directory, website } = this.#big;
    return runJson('question-process.ts', {
      checkout,
      databaseUrl: url,
      dataDir: directory,
      steps,
      warm: areWarm ? segmentsIn(directory, website.id) : [],
    } satisfies Order);
  }

  #step({ id, timezone }: Website, days: number, calls: readonly Call[]): Step {
    return { website: id, timezone, from: this.#today - days + 1, to: this.#today, calls, calm: 0 };
  }
}

/** Returns the medians over the runs of one checkout: the first answer, the repeated ones, and the shifted one. */
function measuredOf(runs: readonly StepResult[][]): Measured {
  const all = runs.flat();
  return {
    first: medianOf(runs.map(run => run[0] as StepResult)),
    repeated: medianOf(runs.flatMap(run => run.slice(1, -1))),
    shifted: medianOf(runs.map(run => run.at(-1) as StepResult)),
    heldUp: median(runs.map(run => Math.max(...run.map(({ heldUp }) => heldUp)))),
    peak: Math.max(...all.map(({ peak }) => peak)),
  };
}

function medianOf(results: readonly StepResult[]): StepResult {
  const refused = results.find(result => result.refused !== null)?.refused ?? null;
  const number = (of: (result: StepResult) => number) => median(results.map(of));
  return {
    ms: number(({ ms }) => ms),
    cpu: number(({ cpu }) => cpu),
    cost: {
      statements: number(({ cost }) => cost.statements),
      rows: number(({ cost }) => cost.rows),
      bytes: number(({ cost }) => cost.bytes),
    },
    heldUp: number(({ heldUp }) => heldUp),
    memory: number(({ memory }) => memory),
    peak: number(({ peak }) => peak),
    digest: new Set(results.map(({ digest }) => digest)).size === 1 ? (results[0]?.digest ?? '') : 'not the same',
    refused,
  };
}
