import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { sep } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Share, WHOLE } from '../../counting/chunks.ts';
import { COLUMNS, type Column, KINDS, type Kind, type Numbers, type Part } from '../../counting/columns.ts';
import type { Memory } from './memory.ts';

/** A day of a segment (since 1970-01-01), and the version of its rows that were packed. */
export interface PackedDay {
  readonly day: number;
  readonly version: number;
}

interface Place {
  readonly at: number;
  readonly length: number;
  /** Bytes of a number. */
  readonly width: 1 | 2 | 4;
  readonly checksum: number;
}

interface Header {
  /** What the file was written as: database, website and name. A copy at another place has other visits. */
  readonly file: string;
  readonly firstDay: number;
  readonly days: number;
  readonly packed: readonly PackedDay[];
  readonly share: Share;
  readonly count: Readonly<Record<Kind, number>>;
  /** By `kind.name`; the ids of a column are `kind.name.ids`, and `amounts` is JSON. */
  readonly places: Readonly<Record<string, Place>>;
}

/** Changes with the contents and the layout of segments; segments of other formats are packed again. */
const FORMAT = createHash('sha256')
  .update(`3 ${JSON.stringify(COLUMNS)}`)
  .digest('hex')
  .slice(0, 8);
const MAGIC = Buffer.from(`footfall columns ${FORMAT}\n`);
/** The header follows the magic text: its length in bytes, its checksum, and JSON. */
const PREFIX = MAGIC.length + 8;
const WIDTHS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array } as const;
const ALIGNED = 8;

/** Thrown for a file that is damaged or of another format; its days are packed again. */
export class BadSegment extends Error {
  readonly path: string;
  constructor(path: string, fault: string) {
    super(`The file ${path} ${fault}.`);
    this.path = path;
  }
}

/** Writes a part to a file, completely or not at all. It may not survive a power loss, but then it is noticed. */
export function writeSegment(
  path: string,
  part: Part,
  { packed, share = WHOLE }: { packed: readonly PackedDay[]; share?: Share },
): void {
  const places: Record<string, Place> = {};
  const pieces: Buffer[] = [];
  let at = 0;
  const put = (name: string, numbers: Numbers) => {
    const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    const width = numbers.BYTES_PER_ELEMENT as Place['width'];
    places[name] = { at, length: numbers.length, width, checksum: crc32(bytes) };
    const padding = paddingAfter(bytes.length);
    pieces.push(bytes, padding);
    at += bytes.length + padding.length;
  };
  for (const kind of KINDS)
    for (const name of [...COLUMNS[kind].plain, ...COLUMNS[kind].ids]) {
      const { values, ids } = part.column(kind, name);
      put(`${kind}.${name}`, values);
      if (ids) put(`${kind}.${name}.ids`, ids);
    }
  const { firstDay, days, count, amounts } = part;
  put('amounts', Buffer.from(JSON.stringify(amounts)));
  const json = Buffer.from(
    JSON.stringify({ file: fileOf(path), firstDay, days, packed, share, count, places } satisfies Header),
  );
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32LE(json.length, 0);
  sizes.writeUInt32LE(crc32(json), 4);
  const temporary = `${path}.new`;
  try {
    const file = openSync(temporary, 'w');
    try {
      // All in one buffer would need the memory twice.
      for (const piece of [MAGIC, sizes, json, paddingAfter(PREFIX + json.length), ...pieces])
        writeFileSync(file, piece);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Returns the names of the folder of the database, of the folder of the website, and of the file. */
function fileOf(path: string): string {
  return path.split(sep).slice(-3).join('/');
}

function paddingAfter(length: number): Buffer {
  return Buffer.alloc((ALIGNED - (length % ALIGNED)) % ALIGNED);
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
    return JSON.parse(Buffer.from(this.#numbers('amounts') as Uint8Array).toString()) as string[];
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
    for (const taken of this.#taken.splice(0)) this.#memory.giveBack(taken);
  }

  #numbers(key: string): Numbers {
    const place = this.#places[key];
    if (!place) throw new BadSegment(this.path, `lacks the column ${key}`);
    const length = place.length * place.width;
    const taken = this.#memory.take(length);
    this.#taken.push(taken);
    this.#read += length;
    const bytes = new Uint8Array(taken, 0, length);
    this.#file ??= reopened(this.path);
    readInto(bytes, this.path, this.#file, this.#start + place.at);
    if (!Segment.isWhole(bytes, place.checksum)) throw new BadSegment(this.path, `is damaged at the column ${key}`);
    return new WIDTHS[place.width](taken, 0, place.length);
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
