import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DIMENSIONS } from '../../domain/statistics.ts';
import { fullDisk, roomOnDisk } from '../disk-room.ts';
import { partsFor, type Segment, SLOTS, SLOTS_OF_BYTE, slotOf } from './order.ts';
import { type Extra, extraOf, type HitOfRow, packSegment, TextPlaces, widthFor, writeCells } from './segment.ts';
import { indexOf } from './sorted-index.ts';

const WIDTH = widthFor(Math.max(...DIMENSIONS.map(({ rollup }) => rollup)) + 1);
/** Hits that are sorted in memory before they are written. */
const MOST_ROWS = 65_536;
/** The number of the empty text. */
const EMPTY = 1;
/** UTF-16 units; so much text ends a run early. */
const MOST_TEXT = 8 * 1024 * 1024;

/** Rows of one day whose visitors are in the slots from `first` on. */
interface Group {
  readonly day: number;
  readonly first: number;
  readonly slots: number;
  readonly rows: number[];
}

/**
 * Sorts hits of any number by day and visitor into a file, in little memory: exports have them in the order of visits,
 * of event names, or the latest first, but a visit can be counted only from its first hit on.
 */
export class HitSorter {
  readonly #path: string;
  readonly #cells = new Int32Array(MOST_ROWS * WIDTH);
  readonly #times = new Float64Array(MOST_ROWS);
  readonly #hashes = new BigUint64Array(MOST_ROWS);
  readonly #days = new Int32Array(MOST_ROWS);
  readonly #slots = new Uint16Array(MOST_ROWS);
  readonly #segments: Segment[] = [];
  /** The number of hits of each day, by the first byte of the visitor. */
  readonly #counts = new Map<number, Uint32Array>();
  #rows = 0;
  #ids = new Map<string, number>();
  #texts: string[] = [''];
  #units = 0;
  #extras = new Map<number, Extra>();
  #file: FileHandle | null = null;
  #length = 0;
  #last: { readonly time: number; readonly visitor: string } = { time: 0, visitor: '' };
  /** The name of the file that the latest hit is from. */
  #from: string | null = null;
  #isOfSeveralFiles = false;
  /** How many more hits are later than the one before than earlier: of all, and of those with the same visitor. */
  #rises = 0;
  #risesOfVisitors = 0;

  constructor(path: string) {
    this.#path = path;
  }

  get isFull(): boolean {
    return this.#rows === MOST_ROWS || this.#units > MOST_TEXT;
  }

  /** Takes a hit with its row; when it is full, `write` must be called first. */
  add(read: HitOfRow): void {
    const row = this.#rows++;
    const { hit, hash, file } = read;
    const { time, day, visitor } = hit;
    writeCells(this.#cells, row, WIDTH, read, this.#idOf);
    this.#times[row] = time;
    this.#hashes[row] = hash;
    this.#days[row] = day;
    const slot = slotOf(visitor, time);
    this.#slots[row] = slot;
    this.#count(day, slot);
    const extra = extraOf(hit);
    if (extra) {
      this.#extras.set(row, extra);
      for (const text of extra.properties) this.#units += text.length;
    }
    const rise = Math.sign(time - this.#last.time);
    this.#rises += rise;
    if (visitor === this.#last.visitor) this.#risesOfVisitors += rise;
    this.#last = hit;
    if (file !== (this.#from ?? file)) this.#isOfSeveralFiles = true;
    this.#from = file;
  }

  #count(day: number, slot: number): void {
    let bytes = this.#counts.get(day);
    if (!bytes) {
      bytes = new Uint32Array(SLOTS / SLOTS_OF_BYTE);
      this.#counts.set(day, bytes);
    }
    bytes[Math.floor(slot / SLOTS_OF_BYTE)]!++;
  }

  readonly #idOf = (text: string, before: number): number => {
    // Many values are empty.
    if (text === '') return EMPTY;
    if (before > 0 && this.#texts[before - 1] === text) return before;
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#texts.push(text);
    this.#ids.set(text, id);
    this.#units += text.length;
    return id;
  };

  /** Writes what it has taken. */
  async write(): Promise<void> {
    const from = {
      width: WIDTH,
      cells: this.#cells,
      times: this.#times,
      hashes: this.#hashes,
      texts: this.#texts,
      extras: this.#extras,
    };
    const places = new TextPlaces(this.#texts.length);
    const packed: Buffer[] = [];
    const before = this.#length;
    for (const { rows, ...visitors } of this.#divide()) {
      const body = packSegment(from, rows, places);
      const place = { at: this.#length, length: body.length };
      this.#segments.push({ ...visitors, ...this.#timesOf(rows), ...place, rows: rows.length });
      this.#length += body.length;
      packed.push(body);
    }
    this.#file ??= await open(`${this.#path}.hits`, 'w+', 0o600);
    const bytes = this.#length - before;
    if ((await roomOnDisk(dirname(this.#path))) < bytes) throw fullDisk();
    const { bytesWritten } = await this.#file.writev(packed);
    // A disk that is full in the middle takes a part without an error.
    if (bytesWritten < bytes) throw fullDisk();
    this.#cells.fill(0, 0, this.#rows * WIDTH);
    this.#rows = 0;
    this.#ids = new Map();
    this.#texts = [''];
    this.#units = 0;
    this.#extras = new Map();
  }

  #timesOf(rows: readonly number[]): Pick<Segment, 'from' | 'to'> {
    let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const row of rows) {
      const time = this.#times[row] as number;
      if (time < from) from = time;
      if (time > to) to = time;
    }
    return { from, to };
  }

  /** Returns the rows by day and part of the day. */
  *#divide(): Generator<Group> {
    const counts = new Map<number, number>();
    for (let row = 0; row < this.#rows; row++)
      counts.set(this.#days[row] as number, (counts.get(this.#days[row] as number) ?? 0) + 1);
    const parts = new Map([...counts].map(([day, rows]) => [day, SLOTS / partsFor(rows)]));
    const groups = new Map<number, Group>();
    for (let row = 0; row < this.#rows; row++) {
      const day = this.#days[row] as number;
      const slots = parts.get(day) as number;
      const first = Math.floor((this.#slots[row] as number) / slots) * slots;
      const group = groups.get(day * SLOTS + first);
      if (group) group.rows.push(row);
      else groups.set(day * SLOTS + first, { day, first, slots, rows: [row] });
    }
    for (const key of [...groups.keys()].sort((a, b) => a - b)) yield groups.get(key) as Group;
  }

  /** Ends the file, whose hits are folded in batches of at most `most`. It survives the end of the process. */
  async finish(most: number): Promise<void> {
    if (this.#rows > 0 || this.#file === null) await this.write();
    await this.#file?.sync();
    const isReversed = (this.#risesOfVisitors || this.#rises) < 0;
    const index = await indexOf(this.#file, this.#segments, this.#counts, {
      most,
      isReversed,
      isOfSeveralFiles: this.#isOfSeveralFiles,
    });
    await this.close();
    const file = await open(`${this.#path}.new`, 'w', 0o600);
    try {
      await file.writeFile(JSON.stringify(index));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${this.#path}.new`, `${this.#path}.index`);
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }
}
