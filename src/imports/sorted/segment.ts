import { NO_PROPERTIES } from '../../domain/properties.ts';
import { HIT_KINDS, type Hit, type HitKind } from '../../domain/stored-hit.ts';
import { type FoldableHit, type HitOfTable, type TextTable, WIDTH } from '../../fold/text-table.ts';

/*
 * A segment: hits of one day, as columns. A column whose rows are all equal is one number; texts are numbers of the
 * segment's own list, in which they appear once. It is read on the machine that wrote it, so numbers are in its order.
 */

/** The columns before those of the values: the hour and the kind, the visitor, and the file. */
const FIRST_COLUMNS = 3;
const HOURS = 32;
const HEAD = 4;
const VARIES = -1;
const UNKNOWN = -1;

/** What only few hits have. */
export type Extra = Pick<Hit, 'amount' | 'unit' | 'seconds' | 'depth' | 'interactive' | 'properties'>;

const PLAIN: Extra = {
  amount: null,
  unit: '',
  seconds: 0,
  depth: null,
  interactive: true,
  properties: NO_PROPERTIES,
};

/** Hits that wait to be written, by row. */
export interface Columns {
  /** The number of the columns, with the first ones. */
  readonly width: number;
  /** All cells, row by row: hour and kind, and the numbers of texts, from 1 on; 0 where there is none. */
  readonly cells: Int32Array;
  readonly times: Float64Array;
  readonly hashes: BigUint64Array;
  /** The texts by number; the first has number 1. */
  readonly texts: readonly string[];
  readonly extras: ReadonlyMap<number, Extra>;
}

/** Returns the number of columns for hits with this many values. */
export function widthFor(values: number): number {
  return FIRST_COLUMNS + values;
}

/** A hit, the hash of its row, and the name of its file. */
export interface HitOfRow {
  readonly hit: Hit;
  readonly hash: bigint;
  readonly file: string;
}

/**
 * Writes the cells of a hit and its file to a row, where there are zeros. `idOf` returns the number of a text; it gets
 * that of the row before, which often has the same text.
 */
export function writeCells(
  cells: Int32Array,
  row: number,
  width: number,
  { hit, file }: Pick<HitOfRow, 'hit' | 'file'>,
  idOf: (text: string, before: number) => number,
): void {
  const at = row * width;
  const write = (column: number, text: string) => {
    cells[at + column] = idOf(text, row === 0 ? 0 : (cells[at - width + column] as number));
  };
  cells[at] = HIT_KINDS.indexOf(hit.kind) * HOURS + hit.hour;
  write(1, hit.visitor);
  write(2, file);
  const { values } = hit;
  for (let rollup = 0; rollup < values.length; rollup++) {
    const text = values[rollup] as string | 0;
    if (text !== 0) write(FIRST_COLUMNS + rollup, text);
  }
}

/** Returns what a hit has besides its cells; undefined if that is nothing. */
export function extraOf({ amount, unit, seconds, depth, interactive, properties }: Hit): Extra | undefined {
  const isPlain =
    amount === null && unit === '' && seconds === 0 && depth === null && interactive && properties.length === 0;
  return isPlain ? undefined : { amount, unit, seconds, depth, interactive, properties };
}

/** Numbers the texts of a segment; places of an older segment have older stamps. */
export class TextPlaces {
  readonly #places: Int32Array;
  readonly #stamps: Int32Array;
  #stamp = 0;
  #texts: string[] = [];

  constructor(texts: number) {
    this.#places = new Int32Array(texts + 1);
    this.#stamps = new Int32Array(texts + 1);
  }

  begin(): void {
    this.#stamp++;
    this.#texts = [];
  }

