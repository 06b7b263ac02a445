import { AppError } from '../errors.ts';
import { type ALLOWANCES, type Asker, type AskerKind, clock } from './budget.ts';

/** A request that waits. */
interface Waiting {
  begin(): void;
  refuse(error: AppError): void;
}

type Limits = Pick<(typeof ALLOWANCES)[AskerKind], 'ms' | 'atOnce' | 'atOnceOfOne' | 'waiting'>;
type Caller = Pick<Asker, 'of' | 'network'>;

/**
 * Answers requests in turn: one network after another and, within a network, one caller after another, each with few at
 * once, so that none is behind all requests of another.
 */
export class Line {
  readonly #limits: Limits;
  readonly #running = new Map<string, number>();
  /** The waiting requests by network and caller; the network and the caller who are next come first. */
  readonly #waiting = new Map<string, Map<string, Waiting[]>>();
  #busy = 0;
  #length = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Returns what `work` returns, once it is its turn. Throws RATE_LIMITED when too many requests are waiting and no
   * network, and no caller in it, has more of them than this one; UNAVAILABLE when it has waited for too long.
   */
  async run<T>({ of, network = of }: Caller, work: () => Promise<T>): Promise<T> {
    const since = clock();
    if (this.#mayBegin(of)) this.#begin(of);
    else await this.#wait(of, network);
    try {
      if (clock() > since + this.#limits.ms) throw busy('UNAVAILABLE');
      return await work();
    } finally {
      this.#end(of);
    }
  }

  #mayBegin(of: string): boolean {
    const { atOnce, atOnceOfOne } = this.#limits;
    return this.#busy < atOnce && (this.#running.get(of) ?? 0) < atOnceOfOne;
  }

  #begin(of: string): void {
    this.#busy++;
    this.#running.set(of, (this.#running.get(of) ?? 0) + 1);
  }

  /** Refuses all requests that wait. */
  clear(error: AppError): void {
    const all = [...this.#waiting.values()].flatMap(callers => [...callers.values()].flat());
    this.#waiting.clear();
    this.#length = 0;
    for (const { refuse } of all) refuse(error);
  }

  #wait(of: string, network: string): Promise<void> {
    if (this.#length >= this.#limits.waiting) this.#makeRoomFor(of, network);
    this.#length++;
    return new Promise((begin, refuse) => {
      const callers = this.#waiting.get(network) ?? new Map<string, Waiting[]>();
      this.#waiting.set(network, callers);
      callers.set(of, [...(callers.get(of) ?? []), { begin, refuse }]);
    });
  }

  /**
   * Refuses the newest request of the caller with most of them in the network with most of them, so that neither can
   * take all places.
   */
  #makeRoomFor(of: string, network: string): void {
    const [most, callers] = longestOf(this.#waiting, sizeOf);
    const isOwn = most === network;
    const [who, waiting] = longestOf(callers ?? new Map<string, Waiting[]>(), ({ length }) => length);
    const [mine, theirs] = isOwn
      ? [callers?.get(of)?.length ?? 0, waiting?.length ?? 0]
      : [sizeOf(this.#waiting.get(network)), sizeOf(callers)];
    if (theirs <= mine + 1) throw busy('RATE_LIMITED');
    this.#length--;
    waiting?.pop()?.refuse(busy('RATE_LIMITED'));
    if (waiting?.length === 0) callers?.delete(who as string);
  }

  #end(of: string): void {
    this.#busy--;
    const left = (this.#running.get(of) ?? 1) - 1;
    if (left === 0) this.#running.delete(of);
    else this.#running.set(of, left);
    for (const [network, callers] of this.#waiting) {
      for (const [next, waiting] of callers) {
        if (!this.#mayBegin(next)) continue;
        this.#length--;
        // A caller that has had a turn comes last.
        callers.delete(next);
        this.#waiting.delete(network);
        const first = waiting.shift();
        if (waiting.length > 0) callers.set(next, waiting);
        if (callers.size > 0) this.#waiting.set(network, callers);
        this.#begin(next);
        first?.begin();
        return;
      }
    }
  }
}

/** Returns the longest entry, the last one of several. */
function longestOf<T>(all: ReadonlyMap<string, T>, lengthOf: (one: T) => number): [string, T] | [] {
  const [longest] = [...all].reverse().sort(([, a], [, b]) => lengthOf(b) - lengthOf(a));
  return longest ?? [];
}

function sizeOf(callers: ReadonlyMap<string, readonly Waiting[]> | undefined): number {
  return [...(callers?.values() ?? [])].reduce((sum, { length }) => sum + length, 0);
}

function busy(code: 'RATE_LIMITED' | 'UNAVAILABLE'): AppError {
  return new AppError(code, 'Too many requests for statistics are waiting at the moment. Try again shortly.', {
    retryAfter: 5,
  });
}
