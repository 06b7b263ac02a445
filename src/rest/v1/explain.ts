import { EXPLAINED_METRICS } from '../../domain/explain.ts';
import { STATISTICS } from '../../domain/statistics.ts';
import {
  RestExplanationDocument,
  type RestExplanationQuery,
  RestSharedExplanationDocument,
} from '../__generated__/operations.ts';
import { object, type Schema } from '../json-schema.ts';
import { explainQuery } from '../path-parameters.ts';
import { missing } from '../refusal.ts';
import { route } from '../route.ts';
import { inSnakeCase } from '../snake-case.ts';

const counts: Readonly<Record<string, Schema>> = {
  before: { type: 'integer', minimum: 0, description: 'The count in the earlier days.' },
  after: { type: 'integer', minimum: 0, description: 'The count in the later days.' },
  change: { type: 'integer', description: 'The count after minus the count before.' },
};

const CAUSE = object({
  conditions: {
    type: 'array',
    minItems: 1,
    maxItems: 2,
    description: 'What the visits of the cause have in common.',
    items: object({
      name: { enum: STATISTICS.map(({ name }) => name) },
      operator: { enum: ['is', 'starts_with'] },
      value: { type: 'string', maxLength: 255 },
      label: { type: 'string', description: 'The value for display.' },
    }),
  },
  ...counts,
  beyond: {
    type: 'number',
    description: 'How far the change goes beyond what it would be if it had changed by the same factor as the rest.',
  },
  sentence: { type: 'string', description: 'The cause in words.' },
});

const date: Schema = { type: 'string', format: 'date' };

const SCHEMA = object({
  ...counts,
  causes: { type: 'array', maxItems: 5, description: 'The clearest first; often none.', items: CAUSE },
  rest: { ...object(counts), description: 'The part of the change that belongs to no cause.' },
  from: { ...date, description: 'The first of the days that were really compared.' },
  to: { ...date, description: 'The last of these days.' },
  previous_from: { ...date, description: 'The first of the days that they were compared with.' },
  previous_to: { ...date, description: 'The last of the days that they were compared with.' },
  compared_until: {
    type: ['string', 'null'],
    description:
      'Of today alone, the hour before which both days are compared, such as `2026-01-31T10`: the visits that began before. Null for whole days.',
  },
  basis: { enum: ['hits'] },
});

/** The route of /stats/{id}/explain. */
export const EXPLAIN_ROUTES = [
  route({
    method: 'GET',
    path: '/stats/{id}/explain',
    status: 200,
    operation: RestExplanationDocument,
    shared: RestSharedExplanationDocument,
    query: explainQuery,
    body: null,
    variables: ({ id, query }) => ({ ...query, id }),
    answer: ({ website }) => ({ body: { data: explanationOf(website) } }),
    describe: {
      id: 'getExplanation',
      tag: 'Statistics',
      summary: 'Explain a change',
      description: `Divides the change of one of ${EXPLAINED_METRICS.length} metrics between two ranges exactly into at most 5 causes and the rest: each visit belongs to the first cause whose conditions it meets, or to the rest. A cause is only reported if it is more than noise. Days that are not over are left out; today alone is compared up to its last full hour.`,
      schema: object({ data: SCHEMA }),
      example: {
        data: {
          ...{ before: 2_300, after: 1_422, change: -878 },
          causes: [
            {
              conditions: [{ name: 'source', operator: 'is', value: 'Google', label: 'Google' }],
              ...{ before: 1_200, after: 300, change: -900, beyond: -924 },
              sentence: 'Visits from Google fell from 1,200 to 300, while the rest rose by 2%.',
            },
          ],
          rest: { before: 1_100, after: 1_122, change: 22 },
          ...{ from: '2026-01-08', to: '2026-01-14', previous_from: '2026-01-01', previous_to: '2026-01-07' },
          compared_until: null,
          basis: 'hits',
        },
      },
    },
  }),
];

function explanationOf(website: RestExplanationQuery['website']): unknown {
  if (website === null) throw missing();
  const causes = website.explain.causes.map(cause => ({
    ...cause,
    conditions: cause.conditions.map(condition => ({ ...condition, name: condition.name.toLowerCase() })),
  }));
  return inSnakeCase({ ...website.explain, causes });
}
