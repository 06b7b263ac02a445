import { cut, quoteAscii, toStorable } from './text.ts';

/**
 * An exact decimal as canonical text: `-12.5`, `0`, never `-0`, `+1`, `1e3`, `01` or `1.50`. It is text so that JSON
 * and both databases keep it exact. The value of one event has at most 20 digits before the point and 10 after it; a
 * sum can exceed that.
 */
export type Amount = string;

const MAX_BEFORE = 20;
const MAX_AFTER = 10;
/** The maximum length of text to parse; no number within the limits needs more. */
const MAX_TEXT = 1000;
const DECIMAL = /^([+-]?)(?=\.?\d)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;

/**
 * Returns the amount of a JSON value: a finite number, or text with one (sign and exponent allowed, surrounding spaces
 * ignored). Returns null for anything else and for numbers with more digits than an amount has. JSON numbers are
 * rounded to ten decimals, because the rest is floating-point noise (19.99 * 3); text is taken exactly.
 */
export function parseAmount(value: unknown): Amount | null {
  if (typeof value === 'number') return Number.isFinite(value) ? parseDecimal(String(value), true) : null;
  if (typeof value === 'string' && value.length <= MAX_TEXT) return parseDecimal(value.trim(), false);
  return null;
}

/** Returns a line of ASCII on a value that is not an amount; null if none was sent: `null` and blank text count as absent. */
export function amountFault(value: unknown): string | null {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return null;
  return `The value ${faultOf(value)} and was left out; send a number such as 1.5 or "1.50", with at most ${MAX_BEFORE} digits before the point and ${MAX_AFTER} after it.`;
}

function faultOf(value: unknown): string {
  if (typeof value === 'object') return Array.isArray(value) ? 'is a list' : 'is an object';
  return `${typeof value === 'string' ? quoteAscii(value) : String(value)} is not an amount`;
}

/** Returns the exact sum of two canonical amounts; it never rounds and has no maximum. */
export function addAmounts(a: Amount, b: Amount): Amount {
  const scale = Math.max(decimalsOf(a), decimalsOf(b));
  const left = scaleAmount(a, scale);
  const right = scaleAmount(b, scale);
  const areExact = typeof left === 'number' && typeof right === 'number';
  return writeAmount(areExact ? left + right : BigInt(left) + BigInt(right), scale);
}

/** Returns the exact product of a canonical amount and a whole number. */
export function multiplyAmount(amount: Amount, times: number): Amount {
  const scale = decimalsOf(amount);
  return writeAmount(BigInt(scaleAmount(amount, scale)) * BigInt(times), scale);
}

/** The exact sum of canonical amounts, which is written as text only when it is asked for. */
export class AmountSum {
  /** A number as long as it is exact. */
  #number: number | bigint = 0;
  #scale = 0;

  add(amount: Amount): this {
    const scale = decimalsOf(amount);
    if (scale > this.#scale) {
      const times = 10 ** (scale - this.#scale);
      this.#number = exact(this.#number, times, (one, other) => one * other) ?? BigInt(this.#number) * BigInt(times);
      this.#scale = scale;
    }
    const added = scaleAmount(amount, this.#scale);
    this.#number = exact(this.#number, added, (one, other) => one + other) ?? BigInt(this.#number) + BigInt(added);
    return this;
  }

  get amount(): Amount {
    return writeAmount(this.#number, this.#scale);
  }
}

/** Returns the result for two numbers; null for others, and for a result so large that it may be rounded. */
function exact(
  one: number | bigint,
  other: number | bigint,
  compute: (one: number, other: number) => number,
): number | null {
  if (typeof one !== 'number' || typeof other !== 'number') return null;
  const result = compute(one, other);
  return Number.isSafeInteger(result) ? result : null;
}

const CURRENCIES: ReadonlySet<string> = new Set([
  ...Intl.supportedValuesOf('currency'),
  // ISO 4217 codes for funds, metals and the newest currencies, which Node's list may lack.
  ...'BOV CHE CHW CLF COU MXV USN UYI UYW VED XAD XAG XAU XBA XBB XBC XBD XCG XPD XPT XTS XXX ZWG'.split(' '),
]);

/** Returns an event's unit: trimmed, at most 32 code points, currency codes in capitals; empty if not text. */
export function normalizeUnit(unit: unknown): string {
  if (typeof unit !== 'string') return '';
  const text = cut(toStorable(unit.trim()), 32);
  const upper = text.length === 3 ? text.toUpperCase() : text;
  return CURRENCIES.has(upper) ? upper : text;
}

function parseDecimal(text: string, round: boolean): Amount | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  // value = 0.digits * 10^point
  const all = (whole + fraction).replace(/0+$/, '');
  const digits = all.replace(/^0+/, '');
  if (digits === '') return '0';
  const point = whole.length - (all.length - digits.length) + Number(exponent);
  if (point > MAX_BEFORE) return null;
  const after = digits.length - point;
  if (after <= MAX_AFTER) {
    const scale = Math.max(0, after);
    const number = BigInt(digits.padEnd(point + scale, '0'));
    return writeAmount(sign === '-' ? -number : number, scale);
  }
  return round ? roundDigits(digits, point, sign === '-') : null;
}

/** Rounds half away from zero at the last decimal of an amount. */
function roundDigits(digits: string, point: number, negative: boolean): Amount {
  const keep = point + MAX_AFTER;
  if (keep < 0) return '0';
  let number = BigInt(digits.slice(0, keep) || '0');
  if ((digits[keep] as string) >= '5') number += 1n;
  return writeAmount(negative ? -number : number, MAX_AFTER);
}

/** Returns the number of decimals of a canonical amount. */
function decimalsOf(amount: Amount): number {
  const point = amount.indexOf('.');
  return point < 0 ? 0 : amount.length - point - 1;
}

/** Returns a canonical amount as a whole number of units of its last decimal, of which there are `scale`. */
export function scaleAmount(amount: Amount, scale: number): number | bigint {
  const digits = amount.replace('.', '') + '0'.repeat(scale - decimalsOf(amount));
  // A number has at least 15 exact digits, and is read much faster.
  return digits.length <= 15 ? Number(digits) : BigInt(digits);
}

/** Returns the amount of a whole number of units of the last of `scale` decimals; a number must be exact. */
export function writeAmount(number: number | bigint, scale: number): Amount {
  if (number === 0 || number === 0n) return '0';
  const sign = number < 0 ? '-' : '';
  const digits = (number < 0 ? -number : number).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = scale === 0 ? '' : digits.slice(-scale).replace(/0+$/, '');
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`;
}
