import { refusalText } from '../domain/paging.ts';
import { quote } from '../domain/text.ts';
import type { Field, Fields, Scalar, Values } from './fields.ts';
import { headerName, headerQuote } from './notice.ts';

/** What came of reading the query or the body of a request by its table. */
export interface Input<T extends Fields> {
  /** What could be read, for GraphQL. */
  readonly values: Values<T>;
  /** What was wrong, in the order of the table, under the names REST has. */
  readonly errors: ReadonlyMap<string, readonly string[]>;
  /** What was ignored or replaced; under `strict` these are errors instead. */
  readonly notices: readonly string[];
  /** What had an effect, after fall-backs, in the order it was sent. */
  readonly effective: readonly (readonly [name: string, value: string])[];
}

/** How a request is read: its table, what stands there but is never taken (with the reason), and whether leniency is off. */
export interface Reader<T extends Fields> {
  readonly fields: T;
  readonly fixed?: Readonly<Record<string, string>>;
  readonly strict: boolean;
  /** `parameter` or `field`, for messages. */
  readonly noun: string;
}

/** Of very many unknown names, errors tell only the first ones. */
const MAX_UNKNOWN = 20;

/** Reads what was sent, name by name. Texts are trimmed, and an empty one means null. */
export function readInput<T extends Fields>(sent: ReadonlyMap<string, unknown>, reader: Reader<T>): Input<T> {
  const { fields, strict } = reader;
  const values: Record<string, unknown> = {};
  const errors = new Map<string, string[]>();
  const notices: string[] = [];
  const effective: [string, string][] = [];

  for (const [name, given] of sent) {
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (known === undefined) {
      const fault = reader.fixed?.[name] ?? `is not a known ${reader.noun}`;
      if (!strict) notices.push(`${headerName(name)} ${fault}; ignored`);
      else if (errors.size < MAX_UNKNOWN)
        errors.set(name, [`The ${reader.noun} ${quote(name)} ${fault}; leave it out.`]);
      continue;
    }
    const scalar = settle(given, known);
    if (scalar === null) {
      if (!known.required) values[known.as] = null;
      continue;
    }
    const reading = isScalar(scalar) ? known.read(scalar) : { error: nested(name) };
    if ('error' in reading) {
      errors.set(name, [reading.error]);
    } else if ('value' in reading) {
      values[known.as] = reading.value;
      effective.push([name, String(scalar)]);
    } else if (strict) {
      errors.set(name, [refusalText(name, String(scalar), reading.fault)]);
    } else {
      values[known.as] = reading.fallback;
      effective.push([name, reading.used]);
      notices.push(`${name} ${headerQuote(String(scalar))} ${reading.fault}; used ${reading.used}`);
    }
  }
  for (const [name, known] of Object.entries(fields)) {
    if (known.required && !errors.has(name) && values[known.as] === undefined) {
      errors.set(name, [known.missing ?? `The ${reader.noun} ${name} is missing.`]);
    }
  }
  return { values: values as Values<T>, errors: inOrder(errors, fields), notices, effective };
}

function settle(given: unknown, { untrimmed }: Field): unknown {
  if (given === undefined || typeof given !== 'string') return given ?? null;
  const trimmed = given.trim();
  if (untrimmed) return given === '' ? null : given;
  return trimmed === '' ? null : trimmed;
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function nested(name: string): string {
  return `The field ${name} is a list or an object; send a single value, lists as a text with one entry a line.`;
}

function inOrder(errors: Map<string, string[]>, fields: Fields): Map<string, string[]> {
  const names = [...Object.keys(fields).filter(name => errors.has(name)), ...errors.keys()];
  return new Map(names.map(name => [name, errors.get(name) ?? []]));
}
