import { RestJourneysDocument, RestSharedJourneysDocument } from '../__generated__/operations.ts';
import { object, type Schema } from '../json-schema.ts';
import { journeysQuery } from '../path-parameters.ts';
import { absent } from '../refusal.ts';
import { route } from '../route.ts';
import { inSnakeCase } from '../snake-case.ts';
import { NODE_SCHEMA, PATH_SOURCE } from './path-schemas.ts';

const count: Schema = { type: 'integer', minimum: 0 };

const LINK_SCHEMA = object({
  from: { type: 'string', description: 'The value of a node of the level before.' },
  from_kind: { type: 'string' },
  to: { type: 'string', description: 'The value of a node of this level.' },
  to_kind: { type: 'string' },
  visits: count,
});

const SCHEMA = object({
  visits: { ...count, description: 'The visits with a first node.' },
  levels: {
    type: 'array',
    items: object({
      nodes: {
        type: 'array',
        description:
          'The largest nodes, `(other)` and `(end)`: together as many visits as those of the level before, without its `(end)`.',
        items: NODE_SCHEMA,
      },
      links: { type: 'array', description: 'The links from the level before.', items: LINK_SCHEMA },
    }),
  },
  ...PATH_SOURCE,
});

const node = (kind: string, value: string, visits: number) => ({ kind, value, label: value, visits });
const link = (to_kind: string, to: string, visits: number) => ({ from: '/', from_kind: 'page', to, to_kind, visits });
const EXAMPLE = {
  visits: 9,
  levels: [
    { nodes: [node('page', '/', 9)], links: [] },
    {
      nodes: [node('page', '/pricing', 5), node('end', '(end)', 4)],
      links: [link('page', '/pricing', 5), link('end', '(end)', 4)],
    },
  ],
  basis: 'hits',
  fresh_at: '2026-01-31T12:00:00.000Z',
  counts_from: null,
};

/** The route of /stats/{id}/journeys. */
export const JOURNEY_ROUTES = [
  route({
    method: 'GET',
    path: '/stats/{id}/journeys',
    status: 200,
    operation: RestJourneysDocument,
    shared: RestSharedJourneysDocument,
    query: journeysQuery,
    body: null,
    variables: ({ id, query: { start, end, by, ...query } }) => {
      const anchorOf = (value: string | undefined) =>
        value === undefined ? null : { kind: kindOf(by ?? 'PAGE', value), value };
      return { ...query, by, id, start: anchorOf(start), end: anchorOf(end) };
    },
    answer: ({ website }) => ({ body: { data: inSnakeCase(website?.journeys ?? absent()) } }),
    describe: {
      id: 'getJourneys',
      tag: 'Funnels and journeys',
      summary: 'Read journeys',
      description:
        'Returns levels of pages, groups of pages (the first rule of `page_groups` that they match, or else the first segment of their path) or events, and how many visits went from one to the next; equal neighbours count once. They are counted from individual visits, as far back as those are stored.',
      schema: object({ data: SCHEMA }),
      example: { data: EXAMPLE },
    },
  }),
];

/** A path of one segment names a group, as does a rule; a longer one is a page. */
function kindOf(by: 'PAGE' | 'GROUP' | 'EVENT', value: string): 'PAGE' | 'GROUP' | 'EVENT' {
  return by === 'GROUP' && !/\*|^\/[^/?]*$/.test(value) ? 'PAGE' : by;
}
