import { object, type Schema } from '../json-schema.ts';

/** Returns the schema of a value that can be null. */
export function orNull(type: 'integer' | 'number', description: string): Schema {
  return { type: [type, 'null'], description };
}

/** The schema of a node of journeys. */
export const NODE_SCHEMA = object({
  kind: { enum: ['page', 'group', 'event', 'other', 'end'] },
  value: { type: 'string', description: '`(other)` and `(end)` for these kinds.' },
  label: { type: 'string', description: 'The value for display.' },
  visits: { type: 'integer', minimum: 0 },
});

/** The schema of the day from which hits are counted. */
export const COUNTS_FROM: Schema = {
  type: ['string', 'null'],
  format: 'date',
  description:
    'The first day of the range from which individual hits are available: earlier days have only sums, which were imported, or which are left of hits that are no longer stored. Null if there are hits for the whole range; sums that were imported for the same days are still left out.',
};

/** The fields that say where the numbers come from. */
export const PATH_SOURCE: Readonly<Record<string, Schema>> = {
  basis: { const: 'hits' },
  fresh_at: {
    type: 'string',
    format: 'date-time',
    description: 'Every hit acknowledged on the responding machine before this time is counted.',
  },
  counts_from: COUNTS_FROM,
};
