import { type Amount, scaleAmount } from '../domain/amount.ts';

/** Amounts by their position, as whole numbers of units of the last decimal that any of them has. */
export interface ScaledAmounts {
  /** The number of decimals. */
  readonly scale: number;
  /** Exact, except for those in `large`. An empty amount is 0. */
  readonly numbers: Float64Array;
  /** The largest of `numbers`, without its sign. */
  readonly most: number;
  /** Those with more digits than a floating-point number keeps, by position. */
  readonly large: ReadonlyMap<number, bigint>;
}

/** Every whole number of so many digits is exact as a floating-point number. */
const DIGITS = 15;
const QUOTE = '"'.charCodeAt(0);
const MINUS = '-'.charCodeAt(0);
const POINT = '.'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);

export function scaleAmounts(amounts: readonly Amount[]): ScaledAmounts {
  return readAmounts(Buffer.from(JSON.stringify(amounts)));
}

/** Reads amounts from JSON without a text for each, which takes a quarter of the time. */
export function readAmounts(json: Uint8Array): ScaledAmounts {
  const { numbers, decimals, digits } = read(json);
  const scale = decimals.reduce((most, one) => Math.max(most, one), 0);
  const powers = Array.from({ length: scale + 1 }, (_, exponent) => 10 ** exponent);
  const large = new Map<number, bigint>();
  let texts: readonly Amount[] | undefined;
  let most = 0;
  for (let at = 0; at < numbers.length; at++) {
    const zeros = scale - (decimals[at] as number);
    if ((digits[at] as number) + zeros > DIGITS) {
      texts ??= JSON.parse(Buffer.from(json).toString()) as Amount[];
      large.set(at, BigInt(scaleAmount(texts[at] as Amount, scale)));
      numbers[at] = 0;
      continue;
    }
    const number = (numbers[at] as number) * (powers[zeros] as number);
    numbers[at] = number;
    most = Math.max(most, Math.abs(number));
  }
  return { scale, numbers, most, large };
}

/** Returns each amount without its point, and the numbers of its decimals and of its digits. */
function read(json: Uint8Array): { numbers: Float64Array; decimals: Uint8Array; digits: Uint8Array } {
  let quotes = 0;
  for (let at = 0; at < json.length; at++) if (json[at] === QUOTE) quotes++;
  const numbers = new Float64Array(quotes / 2);
  const [decimals, digits] = [new Uint8Array(numbers.length), new Uint8Array(numbers.length)];
  let amount = 0;
  let isInside = false;
  let [number, sign, count, point] = [0, 1, 0, -1];
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] as number;
    if (byte === QUOTE) {
      if (isInside) {
        numbers[amount] = sign * number;
        decimals[amount] = point < 0 ? 0 : count - point;
        digits[amount++] = count;
        [number, sign, count, point] = [0, 1, 0, -1];
      }
      isInside = !isInside;
    } else if (byte >= ZERO) {
      number = number * 10 + (byte - ZERO);
      count++;
    } else if (byte === POINT) point = count;
    else if (byte === MINUS) sign = -1;
  }
  return { numbers, decimals, digits };
}
