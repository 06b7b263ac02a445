import * as z from 'zod';
import { faultOf } from '../domain/inputs/paging.ts';
import type { Issue } from '../domain/inputs/parse.ts';
import { quote, quoteAscii } from '../domain/text.ts';
import { type RestSetting, WEBSITE_SETTINGS } from '../domain/website-settings.ts';

type Errors = ReadonlyMap<string, readonly string[]>;

/** The result of reading the query or the body of a request. */
export interface Input<Values> {
  /** The values under their GraphQL names; null if any of them is invalid. */
  readonly values: Values | null;
  /** The errors under their REST names, in the order of the schema. */
  readonly errors: Errors;
  /** The errors for unknown names; empty unless `strict`. */
  readonly unknown: Errors;
  /** Notices about ignored names and replaced values; with `strict`, these are errors instead. */
  readonly notices: readonly string[];
  /** The values that had an effect, after fall-backs, in the order they were sent. */
  readonly effective: readonly (readonly [name: string, value: string])[];
}

/** Reads the sent values; with `strict`, values that would otherwise be ignored or replaced are errors. */
export type Reader<Values> = (sent: ReadonlyMap<string, unknown>, strict: boolean) => Input<Values>;

/** Names that older clients send instead of a field's own, which wins if both are sent; `read` reads their text. */
export type OlderNames = Readonly<
  Record<string, { readonly newer: string; readonly read: (text: string) => string; readonly description: string }>
>;

/** The number of unknown names that are reported; the rest would only swell the response. */
const MAX_UNKNOWN = 20;

/**
 * Returns a reader for the schema of a query or a body. It trims text; empty text counts as not sent in a query and as
 * null in a body. A field whose meta has a `default` falls back to it if its value is invalid. `fixed` has known names
 * that are never accepted, with the reason; `older` has names that stand for another one.
 */
export function createReader<S extends z.ZodObject>(
  schema: S,
  noun: 'parameter' | 'field',
  { fixed = {}, older = {} }: { readonly fixed?: Readonly<Record<string, string>>; readonly older?: OlderNames } = {},
): Reader<GraphqlNames<z.output<S>>> {
  const fields = new Map(Object.entries(schema.shape).map(([name, field]) => [name, fieldOf(name, field)]));
  const reasons = new Map(Object.entries(fixed));
  const empty = noun === 'parameter' ? undefined : null;
  const lenient = lenientOf(schema, fields);

  return (received, strict) => {
    const sent = renewed(received, older);
    const given: Record<string, unknown> = {};
    const nested = new Map<string, string[]>();
    for (const [name, value] of sent) {
      const field = fields.get(name);
      if (!field) continue;
      if (typeof value === 'object' && value !== null && !field.nested) nested.set(name, [nestedText(name)]);
      else given[name] = settle(value, field) ?? empty;
    }

    const replaced = new Map<string, Issue>();
    const { data, error } = strict ? schema.safeParse(given) : lenient(given, replaced);
    const unknown = new Map<string, string[]>();
    const notices: string[] = [];
    const effective: [string, string][] = [];
    for (const name of sent.keys()) {
      const field = fields.get(name);
      const value = given[name];
      const issue = replaced.get(name);
      if (!field) {
        const fault = reasons.get(name) ?? `is not a known ${noun}`;
        if (!strict) notices.push(`${headerName(name)} ${fault}; ignored`);
        else if (unknown.size < MAX_UNKNOWN) unknown.set(name, [`The ${noun} ${quote(name)} ${fault}; leave it out.`]);
      } else if (issue && field.preset !== undefined) {
        notices.push(`${name} ${quoteAscii(String(value))} ${faultOf(issue)}; used ${field.preset}`);
        effective.push([name, field.preset]);
      } else if (value !== undefined && value !== null) {
        effective.push([name, String(value)]);
      }
    }

    const errors = errorsOf(error?.issues ?? [], nested);
    const values = data && errors.size === 0 ? renamed(data) : null;
    return { values, errors, unknown, notices, effective };
  };

  function errorsOf(issues: readonly z.core.$ZodIssue[], nested: Errors): Errors {
    if (issues.length + nested.size === 0) return nested;
    const byName = Map.groupBy(issues, ({ path }) => String(path[0]));
    const wrong = [...fields.keys()].filter(name => byName.has(name) || nested.has(name));
    return new Map(
      wrong.map(name => [name, nested.get(name) ?? (byName.get(name) ?? []).map(({ message }) => message)]),
    );
  }

  function renamed(values: object): GraphqlNames<z.output<S>> {
    const entries = Object.entries(values).map(([name, value]) => [fields.get(name)?.as ?? name, value]);
    return Object.fromEntries(entries);
  }
}

