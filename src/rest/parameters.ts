import * as z from 'zod';
import { filterJson } from '../domain/filter.ts';
import { days, inOrder } from '../domain/inputs/days.ts';
import { filterText } from '../domain/inputs/filter.ts';
import { page, perPage, replaceable } from '../domain/inputs/paging.ts';
import { faultless, nameOf } from '../domain/inputs/parse.ts';
import { keyOfProperty } from '../domain/inputs/properties.ts';
import { propertyKey } from '../domain/inputs/property-ref.ts';
import { eitherCase, statName, wrong } from '../domain/inputs/scalars.ts';
import { splitLines } from '../domain/lines.ts';
import { RANGE_PRESETS, type RangePreset } from '../domain/range.ts';
import { aboutOf } from '../domain/statistic.ts';
import { NAMED_STATISTICS } from '../domain/statistics.ts';
import { fields } from './stat-fields.ts';

/*
 * The parameters of every query with their texts in the OpenAPI description, and the schemas they are built from, which
 * also read the fields of bodies: each reads the sent value and passes it to the schema of its field.
 */

/** Returns the schema of text. */
export function text() {
  return z.string({ error: issue => `The field ${nameOf(issue)} is not text; use a string.` });
}

/** Returns the schema of a list, one entry per line. Empty lines stay, because errors number the lines. */
export function lines() {
  return text().meta({ untrimmed: true }).transform(splitLines);
}

/** Returns the schema of a whole number, sent as a number or as text. */
export function number<S extends z.ZodType<number>>(schema: S, written = /^(0|[1-9]\d{0,9})$/) {
  return z.preprocess(given => (typeof given === 'string' && written.test(given) ? Number(given) : given), schema);
}

/** Returns the schema of a flag: 0 or 1, in JSON also false or true. Other values get `error`. */
export function flag(error: string) {
  const bit = z.preprocess(given => (typeof given === 'boolean' ? Number(given) : given), z.literal([0, 1], error));
  return number(bit).transform(given => given === 1);
}

/** Returns the schema of a choice, read as GraphQL's capitals; the first word is the default. */
function choice<const Words extends readonly [string, ...string[]]>(
  words: Words,
  older: Readonly<Record<string, Words[number]>> = {},
) {
  const known = z.enum(words, { error: replaceable }).meta({ enum: [...words, ...Object.keys(older)] });
  const read = z.preprocess(given => (Object.hasOwn(older, String(given)) ? older[String(given)] : given), known);
  return read
    .transform(word => word.toUpperCase() as Uppercase<Words[number]>)
    .optional()
    .meta({ default: words[0] });
}

/** The days of a range. */
export const rangeDays = {
  from: days.from.meta({ description: "The first day of the range, in the website's time zone." }),
  to: days.to.meta({ description: 'The last day of the range, inclusive; not before `from`.' }),
};

const sort = choice(['desc', 'asc']).meta({ description: 'The sort order.' });

/** Returns the parameters that select a page; an invalid number falls back to its default. */
function paging(rows: string) {
  return {
    per_page: number(perPage)
      .optional()
      .meta({ default: 10, description: `The number of ${rows} per page.` }),
    page: number(page, /^\d{1,10}$/)
      .optional()
      .meta({
        default: 1,
        description: 'The number of the page, starting at 1. A page past the last one has no rows.',
      }),
  };
}

/** The query of a list of websites. */
export const websitesQuery = z.object({
  search: text()
    .optional()
    .meta({
      examples: ['example.com'],
      description:
        'Returns only domains that contain this text, encoded (`xn--`) or in their own letters; `%` and `_` are literal. A URL or a host is searched for as the domain it would be registered under. At most 255 characters.',
    }),
  search_by: choice(['domain']).meta({ description: 'The field that `search` matches.' }),
  sort_by: choice(['id', 'domain']).meta({ description: 'The field that the websites are sorted by.' }),
  sort,
  ...paging('websites'),
});

const propertyEvent = text()
  .optional()
  .meta({
    examples: ['Signup'],
    description: 'For properties: the name of the event that has them; without it, they are those of pageviews.',
  });

