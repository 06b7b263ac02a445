import type { BitReader } from './bzip2-bits.ts';

const LONGEST = 20;

/** A code whose symbols are ordered by the length of their words, and then by number. */
export interface Code {
  /** By length: the largest word of it, and how much its place in `symbols` is below its number. */
  readonly largest: Int32Array;
  readonly below: Int32Array;
  readonly symbols: Uint16Array;
  readonly shortest: number;
}

/** Reads a code: of each symbol, how much longer or shorter its word is than the one before. */
export function codeOf(bits: BitReader, count: number): Code {
  const lengths = new Uint8Array(count);
  let length = bits.take(5);
  for (let symbol = 0; symbol < count; symbol++) {
    while (bits.take(1) === 1) length += bits.take(1) === 0 ? 1 : -1;
    if (length < 1 || length > LONGEST) throw new Error('a code of bzip2 is damaged');
    lengths[symbol] = length;
  }
  const symbols = new Uint16Array(count);
  const largest = new Int32Array(LONGEST + 1).fill(-1);
  const below = new Int32Array(LONGEST + 1);
  let place = 0;
  let word = 0;
  for (let size = 1; size <= LONGEST; size++) {
    const first = place;
    for (let symbol = 0; symbol < count; symbol++) if (lengths[symbol] === size) symbols[place++] = symbol;
    below[size] = word - first;
    word += place - first;
    if (place > first) largest[size] = word - 1;
    word <<= 1;
  }
  return { symbols, largest, below, shortest: Math.min(...lengths) };
}

/** Returns the next symbol. Throws Error for a word that the code does not have. */
export function readSymbol(bits: BitReader, { largest, below, symbols, shortest }: Code): number {
  let word = bits.take(shortest);
  for (let size = shortest; size <= LONGEST; size++) {
    if (word <= (largest[size] as number)) {
      const symbol = symbols[word - (below[size] as number)];
      if (symbol === undefined) break;
      return symbol;
    }
    word = (word << 1) | bits.take(1);
  }
  throw new Error('a word of bzip2 has no symbol');
}
