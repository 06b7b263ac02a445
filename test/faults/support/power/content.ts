import type { Random } from '../random.ts';

/** What a disk writes at once. */
const SECTOR = 512;

type Change = { readonly at: number; readonly data: Buffer } | { readonly size: number };

/** The bytes of a file: those that are durable, and what was done to them since. */
export class FileContent {
  #bytes: Buffer;
  #size: number;
  #pending: Change[] = [];

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#bytes = bytes;
    this.#size = bytes.length;
  }

  write(at: number, data: Buffer): void {
    this.#pending.push({ at, data });
  }

  resize(size: number): void {
    this.#pending.push({ size });
  }

  /** Makes everything durable; returns true if that changed the size. */
  sync(): boolean {
    const before = this.#size;
    const size = sizeAfter(this.#size, this.#pending);
    const most = Math.max(before, ...this.#pending.map(endOf));
    if (most > this.#bytes.length) {
      const larger = Buffer.alloc(most * 2);
      this.#bytes.copy(larger, 0, 0, before);
      this.#bytes = larger;
    }
    for (const change of this.#pending) {
      if ('data' in change) change.data.copy(this.#bytes, change.at);
      else this.#bytes.fill(0, change.size);
    }
    this.#size = size;
    this.#pending = [];
    return size !== before;
  }

  /** Returns what programs read. */
  now(): Buffer {
    return this.#with(() => this.#pending.length, this.#pending.length);
  }

  /**
   * Returns what is there after a cut. `some` is any of: nothing since the last sync, everything, everything to a moment,
   * or each sector as it was at a moment of its own, and the size at another.
   */
  after(which: 'lost' | 'kept' | 'some', random: Random): Buffer {
    const all = this.#pending.length;
    if (which === 'lost' || all === 0) return Buffer.from(this.#bytes.subarray(0, this.#size));
    const way = which === 'kept' ? 1 : random.below(4);
    if (way === 0) return this.#with(() => 0, 0);
    if (way === 1) return this.#with(() => all, all);
    const moment = random.below(all + 1);
    if (way === 2) return this.#with(() => moment, moment);
    const moments = new Map<number, number>();
    return this.#with(sector => {
      const known = moments.get(sector) ?? random.below(all + 1);
      moments.set(sector, known);
      return known;
    }, moment);
  }

  /** Returns the bytes with the first changes: as many in each sector, and to the size, as given. */
  #with(changesIn: (sector: number) => number, changesOfSize: number): Buffer {
    const bytes = Buffer.alloc(Math.max(this.#size, ...this.#pending.map(endOf)));
    this.#bytes.copy(bytes, 0, 0, this.#size);
    this.#pending.forEach((change, index) => {
      const [from, to] = 'data' in change ? [change.at, endOf(change)] : [change.size, bytes.length];
      for (let at = from; at < to; ) {
        const end = Math.min(to, (Math.floor(at / SECTOR) + 1) * SECTOR);
        if (index < changesIn(Math.floor(at / SECTOR))) {
          if ('data' in change) change.data.copy(bytes, at, at - from, end - from);
          else bytes.fill(0, at, end);
        }
        at = end;
      }
    });
    const size = sizeAfter(this.#size, this.#pending.slice(0, changesOfSize));
    return bytes.subarray(0, size);
  }
}

function endOf(change: Change): number {
  return 'data' in change ? change.at + change.data.length : change.size;
}

function sizeAfter(size: number, changes: readonly Change[]): number {
  return changes.reduce((before, change) => ('data' in change ? Math.max(before, endOf(change)) : change.size), size);
}
