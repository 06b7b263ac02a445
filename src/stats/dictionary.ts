import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Dialect } from '../db/dialect.ts';
import { readTexts, readTextsAfter, readTopId } from '../db/rollups/values.ts';
import { isWide, ownText } from '../domain/text.ts';
import { Meter } from './budget.ts';
import { Selected } from './selected.ts';

/** Returns the text of a value id; empty for an id that the website does not have. */
export type TextOf = (id: number) => string;

/** The texts of a website by id. */
interface Known {
  readonly texts: string[];
  /** The same texts with ASCII letters in lower case. */
  readonly lowered: string[];
  bytes: number;
  /** True once the cache has no room for the next text. */
  isFull: boolean;
}

const CACHED_BYTES = 48_000_000;
/** Bytes that a text takes in addition to its characters, roughly. */
const TEXT = 40;
const ROWS = 10_000;
/** Texts that are looked at in one stretch of work, and comparisons, which usually take about 10 ms. */
const STRETCH = { texts: 5_000, comparisons: 50_000 };
/** Fewer texts are read by their ids. */
const FEW = 5_000;
/** Texts that are read before they are asked for: more would take as long as other questions should. */
const MOST_PREPARED = 50_000;

/** All texts of websites, read in one pass in the order of their ids. Recently used websites are kept in memory. */
export class Dictionary {
  readonly #dialect: Dialect;
  readonly #room: number;
  readonly #kept: LRUCache<number, Known>;

  /** `room` is the number of bytes that the texts kept in memory may take. */
  constructor(dialect: Dialect, room = CACHED_BYTES) {
    this.#dialect = dialect;
    this.#room = room;
    this.#kept = new LRUCache({ maxSize: room, sizeCalculation: ({ bytes }) => bytes + 1 });
  }

  /** The bytes that are kept, as the cache counts them. */
  get bytes(): number {
    return [...this.#kept.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Returns the texts of these ids; as many bytes as they take are held until the read ends. */
  async textsOf(website: number, ids: ArrayLike<number>, meter: Meter): Promise<TextOf> {
    if (ids.length <= FEW) {
      const some = (await readTexts(this.#dialect, new Map([[website, new Set(Array.from(ids))]]))).get(website);
      return id => some?.get(id) ?? '';
    }
    const wanted = new Selected();
    for (let at = 0; at < ids.length; at++) wanted.add(ids[at] as number);
    const texts = new Map<number, string>();
    await this.pass(website, meter, (id, text) => {
      if (!wanted.has(id)) return;
      meter.hold(sizeOf(text));
      // Few of many texts would keep all others.
      texts.set(id, ownText(text));
    });
    return id => texts.get(id) ?? '';
  }

  /** Returns which ids have a text that fits; 0 has the empty one. */
  async find(
    website: number,
    meter: Meter,
    fits: (text: string, lowered: string) => boolean,
  ): Promise<(id: number) => boolean> {
    const found = new Selected();
    if (fits('', '')) found.add(0);
    await this.pass(website, meter, (id, text, lowered) => {
      meter.compare(1);
      if (fits(text, lowered)) found.add(id);
    });
    return id => found.has(id);
  }

  /**
   * Calls `look` with every text of the website; `lowered` has its ASCII letters in lower case. `comparisons` is what one
   * call costs. Returns the last id.
   */
  async pass(
    website: number,
    meter: Meter,
    look: (id: number, text: string, lowered: string) => void,
    comparisons = 1,
  ): Promise<number> {
    const stretch = Math.max(1, Math.min(STRETCH.texts, Math.floor(STRETCH.comparisons / comparisons)));
    let known = this.#kept.get(website);
    const newest = (known?.texts.length ?? 0) - 1;
    const { top, text } = await readTopId(this.#dialect, website, newest);
    // A database that fails over can lose its last commits and give their ids to other texts.
    if (!known || text !== known.texts[newest]) known = { texts: [], lowered: [], bytes: 0, isFull: false };
    const looked = known.texts.length;
    for (let start = 0; start < looked; start += stretch) {
      await this.#rest(meter);
      for (let id = start; id < Math.min(looked, start + stretch); id++)
        if (known.texts[id] !== undefined) look(id, known.texts[id] as string, known.lowered[id] as string);
    }
    let last = looked - 1;
    while (last < top) {
      await this.#rest(meter);
      const { ids, texts, lowered } = await readTextsAfter(this.#dialect, website, last, ROWS);
      for (const [index, id] of ids.entries()) {
        if (index % stretch === stretch - 1) await this.#rest(meter);
        look(id, texts[index] as string, lowered[index] as string);
        this.#keep(known, id, texts[index] as string, lowered[index] as string);
      }
      last = ids.at(-1) ?? top;
    }
    // The cache takes the size of an entry only when it is new, and this one may have grown.
    this.#kept.delete(website);
    this.#kept.set(website, known);
    return Math.max(top, last);
  }

  /** Reads the texts of a website that has not too many, for the first question about them. */
  async prepare(website: number): Promise<void> {
    const { top } = await readTopId(this.#dialect, website, 0);
    if (top > MOST_PREPARED) return;
    const unlimited = Number.POSITIVE_INFINITY;
    await this.pass(website, new Meter({ until: unlimited, comparisons: unlimited, ids: unlimited }), () => {});
  }

  #keep(known: Known, id: number, text: string, lowered: string): void {
    if (known.texts[id] !== undefined) return;
    const bytes = known.bytes + sizeOf(text) * (lowered === text ? 1 : 2);
    // The texts up to the last one are kept without gaps.
    known.isFull ||= bytes >= this.#room;
    if (known.isFull) return;
    known.texts[id] = text;
    known.lowered[id] = lowered;
    known.bytes = bytes;
  }

  /** Lets other reads of this thread continue. */
  async #rest(meter: Meter): Promise<void> {
    meter.check();
    await setImmediate();
  }
}

/** Returns roughly how many bytes a text takes; a character takes two as soon as one is beyond Latin-1. */
function sizeOf(text: string): number {
  return TEXT + text.length * (isWide(text) ? 2 : 1);
}
