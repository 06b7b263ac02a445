import { AppError } from '../errors.ts';

/** The kinds of callers. Each has a share of its own, so that no kind waits for another. */
export type AskerKind = 'stranger' | 'key' | 'member';

/** The caller a request is read for: its kind and, within the kind, its IP address group or account. */
export interface Asker {
  readonly kind: AskerKind;
  readonly of: string;
  /** The network of an anonymous caller. */
  readonly network?: string;
}

/** Footfall itself: reports, alerts and commands. */
export const SERVICE: Asker = { kind: 'member', of: 'service' };

/** What callers of one kind may cost. */
interface Allowance {
  /** Milliseconds that one read may take, including its wait. */
  readonly ms: number;
  /** Comparisons of a value with a searched text in one read; a website with 200,000 values has as many for each text. */
  readonly comparisons: number;
  /** Value ids that the conditions of one read may have. */
  readonly ids: number;
  /** Bytes that one request may read from the rollups, hold as their sums, and need for texts to search or sort. */
  readonly bytes: number;
  /** The same for all requests of the kind that are answered at the same time; a thread may use 512 MB. */
  readonly room: number;
  /** Requests that are answered at the same time, of all callers of the kind and of one of them. */
  readonly atOnce: number;
  readonly atOnceOfOne: number;
  /** Requests that wait, of all callers of the kind; further ones are refused. */
  readonly waiting: number;
}

/** What a request may cost while it runs. `graphql/complexity.ts` bounds what it may ask for before it runs. */
export const ALLOWANCES: Readonly<Record<AskerKind, Allowance>> = {
  stranger: {
    ms: 30_000,
    comparisons: 30_000_000,
    ids: 300_000,
    bytes: 64_000_000,
    room: 128_000_000,
    atOnce: 2,
    atOnceOfOne: 1,
    waiting: 200,
  },
  key: {
    ms: 30_000,
    comparisons: 150_000_000,
    ids: 1_000_000,
    bytes: 256_000_000,
    room: 256_000_000,
    atOnce: 4,
    atOnceOfOne: 2,
    waiting: 1_000,
  },
  member: {
    ms: 30_000,
    comparisons: 150_000_000,
    ids: 1_000_000,
    bytes: 256_000_000,
    room: 256_000_000,
    atOnce: 6,
    atOnceOfOne: 4,
    waiting: 1_000,
  },
};

/** The limits of one read. */
export interface ReadLimits extends Pick<Allowance, 'comparisons' | 'ids'> {
  /** The time at which the read must have ended, as `clock` returns it. */
  readonly until: number;
}

/** What reads of single visits have cost: statements, rows they returned, and bytes of columns. */
export interface ReadCost {
  statements: number;
  rows: number;
  bytes: number;
}

const NO_COST: Readonly<ReadCost> = { statements: 0, rows: 0, bytes: 0 };

/** Milliseconds on a clock that all threads of the process share and that nobody sets. */
export function clock(): number {
  return performance.timeOrigin + performance.now();
}

/** The bytes that requests of one kind of caller may hold at the same time. */
export class Room {
  #free: number;
  readonly #makeRoom: () => boolean;

  /** `makeRoom` gives bytes back that are not needed at the moment, and returns false if there are none. */
  constructor(bytes: number, makeRoom: () => boolean = () => false) {
    this.#free = bytes;
    this.#makeRoom = makeRoom;
  }

  /** Throws UNAVAILABLE when too little is free. */
  take(bytes: number): void {
    while (bytes > this.#free)
      if (!this.#makeRoom())
        throw new AppError('UNAVAILABLE', 'Too many values are being read at the moment. Try again shortly.', {
          retryAfter: 5,
        });
    this.#free -= bytes;
  }

  giveBack(bytes: number): void {
    this.#free += bytes;
  }
}

/** What one request may still cost. */
export class Budget {
  readonly #allowance: Allowance;
  readonly #room: Room | undefined;
  #left: number;
  #last: Promise<unknown> = Promise.resolve();
  readonly #cost: ReadCost = { ...NO_COST };
  /** The time at which the reads that run must have ended, as `clock` returns it; by default, each has its full time. */
  until: number | undefined;

  /** Without `room`, the request shares none with others. */
  constructor({ kind }: Asker, room?: Room) {
    this.#allowance = ALLOWANCES[kind];
    this.#room = room;
    this.#left = this.#allowance.bytes;
  }

  /** Takes what was read off the budget; throws UNAVAILABLE when it does not have that many bytes left. */
  spend(bytes: number): void {
    if (bytes > this.#left)
      throw tooMuch('has too many values for one request. Ask for fewer statistics, or fewer ranges, at once.');
    this.#room?.take(bytes);
    this.#left -= bytes;
  }

  /**
   * Runs a read that looks at single visits, or at many values, after those of the same request that came before. What
   * it held is given back at its end.
   */
  inTurn<T>(read: (meter: Meter) => Promise<T>): Promise<T> {
    const { ms, comparisons, ids } = this.#allowance;
    const limits = { until: this.until ?? clock() + ms, comparisons, ids };
    const mine = this.#last.then(async () => {
      let held = 0;
      const meter = new Meter(
        limits,
        bytes => {
          this.spend(bytes);
          held += bytes;
        },
        this.#cost,
      );
      try {
        meter.check();
        return await read(meter);
      } finally {
        this.#giveBack(held);
      }
    });
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** Returns what reads of single visits have cost since the last call. */
  takeCost(): ReadCost {
    const cost = { ...this.#cost };
    Object.assign(this.#cost, NO_COST);
    return cost;
  }

  /** Gives everything back, because the request is over. */
  end(): void {
    this.#giveBack(this.#allowance.bytes - this.#left);
  }

  #giveBack(bytes: number): void {
    this.#left += bytes;
    this.#room?.giveBack(bytes);
  }
}

/** Counts what one read costs. Every method throws UNAVAILABLE once the read exceeds its limits. */
export class Meter {
  readonly cost: ReadCost;
  readonly #limits: ReadLimits;
  readonly #hold: (bytes: number) => void;
  #comparisons = 0;
  #ids = 0;

  constructor(limits: ReadLimits, hold: (bytes: number) => void = () => undefined, cost: ReadCost = { ...NO_COST }) {
    this.cost = cost;
    this.#limits = limits;
    this.#hold = hold;
  }

  get until(): number {
    return this.#limits.until;
  }

  check(): void {
    if (clock() > this.#limits.until)
      throw tooMuch('would take too long at the moment. Ask for fewer days, or try again in some minutes.');
  }

  /** Counts bytes that are in use until the read ends. */
  hold(bytes: number): void {
    this.#hold(bytes);
  }

  compare(times: number): void {
    this.#comparisons += times;
    if (this.#comparisons > this.#limits.comparisons)
      throw tooMuch(
        'compares too many texts with the values of this website. Use fewer texts in the filter, or compare with IS.',
      );
  }

  select(ids: number): void {
    this.#ids += ids;
    if (this.#ids > this.#limits.ids)
      throw tooMuch('matches too many values of this website. Use longer texts in the filter, or fewer of them.');
  }
}

function tooMuch(what: string): AppError {
  return new AppError('UNAVAILABLE', `The request ${what}`);
}

/** The error of reads whose thread ended under them, or lost what they need. */
export function interrupted(cause?: Error): AppError {
  return new AppError('UNAVAILABLE', 'The request was interrupted. Try again shortly.', { retryAfter: 5, cause });
}
