import * as z from 'zod';
import { changeOf, isNoise } from '../domain/change.ts';
import type { FunnelStep as Step } from '../domain/funnel.ts';
import { beginsEarlier, inOrder } from '../domain/inputs/days.ts';
import { funnelSteps, funnelWithin } from '../domain/inputs/funnel.ts';

import { notFound } from '../errors.ts';
import type { ReachedStep } from '../stats/funnel.ts';
import type { Source } from '../stats/query.ts';
import { compareArg, comparedPeriodOf, filterArg, filterShape, rangeArgs } from './arguments.ts';
import { builder, checked } from './builder.ts';
import { weightOfPass } from './complexity.ts';
import { type CountedHits, countsFromField, ofHits } from './counts-from.ts';
import { FunnelOrder, FunnelStep, FunnelStepInput, FunnelUnit } from './funnels.ts';
import { JourneyNode } from './journey-node.ts';
import { Amount, COMPARED, NOISE, sourceFields } from './stat-page.ts';
import { Statistics } from './statistics.ts';

interface StepResult extends ReachedStep {
  readonly step: Step;
  readonly first: number;
  /** How many reached the step before; null for the first one. */
  readonly before: number | null;
}

interface Result extends Source, CountedHits {
  readonly steps: readonly StepResult[];
}

const FunnelStepResult = builder.objectRef<StepResult>('FunnelStepResult').implement({
  description: 'How many visits, or visitors, reached a step of a funnel.',
  fields: t => ({
    step: t.expose('step', { type: FunnelStep, description: 'The step.' }),
    reached: t.expose('reached', { type: 'Count', description: 'How many reached the step.' }),
    dropped: t.expose('dropped', {
      type: 'Count',
      description: 'How many of these went no further; 0 at the last step.',
    }),
    shareOfFirst: t.float({
      nullable: true,
      description: 'The share of those who reached the first step, from 0 to 1; null if nobody did.',
      resolve: ({ reached, first }) => shareOf(reached, first),
    }),
    shareOfPrevious: t.float({
      nullable: true,
      description:
        'The share of those who reached the step before, from 0 to 1; null for the first step, or if nobody did.',
      resolve: ({ reached, before }) => shareOf(reached, before ?? 0),
    }),
    medianSeconds: t.exposeFloat('medianSeconds', {
      nullable: true,
      description:
        'The median of the seconds since the step before, by nearest rank; null for the first step, or if nobody reached this one.',
    }),
    p90Seconds: t.exposeFloat('p90Seconds', {
      nullable: true,
      description: 'The seconds within which nine of ten came from the step before, by nearest rank; null likewise.',
    }),
    amounts: t.expose('amounts', {
      type: [Amount],
      description: 'The sums of the amounts of the events that reached the last step, by unit; empty for other steps.',
    }),
    droppedTo: t.expose('droppedTo', {
      type: [JourneyNode],
      description:
        'Where those went next that went no further in the funnel: the five most frequent pages, `(other)`, and `(end)` for those without a further pageview. They add up to `dropped`.',
    }),
    previous: t.expose('previous', {
      type: 'Count',
      nullable: true,
      description: 'How many reached the step in the earlier range; null without a comparison.',
    }),
    compared: t.expose('compared', { type: 'Count', nullable: true, description: COMPARED }),
    change: t.float({
      nullable: true,
      description:
        'The relative change from `previous` to `compared`; null without a comparison or if `previous` is 0.',
      resolve: ({ compared, previous }) => (compared === null ? null : changeOf(compared, previous)),
    }),
    isNoise: t.boolean({
      nullable: true,
      description: `${NOISE} Null without a comparison.`,
      resolve: ({ compared, previous }) =>
        compared === null || previous === null ? null : isNoise(compared, previous),
    }),
  }),
});

