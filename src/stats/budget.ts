import { AppError } from '../errors.ts';

/** The kinds of callers. Each has a share of its own, so that no kind waits for another. */
export type AskerKind = 'stranger' | 'key' | 'member';

/** The caller a request is read for: its kind and, within the kind, its IP address group or account. */
export interface Asker {
  readonly kind: AskerKind;
  readonly of: string;
}

/** Footfall itself: reports, alerts and commands. */
export const SERVICE: Asker = { kind: 'member', of: 'service' };

/** What callers of one kind may cost. */
interface Allowance {
  /** Milliseconds that one read of single visits, or of many values, may take, including its wait. */
  readonly ms: number;
  /** Comparisons of a value with a searched text in one read; a website with 200,000 values has as many for each text. */
  readonly comparisons: number;
  /** Value ids that the conditions of one read may have. */
  readonly ids: number;
  /** Bytes that one request may read from the rollups, and hold as their sums. */
  readonly bytes: number;
  /** Statements of one read that run at the same time. */
  readonly statements: number;
  /** Reads that run at the same time, of all callers of the kind and of one of them. */
  readonly atOnce: number;
  readonly atOnceOfOne: number;
  /** Reads that wait, of all callers of the kind; further ones are refused. */
  readonly waiting: number;
}

/** What a request may cost while it runs. `graphql/complexity.ts` bounds what it may ask for before it runs. */
export const ALLOWANCES: Readonly<Record<AskerKind, Allowance>> = {
  stranger: {
    ms: 10_000,
    comparisons: 30_000_000,
    ids: 300_000,
    bytes: 64_000_000,
    statements: 1,
    atOnce: 2,
    atOnceOfOne: 1,
    waiting: 200,
  },
  key: {
    ms: 10_000,
    comparisons: 150_000_000,
    ids: 1_000_000,
    bytes: 256_000_000,
    statements: 2,
    atOnce: 4,
    atOnceOfOne: 2,
    waiting: 1_000,
  },
  member: {
    ms: 10_000,
    comparisons: 150_000_000,
    ids: 1_000_000,
    bytes: 256_000_000,
    statements: 2,
    atOnce: 6,
    atOnceOfOne: 4,
    waiting: 1_000,
  },
};

/** The limits of one read; they can be sent to a thread. */
export interface ReadLimits extends Pick<Allowance, 'comparisons' | 'ids' | 'statements'> {
  /** The time at which the read must have ended, as `clock` returns it. */
  readonly until: number;
}

/** Milliseconds on a clock that all threads of the process share and that nobody sets. */
export function clock(): number {
  return performance.timeOrigin + performance.now();
}

/** What one request may still cost. */
export class Budget {
  readonly asker: Asker;
  readonly #allowance: Allowance;
  #bytes: number;

  constructor(asker: Asker) {
    this.asker = asker;
    this.#allowance = ALLOWANCES[asker.kind];
    this.#bytes = this.#allowance.bytes;
  }

  /** Returns the limits of a read that begins now. */
  begin(): ReadLimits {
    const { ms, comparisons, ids, statements } = this.#allowance;
    return { until: clock() + ms, comparisons, ids, statements };
  }

  /** Takes what was read off the budget; throws UNAVAILABLE when it does not have that many bytes left. */
  spend(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#bytes < 0)
      throw tooMuch('has too many values for one request. Ask for fewer statistics, or fewer ranges, at once.');
  }
}

/** Counts what one read costs. Every method throws UNAVAILABLE once the read exceeds its limits. */
export class Meter {
  readonly #limits: ReadLimits;
  #comparisons = 0;
  #ids = 0;

  constructor(limits: ReadLimits) {
    this.#limits = limits;
  }

  get statements(): number {
    return this.#limits.statements;
  }

  checkTime(): void {
    if (clock() > this.#limits.until)
      throw tooMuch(
        'would take too long, because a filter reads single visits. Ask for fewer days, or leave the filter out.',
      );
  }

  compare(times: number): void {
    this.#comparisons += times;
    if (this.#comparisons > this.#limits.comparisons)
      throw tooMuch(
        'compares too many texts with the values of this website. Send fewer texts in the filter, or compare with IS.',
      );
  }

  select(ids: number): void {
    this.#ids += ids;
    if (this.#ids > this.#limits.ids)
      throw tooMuch('matches too many values of this website. Send longer texts in the filter, or fewer of them.');
  }
}

function tooMuch(what: string): AppError {
  return new AppError('UNAVAILABLE', `The request ${what}`);
}

/** A read that waits. */
interface Waiting {
  begin(): void;
  refuse(error: AppError): void;
}

/** Runs reads in turn: one caller after another, each with few at once, so that none is behind all reads of another. */
export class Line {
  readonly #allowance: Allowance;
  readonly #running = new Map<string, number>();
  /** The waiting reads by caller; the caller who is next comes first. */
  readonly #waiting = new Map<string, Waiting[]>();
  #busy = 0;
  #length = 0;

  constructor(allowance: Allowance) {
    this.#allowance = allowance;
  }

  /**
   * Returns what `work` returns, once it is its turn. Throws RATE_LIMITED when too many reads are waiting and no caller
   * has more of them than this one.
   */
  async run<T>(of: string, work: () => Promise<T>): Promise<T> {
    if (!this.#mayBegin(of)) await this.#wait(of);
    else this.#begin(of);
    try {
      return await work();
    } finally {
      this.#end(of);
    }
  }

  #mayBegin(of: string): boolean {
    const { atOnce, atOnceOfOne } = this.#allowance;
    return this.#busy < atOnce && (this.#running.get(of) ?? 0) < atOnceOfOne;
  }

  #begin(of: string): void {
    this.#busy++;
    this.#running.set(of, (this.#running.get(of) ?? 0) + 1);
  }

  /** Refuses all reads that wait. */
  clear(error: AppError): void {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    this.#length = 0;
    for (const { refuse } of all) refuse(error);
  }

  #wait(of: string): Promise<void> {
    if (this.#length >= this.#allowance.waiting) this.#makeRoomFor(of);
    this.#length++;
    return new Promise((begin, refuse) => {
      const mine = this.#waiting.get(of) ?? [];
      this.#waiting.set(of, mine);
      mine.push({ begin, refuse });
    });
  }

  /** Refuses the newest read of the caller who has most of them, so that one caller cannot take all places. */
  #makeRoomFor(of: string): void {
    const error = new AppError(
      'RATE_LIMITED',
      'Too many requests read single visits at the moment. Try again shortly.',
      { retryAfter: 5 },
    );
    const [longest] = [...this.#waiting.values()].sort((a, b) => b.length - a.length);
    const mine = this.#waiting.get(of)?.length ?? 0;
    if (!longest || longest.length <= mine + 1) throw error;
    this.#length--;
    longest.pop()?.refuse(error);
  }

  #end(of: string): void {
    this.#busy--;
    const left = (this.#running.get(of) ?? 1) - 1;
    if (left === 0) this.#running.delete(of);
    else this.#running.set(of, left);
    for (const [next, waiting] of this.#waiting) {
      if (!this.#mayBegin(next)) continue;
      this.#length--;
      this.#waiting.delete(next);
      const first = waiting.shift();
      if (waiting.length > 0) this.#waiting.set(next, waiting);
      this.#begin(next);
      first?.begin();
      return;
    }
  }
}