function renewed(received: ReadonlyMap<string, unknown>, older: OlderNames): ReadonlyMap<string, unknown> {
  const known = Object.entries(older).filter(([name]) => received.has(name));
  if (known.length === 0) return received;
  const sent = new Map(received);
  for (const [name, { newer, read }] of known) {
    const value = received.get(name);
    sent.delete(name);
    if (isEmpty(received.get(newer))) sent.set(newer, typeof value === 'string' ? read(value) : value);
  }
  return sent;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

interface Field {
  readonly as: string;
  readonly trimmed: boolean;
  /** Whether it can be a list or an object; its schema reads the same as text, too. */
  readonly nested: boolean;
  /** The default that replaces an invalid value, in the form a client would send it. */
  readonly preset: string | undefined;
}

function fieldOf(name: string, schema: z.core.$ZodType): Field {
  const preset = z.globalRegistry.get(schema)?.default;
  let inner: z.core.$ZodType | undefined = schema;
  let trimmed = true;
  for (; inner; inner = within(inner)) trimmed &&= z.globalRegistry.get(inner)?.untrimmed !== true;
  const nested = z.globalRegistry.get(schema)?.nested === true;
  return { as: graphqlName(name), trimmed, nested, preset: preset === undefined ? undefined : String(preset) };
}

function within(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodPipe) return schema.def.in;
  return 'innerType' in schema._zod.def ? (schema._zod.def.innerType as z.core.$ZodType) : undefined;
}

/** Returns a parser whose fields fall back to their default; it adds their issues to `replaced`. */
function lenientOf<S extends z.ZodObject>(schema: S, fields: ReadonlyMap<string, Field>) {
  let found = new Map<string, Issue>();
  const shape = Object.entries(schema.shape).flatMap(([name, field]) => {
    const preset = fields.get(name)?.preset;
    if (preset === undefined) return [];
    const value = z.parse(field, preset);
    const caught = z.catch(field, ({ error }) => {
      found.set(name, error.issues[0] ?? {});
      return value;
    });
    return [[name, caught] as const];
  });
  const lenient = schema.safeExtend(Object.fromEntries(shape)) as unknown as S;
  return (given: unknown, replaced: Map<string, Issue>) => {
    found = replaced;
    return lenient.safeParse(given);
  };
}

function settle(given: unknown, { trimmed }: Field): unknown {
  if (typeof given !== 'string') return given;
  const text = trimmed ? given.trim() : given;
  return text === '' ? null : text;
}

function nestedText(name: string): string {
  const rest =
    name === 'filter'
      ? 'send it as a JSON string.'
      : 'use a single value, and write lists as text with one entry per line.';
  return `The field ${name} is a list or an object; ${rest}`;
}

/** GraphQL names by REST name, where they differ in more than underscores. */
const OTHERS = Object.fromEntries(
  WEBSITE_SETTINGS.flatMap(setting => ('rest' in setting ? [[setting.rest, setting.name]] : [])),
) as { readonly [S in RestSetting as S['rest']]: S['name'] };

/** The GraphQL name of a REST parameter or field: `searchBy` for `search_by`. */
type GraphqlName<Name extends string> = Name extends keyof typeof OTHERS
  ? (typeof OTHERS)[Name]
  : Name extends `${infer Word}_${infer Rest}`
    ? `${Word}${Capitalize<GraphqlName<Rest>>}`
    : Name;

/** Values under their GraphQL names. */
export type GraphqlNames<Values> = { readonly [Name in keyof Values & string as GraphqlName<Name>]: Values[Name] };

/** Returns the GraphQL name of a REST parameter or field. */
export function graphqlName(name: string): string {
  return Object.hasOwn(OTHERS, name)
    ? OTHERS[name as keyof typeof OTHERS]
    : name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The maximum length of all notices in characters; many proxies reject headers of more than a few kilobytes. */
const MAX_HEADER = 1000;

/** Returns the name of a parameter for a notice: bare if it looks like a name, otherwise quoted. */
function headerName(name: string): string {
  return /^[\w.[\]-]{1,64}$/.test(name) ? name : quoteAscii(name);
}

/** Joins all notices with `; ` into one header; notices that would make it too long are only counted. */
export function joinNotices(notices: readonly string[]): string {
  let header = '';
  for (const [index, notice] of notices.entries()) {
    const longer = index === 0 ? notice : `${header}; ${notice}`;
    if (longer.length > MAX_HEADER) return `${header}; and ${notices.length - index} more`;
    header = longer;
  }
  return header;
}
