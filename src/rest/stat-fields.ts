import * as z from 'zod';
import { columnName, metricsIn } from '../domain/metrics.ts';
import { quote } from '../domain/text.ts';
import type { RestStatsQuery } from './__generated__/operations.ts';
import type { Schema } from './json-schema.ts';

/** Amounts are only selected when they are asked for. */
type Value = string | number | null | readonly { readonly unit: string; readonly sum: string }[];

type Row = NonNullable<RestStatsQuery['website']>['stats']['rows'][number];

/** A key that `fields` can add to a row of a statistic. */
interface StatField {
  /** The field of the operation with the value, or what reads it. */
  readonly of: Exclude<keyof Row, 'hosts'> | ((row: Row) => string | null);
  readonly schema: Schema;
}

const unknown = 'null where it is not known';
const METRICS = metricsIn('rows').map(metric => {
  const type = 'stored' in metric ? 'integer' : 'number';
  const description = `${metric.description.replace(/\.$/, '')}; ${unknown}.`;
  return [columnName(metric.name), { of: metric.name, schema: { type: [type, 'null'], description } }] as const;
});

const FIELDS: ReadonlyMap<string, StatField> = new Map<string, StatField>([
  ['label', { of: 'label', schema: { type: 'string', description: 'The value for display.' } }],
  [
    'share',
    { of: 'share', schema: { type: 'number', description: 'The share of the sum of all counts, from 0 to 1.' } },
  ],
  ...METRICS,
  [
    'exit_rate',
    {
      of: 'exitRate',
      schema: { type: ['number', 'null'], description: `For page, visits that ended there per pageview; ${unknown}.` },
    },
  ],
  [
    'time_on_page',
    {
      of: 'timeOnPage',
      schema: {
        type: ['number', 'null'],
        description: `For page, the average engaged seconds of a visit; ${unknown}.`,
      },
    },
  ],
  [
    'scroll_depth',
    {
      of: 'scrollDepth',
      schema: {
        type: ['number', 'null'],
        description: `For page, the average of the greatest depth of a visit, in percent; ${unknown}.`,
      },
    },
  ],
  [
    'imported',
    {
      of: 'imported',
      schema: {
        type: 'integer',
        minimum: 0,
        description: 'The part of the count that imports have added as sums; 0 with `filter`, which leaves them out.',
      },
    },
  ],
  [
    'amounts',
    {
      of: 'amounts',
      schema: {
        type: 'array',
        description:
          'The exact sums of the amounts, one per unit: for event, those of the event; for a property of an event, those of events with the value that belong to a visit; for statistics of visits and visitors, those of the events in visits with the value. Empty for all other statistics. In CSV, such as `EUR 499.5; USD 20`.',
        items: {
          type: 'object',
          required: ['unit', 'sum'],
          properties: {
            unit: { type: 'string', description: 'The unit as it was sent; empty for amounts without a unit.' },
            sum: { type: 'string', description: 'The exact sum as decimal text.' },
          },
        },
      },
    },
  ],
  [
    'host',
    {
      of: ({ hosts }) => hosts?.[0] ?? null,
      schema: {
        type: ['string', 'null'],
        description:
          'For page, landing_page and exit_page, the host on which visits had the page most often; null if the website had no more than one host in the range, or if it is not known.',
      },
    },
  ],
]);

const NAMES = [...FIELDS.keys()];
/** These are always there, so that a client may name all keys that it reads. */
const ALWAYS = ['value', 'count'];

/** The parameter `fields`, read as the list of keys to add. */
export const fields = z
  .string({ error: 'The fields are not text; use names separated by commas, such as visits,bounce_rate.' })
  .transform((text, { addIssue }): readonly string[] => {
    const names = namesIn(text);
    for (const name of names)
      if (!FIELDS.has(name)) {
        const message = `The field ${quote(name)} does not exist; use some of ${NAMES.join(', ')}, separated by commas.`;
        addIssue({ code: 'custom', message });
      }
    return names;
  })
  .optional()
  .meta({
    examples: ['visits,bounce_rate'],
    description: `Adds these keys to each row: ${NAMES.map(name => `\`${name}\``).join(', ')}, separated by commas.`,
  });

/** The schemas of the keys, none of which is there unless it is asked for. */
export const FIELD_SCHEMAS: Readonly<Record<string, Schema>> = Object.fromEntries(
  [...FIELDS].map(([name, { schema }]) => [name, schema]),
);

/** Returns the names in the text of the parameter that add a key, each once. */
export function namesIn(text: string | undefined): readonly string[] {
  const names = (text ?? '').split(',').map(name => name.trim());
  return [...new Set(names)].filter(name => name !== '' && !ALWAYS.includes(name));
}

/** Returns the values of these keys of a row. */
export function fieldsOf(row: Row, names: readonly string[]): Value[] {
  return names.map(name => {
    const { of } = FIELDS.get(name) as StatField;
    return (typeof of === 'function' ? of(row) : row[of]) ?? null;
  });
}

/** Returns the value as a cell of a spreadsheet. */
export function cellOf(value: Value): string | number | null {
  return typeof value === 'object' && value !== null
    ? value.map(({ unit, sum }) => (unit === '' ? sum : `${unit} ${sum}`)).join('; ')
    : value;
}