const FunnelResult = builder.objectRef<Result>('FunnelResult').implement({
  description: 'How far visits, or visitors, went through a funnel.',
  fields: t => ({
    steps: t.expose('steps', { type: [FunnelStepResult], description: 'The steps in order.' }),
    entered: t.field({ type: 'Count', description: 'How many reached the first step.', resolve: enteredIn }),
    completed: t.field({ type: 'Count', description: 'How many reached the last step.', resolve: completedIn }),
    conversionRate: t.float({
      nullable: true,
      description: 'The share of those who entered that completed the funnel, from 0 to 1; null if nobody entered.',
      resolve: result => shareOf(completedIn(result), enteredIn(result)),
    }),
    ...sourceFields(t),
    countsFrom: countsFromField(t),
  }),
});

const oneOf = z.superRefine<{ readonly id?: unknown; readonly steps?: unknown; readonly within?: unknown }>(
  ({ id, steps, within }, { addIssue }) => {
    const none = id === undefined || id === null;
    if (none === ((steps ?? null) === null)) {
      const message = 'A funnel is named by exactly one of id and steps; use one of them.';
      for (const name of ['id', 'steps']) addIssue({ code: 'custom', path: [name], message });
    }
    if (!none && (within ?? null) !== null)
      addIssue({ code: 'custom', path: ['within'], message: 'A stored funnel has its own within; leave it out.' });
  },
);

builder.interfaceField(Statistics, 'funnel', t =>
  t.field({
    type: FunnelResult,
    description:
      'How many visits, or visitors, reached each step of a funnel. They are counted from individual visits, as far back as those are stored.',
    extensions: {
      weight: (args: Readonly<Record<string, unknown>>) => weightOfPass(args, args.compare ? 800 : 400),
      entries: () => 10,
    },
    args: {
      id: t.arg.id({ description: 'The id of a funnel of the website; send exactly one of `id` and `steps`.' }),
      steps: t.arg({ type: [FunnelStepInput], description: 'The 2 to 10 steps of a funnel that is not stored.' }),
      ...rangeArgs,
      ...filterArg,
      ...compareArg,
      order: t.arg({
        type: FunnelOrder,
        defaultValue: 'IN_ORDER',
        description: 'How the `steps` follow each other. A stored funnel has its own order.',
      }),
      unit: t.arg({
        type: FunnelUnit,
        defaultValue: 'VISIT',
        description: 'What the `steps` count. A stored funnel has its own unit.',
      }),
      within: t.arg.int({
        description: 'Hits count up to this many seconds after the hit of step 1. A stored funnel has its own limit.',
      }),
    },
    validate: checked(
      { ...filterShape, steps: funnelSteps.nullish(), within: funnelWithin.nullish() },
      inOrder,
      beginsEarlier,
      oneOf,
    ),
    resolve: async (website, { id, steps, order, unit, within, ...args }, context) => {
      const { loaders, stats } = context;
      const stored = id ? (await loaders.funnels.load(website.id)).find(funnel => funnel.id === id) : null;
      if (stored === undefined) throw notFound();
      const asked = (stored?.steps ?? steps ?? []) as readonly Step[];
      const rules = stored ?? { order: order ?? 'IN_ORDER', unit: unit ?? 'VISIT', within: within ?? null };
      const period = await comparedPeriodOf(website, args, context);
      const { order: inOrder, unit: of, within: seconds } = rules;
      const result = await stats.funnel({ ...period, steps: asked, order: inOrder, unit: of, within: seconds });
      const first = result.steps[0]?.reached ?? 0;
      const reachedSteps = result.steps.map((reached, at) => ({
        ...reached,
        step: asked[at] as Step,
        first,
        before: result.steps[at - 1]?.reached ?? null,
      }));
      return ofHits({ ...result, steps: reachedSteps }, period);
    },
  }),
);

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function enteredIn({ steps }: Result): number {
  return steps[0]?.reached ?? 0;
}

function completedIn({ steps }: Result): number {
  return steps.at(-1)?.reached ?? 0;
}
