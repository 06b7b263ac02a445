import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Share } from '../../counting/chunks.ts';
import type { Column, Kind, Numbers, Part } from '../../counting/columns.ts';
import { readAmounts, type ScaledAmounts } from '../../counting/scaled-amounts.ts';
import type { Memory } from './memory.ts';
import { fileOf, type Header, MAGIC, type PackedDay, PREFIX, paddingAfter, WIDTHS } from './segment-format.ts';

/** Thrown for a file that is damaged or of another format; its days are packed again. */
export class BadSegment extends Error {
  readonly path: string;
  constructor(path: string, fault: string) {
    super(`The file ${path} ${fault}.`);
    this.path = path;
  }
}

/** What a segment calls when a question no longer needs its columns, and when it no longer needs the segment. */
interface Ends {
  readonly released: () => void;
  readonly closed: () => void;
}

/** Thrown for a file that was removed meanwhile; others have its days, or their rows. */
export class GoneSegment extends Error {}

/** A part in a file. A column is read when it is first needed, so a question reads few bytes. */
export class Segment implements Part {
  readonly path: string;
  readonly firstDay: number;
  readonly days: number;
  readonly packed: readonly PackedDay[];
  /** The visitors of its days that it has; other segments have the others. */
  readonly share: Share;
  readonly count: Readonly<Record<Kind, number>>;
  /** Null while it is not open. */
  #file: number | null;
  readonly #places: Header['places'];
  readonly #start: number;
  readonly #memory: Memory;
  readonly #ends: Ends;
  readonly #columns = new Map<string, Column>();
  #amounts: readonly string[] | null = null;
  #scaled: ScaledAmounts | null = null;
  #taken: ArrayBuffer[] = [];
  #read = 0;

  /** Reads the header. Throws BadSegment, or the error of the disk. */
  static open(path: string, memory: Memory, ends: Ends): Segment {
    const file = openSync(path, 'r');
    try {
      const prefix = Buffer.alloc(PREFIX);
      readInto(prefix, path, file, 0);
      if (!prefix.subarray(0, MAGIC.length).equals(MAGIC)) throw new BadSegment(path, 'has another format');
      const length = prefix.readUInt32LE(MAGIC.length);
      // The checksum of nothing is 0, as in a file whose content a power cut has left empty.
      if (length === 0 || length > fstatSync(file).size) throw new BadSegment(path, 'has a damaged header');
      const json = Buffer.alloc(length);
      readInto(json, path, file, PREFIX);
      if (!Segment.isWhole(json, prefix.readUInt32LE(MAGIC.length + 4)))
        throw new BadSegment(path, 'has a damaged header');
      const header = JSON.parse(json.toString()) as Header;
      if (header.file !== fileOf(path)) throw new BadSegment(path, `is a copy of ${header.file}`);
      return new Segment(path, file, header, PREFIX + length, memory, ends);
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /** Returns true for bytes that are as they were written. */
  static isWhole(bytes: Uint8Array, checksum: number): boolean {
    return crc32(bytes) === checksum;
  }

  private constructor(path: string, file: number, header: Header, end: number, memory: Memory, ends: Ends) {
    this.path = path;
    this.firstDay = header.firstDay;
    this.days = header.days;
    this.packed = header.packed;
    this.share = header.share;
    this.count = header.count;
    this.#file = file;
    this.#places = header.places;
    this.#start = end + paddingAfter(end).length;
    this.#memory = memory;
    this.#ends = ends;
  }

  get amounts(): readonly string[] {
    this.#amounts ??= JSON.parse(Buffer.from(this.#numbers('amounts') as Uint8Array).toString()) as string[];
    return this.#amounts;
  }

  get scaledAmounts(): ScaledAmounts {
    this.#scaled ??= readAmounts(this.#numbers('amounts') as Uint8Array);
    return this.#scaled;
  }

  column(kind: Kind, name: string): Column {
    const key = `${kind}.${name}`;
    let column = this.#columns.get(key);
    if (!column) {
      const values = this.#numbers(key);
      column = { values, ids: this.#places[`${key}.ids`] ? (this.#numbers(`${key}.ids`) as Uint32Array) : null };
      this.#columns.set(key, column);
    }
    return column;
  }

  /** Ends the use of the columns, whose memory can then be given up. Returns the bytes that were read from the file. */
  release(): number {
    const read = this.#read;
    this.#read = 0;
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    this.#ends.released();
    return read;
  }

  /** Ends the use of the segment. */
  close(): void {
    this.release();
    this.#ends.closed();
  }

  get hasColumns(): boolean {
    return this.#taken.length > 0;
  }

  /** Gives the memory of the columns back, which nobody may use any more. */
  giveUpColumns(): void {
    this.#columns.clear();
    this.#amounts = null;
    this.#scaled = null;
    for (const taken of this.#taken.splice(0)) this.#memory.giveBack(taken);
  }

  #numbers(key: string): Numbers {
    const place = this.#places[key];
    if (!place) throw new BadSegment(this.path, `lacks the column ${key}`);
    const length = place.length * place.width;
    const taken = this.#memory.take(length);
    this.#taken.push(taken);
    const numbers = new WIDTHS[place.width](taken, 0, place.length);
    if (place.only !== undefined) return numbers.fill(place.only);
    this.#read += length;
    const bytes = new Uint8Array(taken, 0, length);
    this.#file ??= reopened(this.path);
    readInto(bytes, this.path, this.#file, this.#start + place.at);
    if (!Segment.isWhole(bytes, place.checksum)) throw new BadSegment(this.path, `is damaged at the column ${key}`);
    return numbers;
  }
}

function reopened(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new GoneSegment(`The file ${path} is gone.`);
    throw new BadSegment(path, `cannot be read (${(error as Error).message})`);
  }
}

function readInto(bytes: Uint8Array, path: string, file: number, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    const some = readSome(path, file, bytes.subarray(done), position + done);
    if (some === 0) throw new BadSegment(path, 'is cut off');
    done += some;
  }
}

function readSome(path: string, file: number, bytes: Uint8Array, position: number): number {
  try {
    return readSync(file, bytes, 0, bytes.length, position);
  } catch (error) {
    throw new BadSegment(path, `cannot be read (${(error as Error).message})`);
  }
}
