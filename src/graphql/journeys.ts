import type * as z from 'zod';
import { inOrder } from '../domain/inputs/days.ts';
import {
  type JourneyAnchorInput,
  journeyAnchors,
  journeyLevels,
  journeyNodesPerLevel,
} from '../domain/inputs/journeys.ts';
import type { JourneysBy as By, JourneyKind as Kind } from '../domain/journey.ts';
import type { Anchor, JourneyLevel as Level } from '../stats/journeys.ts';
import type { Source } from '../stats/query.ts';
import { filterArg, filterShape, periodOf, rangeArgs } from './arguments.ts';
import { builder, checked, enumOf } from './builder.ts';
import { weightOfPass } from './complexity.ts';
import { type CountedHits, countsFromField, ofHits } from './counts-from.ts';
import { JourneyKind, JourneyNode } from './journey-node.ts';
import { sourceFields } from './stat-page.ts';
import { Statistics } from './statistics.ts';

const JourneyBy = enumOf<By>('JourneyBy', 'What the nodes of journeys are.', {
  PAGE: 'Pages.',
  GROUP:
    'Groups of pages: the first rule of `pageGroups` that a page matches, such as `/blog/*`, or else the first segment of its path, such as `/blog` of `/blog/2026`.',
  EVENT: 'Events.',
});

const JourneyLink = builder.objectRef<Level['links'][number]>('JourneyLink').implement({
  description: 'How many visits went from a node of the level before to one of this level.',
  fields: t => ({
    from: t.exposeString('from', { description: 'The value of the node of the level before.' }),
    fromKind: t.expose('fromKind', { type: JourneyKind, description: 'The kind of that node.' }),
    to: t.exposeString('to', { description: 'The value of the node of this level.' }),
    toKind: t.expose('toKind', { type: JourneyKind, description: 'The kind of this node.' }),
    visits: t.expose('visits', { type: 'Count', description: 'The number of visits.' }),
  }),
});

const JourneyLevel = builder.objectRef<Level>('JourneyLevel').implement({
  description: 'One step of journeys.',
  fields: t => ({
    nodes: t.expose('nodes', {
      type: [JourneyNode],
      description:
        'The largest nodes, `(other)` and `(end)`. Their visits add up to those of the level before, without its `(end)`.',
    }),
    links: t.expose('links', {
      type: [JourneyLink],
      description: 'The links from the level before; the first level has none.',
    }),
  }),
});

const Journeys = builder.objectRef<Source & CountedHits & { readonly levels: readonly Level[] }>('Journeys').implement({
  description: 'The paths visits took.',
  fields: t => ({
    visits: t.field({
      type: 'Count',
      description: 'The number of visits that have a journey: those with a first node.',
      resolve: ({ levels }) => (levels[0]?.nodes ?? []).reduce((sum, { visits }) => sum + visits, 0),
    }),
    levels: t.expose('levels', {
      type: [JourneyLevel],
      description: 'The levels, from the first node on; followed back from an end, from the last one.',
    }),
    ...sourceFields(t),
    countsFrom: countsFromField(t),
  }),
});

const JourneyNodeInput = builder.inputRef<JourneyAnchorInput>('JourneyNodeInput').implement({
  description: 'A node that journeys begin or end with.',
  fields: t => ({
    kind: t.field({
      type: JourneyKind,
      defaultValue: 'PAGE' as Kind,
      description: 'The kind of the node: EVENT for journeys by EVENT, otherwise PAGE or GROUP.',
    }),
    value: t.string({ required: true, description: 'The page, the group or the name of the event.' }),
  }),
});

builder.interfaceField(Statistics, 'journeys', t =>
  t.field({
    type: Journeys,
    description:
      'The paths visits took, from one page, group or event to the next; equal neighbours count once. They are counted from individual visits, as far back as those are stored.',
    extensions: {
      weight: (args: Readonly<Record<string, unknown>>) => weightOfPass(args, 800),
      entries: ({ levels }: Readonly<Record<string, unknown>>) => Number(levels ?? 5),
    },
    args: {
      ...rangeArgs,
      ...filterArg,
      start: t.arg({
        type: JourneyNodeInput,
        description: 'Journeys begin with the first of these hits of a visit. Send at most one of `start` and `end`.',
      }),
      end: t.arg({
        type: JourneyNodeInput,
        description: 'Journeys end with the last of these hits of a visit, and are followed back.',
      }),
      levels: t.arg.int({ defaultValue: 5, description: 'The number of levels, 2 to 8.' }),
      perLevel: t.arg.int({ defaultValue: 10, description: 'The number of nodes that each level names, 1 to 50.' }),
      by: t.arg({ type: JourneyBy, defaultValue: 'PAGE', description: 'What the nodes of the journeys are.' }),
    },
    validate: checked(
      { ...filterShape, levels: journeyLevels.nullish(), perLevel: journeyNodesPerLevel.nullish() },
      inOrder,
      journeyAnchors as z.core.$ZodCheck<never>,
    ),
    resolve: async (website, { start, end, levels, perLevel, by, ...args }, { stats }) => {
      const period = periodOf(website, args);
      const journeys = await stats.journeys({
        ...period,
        by: by ?? 'PAGE',
        pageGroups: website.pageGroups,
        start: anchorOf(start),
        end: anchorOf(end),
        levels: levels ?? 5,
        perLevel: perLevel ?? 10,
      });
      return ofHits(journeys, period);
    },
  }),
);

/** Returns a node that `journeyAnchors` has accepted. */
function anchorOf(given: JourneyAnchorInput | null | undefined): Anchor | null {
  return given ? { kind: (given.kind ?? 'PAGE') as By, value: given.value } : null;
}
