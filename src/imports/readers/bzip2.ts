import { BitReader } from './bzip2-bits.ts';
import { type Code, codeOf, readSymbol } from './bzip2-codes.ts';

const BLOCK = 0x314159265359;
const END = 0x177245385090;
const UNIT = 100_000;
/** No block takes more bytes than this, packed. */
const LONGEST_BLOCK = 1_250_000;
const PIECE = 256 * 1024;
/** As many symbols are read with one code, before the next selector names another. */
const OF_CODE = 50;
const LONGEST_RUN = 4;

/** Yields what a file packed by bzip2 unpacks to, piece by piece, in little memory. Throws Error for a damaged one. */
export async function* unpackBzip2(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const bits = new BitReader();
  const source = packed[Symbol.asyncIterator]();
  let isOver = false;
  const fill = async () => {
    while (!isOver && bits.available < LONGEST_BLOCK) {
      const { done, value } = await source.next();
      if (done) isOver = true;
      else bits.add(value);
    }
  };
  try {
    await fill();
    while (bits.available > 0) {
      const size = sizeOf(bits);
      const block = new Uint32Array(size);
      for (;;) {
        await fill();
        const magic = bits.take(24) * 2 ** 24 + bits.take(24);
        const sum = bits.take(32);
        if (magic === END) break;
        if (magic !== BLOCK) throw new Error('a block of bzip2 does not begin as one');
        yield* unpackBlock(bits, block, sum);
      }
      bits.align();
      await fill();
    }
  } finally {
    await source.return?.();
  }
}

function sizeOf(bits: BitReader): number {
  const level = bits.take(24) === 0x425a68 ? bits.take(8) - 48 : 0;
  if (level < 1 || level > 9) throw new Error('the head is not that of bzip2');
  return level * UNIT;
}

function* unpackBlock(bits: BitReader, block: Uint32Array, sum: number): Generator<Buffer> {
  if (bits.take(1) !== 0) throw new Error('a block is of a version of bzip2 before 1.0');
  const origin = bits.take(24);
  const length = readBlock(bits, block);
  if (origin >= length) throw new Error('a block of bzip2 is damaged');
  turnBack(block, length);
  const crc = new Checksum();
  let piece = Buffer.allocUnsafe(PIECE);
  let filled = 0;
  let run = 0;
  let last = -1;
  let place = (block[origin] as number) >>> 8;
  for (let at = 0; at < length; at++) {
    const entry = block[place] as number;
    const byte = entry & 0xff;
    place = entry >>> 8;
    // Four equal bytes are followed by the number of further ones.
    const times = run === LONGEST_RUN ? byte : 1;
    run = run === LONGEST_RUN ? 0 : byte === last ? run + 1 : 1;
    if (run > 0) last = byte;
    for (let more = 0; more < times; more++) {
      piece[filled++] = last;
      crc.add(last);
      if (filled < PIECE) continue;
      yield piece;
      piece = Buffer.allocUnsafe(PIECE);
      filled = 0;
    }
    if (run === 0) last = -1;
  }
  if (crc.value !== sum) throw new Error('the checksum of a block of bzip2 is wrong');
  if (filled > 0) yield piece.subarray(0, filled);
}

/** Reads the symbols of a block as bytes, and returns how many they are. */
function readBlock(bits: BitReader, block: Uint32Array): number {
  const recent = usedBytes(bits);
  const codes = bits.take(3);
  const selectors = readSelectors(bits, codes, bits.take(15));
  const symbols = recent.length + 2;
  const tables: Code[] = [];
  for (let code = 0; code < codes; code++) tables.push(codeOf(bits, symbols));
  let length = 0;
  let [run, weight] = [0, 1];
  for (let at = 0, table = tables[0] as Code; ; at++) {
    if (at % OF_CODE === 0) {
      const selected = tables[selectors[at / OF_CODE] ?? codes];
      if (!selected) throw new Error('a block of bzip2 is damaged');
      table = selected;
    }
    const symbol = readSymbol(bits, table);
    if (symbol <= 1) {
      run += weight << symbol;
      weight <<= 1;
      if (run > block.length) throw new Error('a block of bzip2 is too long');
      continue;
    }
    if (run > 0) {
      if (length + run > block.length) throw new Error('a block of bzip2 is too long');
      block.fill(recent[0] as number, length, length + run);
      length += run;
      [run, weight] = [0, 1];
    }
    if (symbol === symbols - 1) return length;
    if (length === block.length) throw new Error('a block of bzip2 is too long');
    const byte = recent[symbol - 1] as number;
    recent.copyWithin(1, 0, symbol - 1);
    recent[0] = byte;
    block[length++] = byte;
  }
}

function usedBytes(bits: BitReader): Uint8Array {
  const groups = bits.take(16);
  const used: number[] = [];
  for (let group = 0; group < 16; group++) {
    if (((groups >> (15 - group)) & 1) === 0) continue;
    const bytes = bits.take(16);
    for (let byte = 0; byte < 16; byte++) if ((bytes >> (15 - byte)) & 1) used.push(group * 16 + byte);
  }
  if (used.length === 0) throw new Error('a block of bzip2 has no bytes');
  return Uint8Array.from(used);
}

function readSelectors(bits: BitReader, codes: number, count: number): Uint8Array {
  if (codes < 2 || codes > 6 || count === 0) throw new Error('a block of bzip2 is damaged');
  const recent = Uint8Array.from([0, 1, 2, 3, 4, 5]);
  const selectors = new Uint8Array(count);
  for (let at = 0; at < count; at++) {
    let place = 0;
    while (bits.take(1) === 1) if (++place >= codes) throw new Error('a block of bzip2 is damaged');
    const code = recent[place] as number;
    recent.copyWithin(1, 0, place);
    recent[0] = code;
    selectors[at] = code;
  }
  return selectors;
}

/** Undoes the sorting of a block: each place gets, above its byte, where the next byte is. */
function turnBack(block: Uint32Array, length: number): void {
  const counts = new Uint32Array(257);
  for (let at = 0; at < length; at++) counts[((block[at] as number) & 0xff) + 1]!++;
  for (let byte = 0; byte < 256; byte++) counts[byte + 1]! += counts[byte] as number;
  for (let at = 0; at < length; at++) {
    const byte = (block[at] as number) & 0xff;
    block[counts[byte]!++]! |= at << 8;
  }
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

class Checksum {
  #value = -1;

  add(byte: number): void {
    this.#value = (this.#value << 8) ^ (CRC[(this.#value >>> 24) ^ byte] as number);
  }

  get value(): number {
    return ~this.#value >>> 0;
  }
}