const statistic = {
  name: statName
    .transform(name => name.toUpperCase() as Uppercase<typeof name>)
    .meta({
      examples: ['page'],
      'x-enumDescriptions': Object.fromEntries(NAMED_STATISTICS.map(statistic => [statistic.name, aboutOf(statistic)])),
      description: 'The name of the statistic.',
    }),
  ...rangeDays,
  key: propertyKey.optional().meta({
    examples: ['plan'],
    description: 'The key of the property; for `property`, which needs it, and for no other statistic.',
  }),
  event: propertyEvent,
  search: text()
    .optional()
    .meta({
      examples: ['/pricing'],
      description:
        'Returns only values that contain this text, ignoring the case of ASCII letters; `%` and `_` are literal. Values are searched as they are stored: `/%C3%BC`, not `/ü`. At most 255 characters.',
    }),
  search_by: choice(['value'], { url: 'value' }).meta({
    description: 'The field that `search` matches; `url` is an older name for `value`.',
  }),
  sort_by: choice(['count', 'value']).meta({ description: 'The field that the rows are sorted by.' }),
  sort,
  fields,
};

/** A filter as JSON. */
export const filter = filterText
  .transform(filterJson)
  .optional()
  .meta({ description: 'Counts only matching visits and their hits: a `StatFilter` of the GraphQL API as JSON.' });

/** The query of the keys of properties. */
export const propertiesQuery = z.object({ event: propertyEvent, ...rangeDays, filter }).check(inOrder);

const bom = flag('The bom is neither 0 nor 1; use 1 to begin the file with a byte order mark.')
  .optional()
  .meta({
    examples: [1],
    description: 'With 1, the file begins with a byte order mark, which Excel needs to read letters such as é and ö.',
  });

const RANGES = RANGE_PRESETS.map(preset => preset.toLowerCase() as Lowercase<RangePreset>);

/** The days of a statistic: a range that moves on with the days, for links that are kept, or both days. */
const rangeOrDays = {
  from: rangeDays.from.optional().meta({ description: `${rangeDays.from.description} Required without \`range\`.` }),
  to: rangeDays.to.optional().meta({ description: `${rangeDays.to.description} Required without \`range\`.` }),
  range: eitherCase(RANGES, wrong(`is not a range; use one of ${RANGES.join(', ')}.`))
    .transform(name => name.toUpperCase() as RangePreset)
    .optional()
    .meta({
      examples: ['last_30_days'],
      'x-in-example': true,
      description:
        "A named range in place of `from` and `to`. Its days are those of the request, in the website's time zone; the last n days end yesterday.",
    }),
};

interface SentDays {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly range?: string | undefined;
}

function withoutDay(name: 'from' | 'to'): string {
  const missing = days[name].safeParse(undefined).error?.issues[0]?.message ?? '';
  return missing.replace(/\.$/, ', or use a range instead of both days, such as range=last_30_days.');
}

/** Rejects a range beside days, and one missing day without a range. */
const eitherRangeOrDays = (['from', 'to'] as const).map(name =>
  z.superRefine<SentDays>(
    ({ range, [name]: day }, { addIssue }) => {
      if (range === undefined && day === undefined)
        addIssue({ code: 'custom', path: [name], message: withoutDay(name) });
      if (range !== undefined && day !== undefined) {
        const message = `Both range and ${name} are given; use either the range or the two days.`;
        addIssue({ code: 'custom', path: [name], message });
      }
    },
    faultless(name, 'range'),
  ),
);

/** The query of a page of a statistic. */
export const statsQuery = z
  .object({ ...statistic, ...rangeOrDays, ...paging('rows'), filter })
  .check(inOrder, keyOfProperty, ...eitherRangeOrDays);

/** The query of a statistic as a file, which has all rows and therefore no pages. */
export const statsFileQuery = z
  .object({ ...statistic, ...rangeOrDays, filter })
  .check(inOrder, keyOfProperty, ...eitherRangeOrDays);

/** The query of a statistic as CSV. */
export const statsCsvQuery = z
  .object({ ...statistic, ...rangeOrDays, filter, bom })
  .check(inOrder, keyOfProperty, ...eitherRangeOrDays);

const unused = z
  .unknown()
  .transform(() => undefined)
  .optional();

/** The query of a statistic whose client wants CSV, which has all rows, where the parameters of pages are known. */
export const statsAcceptedCsvQuery = z
  .object({ ...statistic, ...rangeOrDays, page: unused, per_page: unused, filter, bom })
  .check(inOrder, keyOfProperty, ...eitherRangeOrDays);

/** The query of the hits of a website. */
export const hitsQuery = z.object(rangeDays).check(inOrder);

/** The query of the hits of a website as CSV. */
export const hitsCsvQuery = z.object({ ...rangeDays, bom }).check(inOrder);
