import type { FunnelOrder as Order, FunnelStep as Step, FunnelUnit as Unit } from '../domain/funnel.ts';
import { funnelInput, type FunnelStepInput as StepInput } from '../domain/inputs/funnel.ts';
import { createFunnel, deleteFunnel, type Funnel as Stored, updateFunnel } from '../websites/funnels.ts';
import { websiteArg } from './arguments.ts';
import { builder, enumOf } from './builder.ts';
import { GoalKind, PATTERN } from './goals.ts';
import { PropertyCondition, PropertyConditionInput } from './property-conditions.ts';
import { Statistics } from './statistics.ts';

/** How the steps of a funnel follow each other. */
export const FunnelOrder = enumOf<Order>('FunnelOrder', 'How the steps of a funnel follow each other.', {
  IN_ORDER: 'Each step is reached by the earliest matching hit after that of the step before.',
  STRICT: 'Each step is reached only by the very next pageview or event after that of the step before.',
  ANY: 'A step is reached as soon as it and all steps before it have hits of their own, in whatever order.',
});

/** What goes through a funnel. */
export const FunnelUnit = enumOf<Unit>('FunnelUnit', 'What a funnel counts.', {
  VISIT: 'Each visit by itself.',
  VISITOR: 'All visits of a visitor on one day together.',
});

const WITHIN = 'Hits count up to this many seconds after the hit of step 1; null without a limit.';
const STEP_NAME = 'The name of the step';

/** A step of a funnel. */
export const FunnelStep = builder.objectRef<Step>('FunnelStep').implement({
  description: 'A step of a funnel: a pageview or an event, like a goal.',
  fields: t => ({
    kind: t.expose('kind', { type: GoalKind, description: 'The kind of hit that reaches the step.' }),
    pattern: t.exposeString('pattern', { description: PATTERN }),
    name: t.exposeString('name', { description: `${STEP_NAME}.` }),
    conditions: t.expose('conditions', {
      type: [PropertyCondition],
      description: 'The conditions on properties, all of which the hit meets.',
    }),
  }),
});

const Funnel = builder.objectRef<Stored>('Funnel').implement({
  description: 'A funnel of the website: 2 to 10 steps that visits should take.',
  fields: t => ({
    id: t.exposeID('id', { description: "The funnel's id." }),
    name: t.exposeString('name', { description: 'The name of the funnel.' }),
    steps: t.expose('steps', { type: [FunnelStep], description: 'The steps.' }),
    order: t.expose('order', { type: FunnelOrder, description: 'How the steps follow each other.' }),
    unit: t.expose('unit', { type: FunnelUnit, description: 'What the funnel counts.' }),
    within: t.exposeInt('within', { nullable: true, description: WITHIN }),
  }),
});

builder.interfaceField(Statistics, 'funnels', t =>
  t.field({
    type: [Funnel],
    description: 'The funnels of the website, oldest first.',
    extensions: { weight: { together: 10 } },
    resolve: (website, _, { loaders }) => loaders.funnels.load(website.id),
  }),
);

/** A step of a funnel as it is sent. */
export const FunnelStepInput = builder.inputRef<StepInput>('FunnelStepInput').implement({
  description: 'A step of a funnel. One hit reaches at most one step, so two equal steps need two hits.',
  fields: t => ({
    kind: t.field({ type: GoalKind, required: true, description: 'The kind of hit that reaches the step.' }),
    pattern: t.string({ required: true, description: PATTERN }),
    name: t.string({ description: `${STEP_NAME}, 1 to 255 characters; by default its pattern.` }),
    conditions: t.field({
      type: [PropertyConditionInput],
      description: 'At most 3 conditions that properties of the pageview or event must meet, all of them.',
    }),
  }),
});

const FunnelInput = builder.inputType('FunnelInput', {
  description: 'A new funnel, or the new state of a funnel.',
  validate: { schema: funnelInput },
  fields: t => ({
    name: t.string({ required: true, description: 'The name of the funnel, 1 to 100 characters.' }),
    steps: t.field({ type: [FunnelStepInput], required: true, description: 'Its 2 to 10 steps.' }),
    order: t.field({ type: FunnelOrder, defaultValue: 'IN_ORDER', description: 'How the steps follow each other.' }),
    unit: t.field({ type: FunnelUnit, defaultValue: 'VISIT', description: 'What the funnel counts.' }),
    within: t.int({ description: WITHIN }),
  }),
});

const idArgs = builder.args(t => ({
  id: t.id({ required: true, description: 'The id of the funnel.' }),
  website: t.id({ description: 'The id of its website; NOT_FOUND if the funnel belongs to another one.' }),
}));

builder.mutationFields(t => ({
  createFunnel: t.field({
    type: Funnel,
    description:
      'Adds a funnel to a website; hits from before the funnel was created count, too. A website can have at most 50 funnels.',
    args: { ...websiteArg, input: t.arg({ type: FunnelInput, required: true, description: 'The funnel.' }) },
    resolve: (_, { website, input }, { database, viewer, now }) =>
      createFunnel(database, viewer, website, input, now()),
  }),
  updateFunnel: t.field({
    type: Funnel,
    description: 'Replaces a funnel.',
    args: {
      ...idArgs,
      input: t.arg({ type: FunnelInput, required: true, description: 'The new state of the funnel.' }),
    },
    resolve: (_, { id, website, input }, { database, viewer, now }) =>
      updateFunnel(database, viewer, id, website ?? null, input, now()),
  }),
  deleteFunnel: t.id({
    description: 'Deletes a funnel and returns its id. The hits it counted stay.',
    args: idArgs,
    resolve: (_, { id, website }, { database, viewer, now }) =>
      deleteFunnel(database, viewer, id, website ?? null, now()).then(() => id),
  }),
}));
