import type { JourneyKind as Kind } from '../domain/journey.ts';
import type { JourneyNode as Node } from '../stats/journey-node.ts';
import { builder, enumOf } from './builder.ts';

/** What a node stands for. */
export const JourneyKind = enumOf<Kind>('JourneyKind', 'The kind of a journey node.', {
  PAGE: 'A page.',
  GROUP: 'All pages of a group.',
  EVENT: 'An event.',
  OTHER: 'Everything that has no node of its own.',
  END: 'The end: visits without a further node, or, followed back from an end, without an earlier one.',
});

/** A node with its visits. */
export const JourneyNode = builder.objectRef<Node>('JourneyNode').implement({
  description: 'A page, a group of pages or an event that visits went to, all others together, or the end.',
  fields: t => ({
    kind: t.expose('kind', { type: JourneyKind, description: 'The kind of the node.' }),
    value: t.exposeString('value', {
      description: 'The page, the group or the name of the event; `(other)` and `(end)` for these kinds.',
    }),
    label: t.exposeString('label', { description: 'The value for display.' }),
    visits: t.expose('visits', {
      type: 'Count',
      description: 'The number of visits; in a funnel of visitors, the number of visitors.',
    }),
  }),
});