  /** Returns the number of a text in this segment, from 1 on. */
  of(id: number, texts: readonly string[]): number {
    if (this.#stamps[id] === this.#stamp) return this.#places[id] as number;
    this.#stamps[id] = this.#stamp;
    this.#places[id] = this.#texts.push(texts[id - 1] as string);
    return this.#texts.length;
  }

  get texts(): readonly string[] {
    return this.#texts;
  }
}

/** Returns a segment with these rows, in their order; its length is a multiple of 8. */
export function packSegment(from: Columns, rows: readonly number[], places: TextPlaces): Buffer {
  const { width, cells, times, hashes, texts, extras } = from;
  places.begin();
  const fixed = new Int32Array(width);
  const varying: Int32Array[] = [];
  for (let column = 0; column < width; column++) {
    const numberOf = (cell: number) => (column === 0 || cell === 0 ? cell : places.of(cell, texts));
    const first = cells[(rows[0] as number) * width + column] as number;
    let same = 1;
    while (same < rows.length && cells[(rows[same] as number) * width + column] === first) same++;
    fixed[column] = same === rows.length ? numberOf(first) : VARIES;
    if (same === rows.length) continue;
    const numbers = new Int32Array(rows.length).fill(numberOf(first), 0, same);
    for (let index = same; index < rows.length; index++)
      numbers[index] = numberOf(cells[(rows[index] as number) * width + column] as number);
    varying.push(numbers);
  }
  const few = rows.flatMap((row, index) => {
    const extra = extras.get(row);
    return extra ? [[index, extra] as const] : [];
  });
  const tail = Buffer.from(JSON.stringify([places.texts, few]));
  const isShort = places.texts.length < 0xffff;
  const head = Uint32Array.of(rows.length, width, Number(isShort), tail.length);
  const parts = [
    bytesOf(head),
    bytesOf(Float64Array.from(rows, row => times[row] as number)),
    bytesOf(BigUint64Array.from(rows, row => hashes[row] as bigint)),
    bytesOf(fixed),
    ...varying.map(numbers => bytesOf(isShort ? Uint16Array.from(numbers) : numbers)),
    tail,
  ];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat(parts, Math.ceil(length / 8) * 8);
}

/** A hit of a segment, with the hash of its row, and the name of its file. */
export interface SortedHit {
  readonly hit: FoldableHit;
  readonly hash: bigint;
  readonly file: string;
}

/** Whose hits are read: those of one day, and of the visitors that `wants` accepts. */
export interface Wanted {
  readonly day: number;
  /** Null for all of them. */
  readonly wants: ((visitor: string, time: number) => boolean) | null;
}

/** Adds the wanted hits of a segment, which begins at a multiple of 8 of a buffer of its own, to a table and a list. */
export function readSegment(
  bytes: Buffer,
  start: number,
  { day, wants }: Wanted,
  table: TextTable,
  into: SortedHit[],
): void {
  let at = bytes.byteOffset + start;
  const take = <T extends NumbersOf>(Numbers: T, length: number) => {
    const numbers = new Numbers(bytes.buffer as ArrayBuffer, at, length) as InstanceType<T>;
    at += length * Numbers.BYTES_PER_ELEMENT;
    return numbers;
  };
  const [rows = 0, width = 0, isShort = 0, tail = 0] = take(Uint32Array, HEAD);
  const times = take(Float64Array, rows);
  const hashes = take(BigUint64Array, rows);
  const fixed = take(Int32Array, width);
  const columns = Array.from(fixed, cell => {
    if (cell !== VARIES) return null;
    return isShort === 1 ? take(Uint16Array, rows) : take(Int32Array, rows);
  });
  const end = at - bytes.byteOffset;
  const [list, few] = JSON.parse(bytes.toString('utf8', end, end + tail)) as [string[], [number, Extra][]];
  const texts = ['', ...list];
  const extras = new Map(few);
  const [firsts, visitors, files] = columns;
  const visitorOf = (row: number) => texts[(visitors ? visitors[row] : fixed[1]) as number] as string;
  const wanted: number[] = [];
  for (let row = 0; row < rows; row++) if (!wants || wants(visitorOf(row), times[row] as number)) wanted.push(row);

  const values = Math.min(width - FIRST_COLUMNS, WIDTH);
  const place = table.begin(wanted.length);
  // Visitors and files are no texts of the table.
  const numbers = new Int32Array(texts.length).fill(UNKNOWN);
  const numberOf = (cell: number): number => {
    if (numbers[cell] === UNKNOWN) numbers[cell] = table.numberOf(texts[cell] as string);
    return numbers[cell] as number;
  };
  for (let value = 1; value < values; value++) {
    const cells = columns[FIRST_COLUMNS + value];
    const cell = fixed[FIRST_COLUMNS + value] as number;
    for (let index = 0, at = place + value; index < wanted.length && (cells || cell !== 0); index++, at += WIDTH)
      table.rows[at] = numberOf(cells ? (cells[wanted[index] as number] as number) : cell);
  }
  for (const [index, row] of wanted.entries()) {
    const first = (firsts ? firsts[row] : fixed[0]) as number;
    const { amount, unit, seconds, depth, interactive, properties } = extras.get(row) ?? PLAIN;
    const hit: HitOfTable = {
      time: times[row] as number,
      day,
      hour: first % HOURS,
      visitor: visitorOf(row),
      kind: HIT_KINDS[Math.floor(first / HOURS)] as HitKind,
      id: '',
      source: null,
      network: null,
      amount,
      unit,
      seconds,
      properties,
      depth,
      interactive,
    };
    const file = texts[(files ? files[row] : fixed[2]) as number] as string;
    const placed = table.end(place + index * WIDTH, values, hit, into.length + 1);
    into.push({ hit: placed, hash: hashes[row] as bigint, file });
  }
}

type NumbersOf =
  | typeof Uint16Array
  | typeof Uint32Array
  | typeof Int32Array
  | typeof Float64Array
  | typeof BigUint64Array;

function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
