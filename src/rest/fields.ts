import { splitLines } from '../domain/exclusions.ts';
import { type FilterJson, readFilterJson } from '../domain/filter-json.ts';
import { choiceFault, MAX_PAGE, PAGE_FAULT } from '../domain/paging.ts';
import { checkRange } from '../domain/range.ts';
import { flagText, PRIVACIES, PRIVACY_TEXT, type Privacy } from '../domain/settings.ts';
import { findStatistic, STATISTICS, type StatName } from '../domain/statistics.ts';
import { quote } from '../domain/text.ts';

/** A JSON Schema, as OpenAPI 3.1 has it. */
export type Schema = Readonly<Record<string, unknown>>;

/** What a field of a flat body or query may hold; only JSON has more than texts. */
export type Scalar = string | number | boolean;

/** A value for GraphQL; or what is wrong, as a whole sentence; or what stands in for a value of a lenient parameter. */
export type Reading<V> =
  | { readonly value: V }
  | { readonly error: string }
  | { readonly fallback: V; readonly used: string; readonly fault: string };

/** How one value is read, and how OpenAPI describes it. */
export interface Rule<V> {
  readonly schema: Schema;
  /** Passwords keep their spaces, and lists their empty lines, by which the others are numbered. */
  readonly untrimmed?: true;
  read(given: Scalar): Reading<V>;
}

/** A parameter or a field of a body: what it is called in GraphQL, how it is read, and what people read about it. */
export interface Field<V = unknown, As extends string = string, Required extends boolean = boolean> extends Rule<V> {
  readonly as: As;
  readonly description: string;
  readonly required: Required;
  /** What is said when a required one is missing. */
  readonly missing?: string;
}

/** A table of inputs, by the names REST has for them. */
export type Fields = Readonly<Record<string, Field>>;

type NameOf<F> = F extends Field<unknown, infer As> ? As : never;
type ValueOf<F, As> = F extends Field<infer V, infer A> ? (A extends As ? V : never) : never;
type RequiredNames<T extends Fields> = {
  [K in keyof T]: T[K] extends Field<unknown, infer As, true> ? As : never;
}[keyof T];

/** What a table of inputs reads a request into: under the names of GraphQL; null is what was sent empty. */
export type Values<T extends Fields> = {
  readonly [As in RequiredNames<T>]: ValueOf<T[keyof T], As>;
} & {
  readonly [As in Exclude<NameOf<T[keyof T]>, RequiredNames<T>>]?: ValueOf<T[keyof T], As> | null;
};

/** A field that may be left out. */
export function field<V, As extends string>(as: As, description: string, rule: Rule<V>): Field<V, As, false> {
  return { ...rule, as, description, required: false };
}

/** A field that must be sent, and not empty. */
export function required<V, As extends string>(
  as: As,
  description: string,
  rule: Rule<V>,
  missing: string,
): Field<V, As, true> {
  return { ...rule, as, description, required: true, missing };
}

/** Any text; what it may say is for the schema to judge. */
export function text(name: string, schema: Schema = { type: 'string' }): Rule<string> {
  return { schema, read: given => (typeof given === 'string' ? { value: given } : { error: notText(name) }) };
}

/** A text whose spaces count. */
export function secret(name: string, schema: Schema): Rule<string> {
  return { ...text(name, schema), untrimmed: true };
}

/** One entry a line. */
export function lines(name: string): Rule<string[]> {
  return {
    schema: { type: ['string', 'null'] },
    untrimmed: true,
    read: given => (typeof given === 'string' ? { value: splitLines(given) } : { error: notText(name) }),
  };
}

/** 0 or 1; JSON may also say false or true. `setting` is its name in words. */
export function flag(setting: string): Rule<boolean> {
  return {
    schema: { type: 'integer', enum: [0, 1] },
    read(given) {
      const value = ['0', '1', 'false', 'true'].indexOf(String(given));
      return value < 0 || (value > 1 && typeof given === 'string')
        ? { error: flagText(setting) }
        : { value: value % 2 === 1 };
    },
  };
}

/** 0, 1 or 2, in the order of PRIVACIES. */
export const privacy: Rule<Privacy> = {
  schema: { type: 'integer', enum: PRIVACIES.map((_, number) => number) },
  read(given) {
    const value =
      typeof given === 'boolean' ? undefined : PRIVACIES.find((_, number) => String(number) === String(given));
    return value === undefined ? { error: PRIVACY_TEXT } : { value };
  },
};

/** The name of a statistic, exactly. */
export const statistic: Rule<Uppercase<StatName>> = {
  schema: {
    type: 'string',
    enum: STATISTICS.map(({ name }) => name),
    examples: ['page'],
    'x-enumDescriptions': Object.fromEntries(
      STATISTICS.map(({ name, description, value, example }) => [
        name,
        `${description} Value: ${value}, such as \`${example}\`.`,
      ]),
    ),
  },
  read(given) {
    if (findStatistic(String(given)) !== undefined)
      return { value: String(given).toUpperCase() as Uppercase<StatName> };
    return { error: `The name ${quote(String(given))} is not a statistic; ${SEND_NAME}` };
  },
};

const SEND_NAME = `send one of ${STATISTICS.map(({ name }) => name).join(', ')}.`;

/** What is said when no statistic is named. */
export const NAME_MISSING = `The name is missing; ${SEND_NAME}`;

/** A filter as JSON, in the form that GraphQL takes it. */
export const filter: Rule<FilterJson> = {
  schema: { type: 'string', contentMediaType: 'application/json' },
  read: given => {
    const read = readFilterJson(String(given));
    return 'error' in read ? read : { value: read.json };
  },
};

/** A real day from 1970 on. */
export function day(name: 'from' | 'to'): Rule<string> {
  return {
    schema: { type: 'string', format: 'date', examples: [name === 'from' ? '2026-01-01' : '2026-01-31'] },
    read(given) {
      const error = checkRange(String(given), String(given))?.[name]?.[0];
      return error === undefined ? { value: String(given) } : { error };
    },
  };
}

/** One of a few values, as REST writes them, with what GraphQL calls them; anything else falls back to the first one. */
export function choice<V>(
  type: 'string' | 'integer',
  options: Readonly<Record<string, V>>,
  hidden: readonly string[] = [],
): Rule<V> {
  const known = new Map(Object.entries(options));
  const names = [...known.keys()].filter(name => !hidden.includes(name));
  const [used = '', fallback] = known.entries().next().value as [string, V];
  const values = [...known.keys()].map(name => (type === 'integer' ? Number(name) : name));
  return {
    schema: { type, enum: values, default: values[0] },
    read(given) {
      const value = known.get(String(given));
      return value === undefined ? { fallback, used, fault: choiceFault(names) } : { value };
    },
  };
}

/** A page from 1 on; anything else falls back to the first one. */
export const pageNumber: Rule<number> = {
  schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: 1 },
  read(given) {
    const number = /^\d{1,10}$/.test(String(given)) ? Number(given) : 0;
    return number >= 1 && number <= MAX_PAGE ? { value: number } : { fallback: 1, used: '1', fault: PAGE_FAULT };
  },
};

function notText(name: string): string {
  return `The field ${name} is not a text; send it as one.`;
}
