import { OTHER } from './other.ts';
import { countCodePoints, quote, toStorable } from './text.ts';

/** The properties of a hit: keys and values in turn, each key once; no value is empty. */
export type Properties = readonly string[];

export const NO_PROPERTIES: Properties = [];

/** The number under which new keys are counted like the values of a statistic. */
export const ROLLUP_PROPERTY = 100;

/**
 * The first number of the sums that imports have of a property; it is larger by the value id of the property's text, so
 * that a property is read like a statistic.
 */
export const IMPORTED_PROPERTIES = 2 ** 20;

const MOST = 30;
const LONGEST = 255;
const KEY = /^[A-Za-z0-9_.-]{1,64}$/;

/** Returns whether a text can be the key of a property. */
function isPropertyKey(text: string): boolean {
  return KEY.test(text);
}

/** Returns the text that stands for a property of an event; null for one of any hits. */
export function propertyText(key: string, event: string | null): string {
  return `${key} ${event ?? ''}`;
}

/** Returns the property for which a text stands. */
export function propertyOf(text: string): { readonly key: string; readonly event: string | null } {
  const end = text.indexOf(' ');
  return { key: text.slice(0, end), event: text.slice(end + 1) || null };
}

/** Returns whether a question can be about this key: that of a property, or `(other)`, for those beyond the limit of a day. */
export function isAskedKey(text: string): boolean {
  return isPropertyKey(text) || text === OTHER;
}

/**
 * Reads the `props` of a hit. What breaks a rule is left out, and `notice` says so in one line of ASCII; `null` and the
 * empty text count as absent.
 */
export function readProperties(props: unknown): { readonly properties: Properties; readonly notice: string | null } {
  if (props === undefined || props === null) return NOTHING;
  if (typeof props !== 'object' || Array.isArray(props))
    return {
      properties: NO_PROPERTIES,
      notice: 'The props are not a JSON object and were left out; send one such as {"plan":"pro"}.',
    };
  const properties: string[] = [];
  const faults: string[] = [];
  for (const [key, given] of Object.entries(props)) {
    if (given === null || given === '') continue;
    const fault = faultOf(key, given, properties.length / 2);
    if (fault !== null) faults.push(fault);
    else properties.push(key, toStorable(String(given)));
  }
  return { properties, notice: noticeOf(faults) };
}

const NOTHING = { properties: NO_PROPERTIES, notice: null };

function faultOf(key: string, given: unknown, before: number): string | null {
  if (!isPropertyKey(key)) return 'a key is 1 to 64 letters, digits or _ . - of ASCII';
  if (!(typeof given === 'string' || typeof given === 'boolean' || Number.isFinite(given)))
    return `the value of ${quote(key)} is neither text nor a number nor true or false`;
  if (typeof given === 'string' && countCodePoints(given, LONGEST) > LONGEST)
    return `the value of ${quote(key)} is longer than ${LONGEST} characters`;
  return before < MOST ? null : `a hit has at most ${MOST} properties`;
}

/** The most reasons that a notice gives. */
const MOST_REASONS = 3;

function noticeOf(faults: readonly string[]): string | null {
  if (faults.length === 0) return null;
  const what = faults.length === 1 ? 'One property was' : `${faults.length} properties were`;
  return `${what} left out: ${[...new Set(faults)].slice(0, MOST_REASONS).join('; ')}.`;
}
