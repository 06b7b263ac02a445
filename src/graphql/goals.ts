import type { GoalKind as Kind } from '../domain/goal.ts';
import { inOrder } from '../domain/inputs/days.ts';
import { goalInput } from '../domain/inputs/notes.ts';
import type { GoalResult as Result } from '../stats/goals.ts';
import { createGoal, deleteGoal, type Goal as Target, updateGoal } from '../websites/goals.ts';
import { filterArg, filterShape, periodOf, rangeArgs, websiteArg } from './arguments.ts';
import { builder, checked, enumOf } from './builder.ts';
import { weightOfPass } from './complexity.ts';
import { type CountedHits, countsFromField, ofHits } from './counts-from.ts';
import { PropertyCondition, PropertyConditionInput } from './property-conditions.ts';
import { Amount } from './stat-page.ts';
import { Statistics } from './statistics.ts';

/** The kinds of goals, and of the steps of a funnel. */
export const GoalKind = enumOf<Kind>('GoalKind', 'The kind of hit that reaches a goal.', {
  PAGE: 'A pageview of a matching page.',
  EVENT: 'An event with the given name.',
});

/** What the pattern of a goal, or of a step, means. */
export const PATTERN =
  'For PAGE, a path in which `*` matches any text: `/thanks`, `/blog/*`; a pattern without `?` ignores the query of a page. For EVENT, the exact name of the event.';

const Goal = builder.objectRef<Target>('Goal').implement({
  description: 'A goal of the website.',
  fields: t => ({
    id: t.exposeID('id', { description: "The goal's id." }),
    name: t.exposeString('name', { description: 'The name of the goal.' }),
    kind: t.expose('kind', { type: GoalKind, description: 'The kind of hit that reaches the goal.' }),
    pattern: t.exposeString('pattern', { description: PATTERN }),
    conditions: t.field({
      type: [PropertyCondition],
      description: 'The conditions that properties of the pageview or event must meet, all of them.',
      resolve: ({ conditions }) => conditions,
    }),
  }),
});

const GoalResult = builder.objectRef<Result & CountedHits>('GoalResult').implement({
  description: 'The conversions of a goal in a range.',
  fields: t => ({
    goal: t.field({ type: Goal, description: 'The goal.', resolve: ({ goal }) => goal }),
    conversions: t.expose('conversions', {
      type: 'Count',
      description: 'The number of visits that reached the goal at least once.',
    }),
    visits: t.expose('visits', {
      type: 'Count',
      description:
        'The number of all visits in the range that match the filter. Visits that imports have added as sums are not among them, because nothing is known of their goals.',
    }),
    conversionRate: t.float({
      description: 'The share of visits that reached the goal, from 0 to 1.',
      resolve: ({ conversions, visits }) => (visits === 0 ? 0 : conversions / visits),
    }),
    countsFrom: countsFromField(t),
    amounts: t.expose('amounts', {
      type: [Amount],
      description: "The sums of the event's amounts in these visits, one per unit; empty for a PAGE goal.",
    }),
  }),
});

builder.interfaceFields(Statistics, t => ({
  goals: t.field({
    type: [Goal],
    description: 'The goals of the website, oldest first.',
    extensions: { weight: { together: 10 } },
    resolve: (website, _, { loaders }) => loaders.goals.load(website.id),
  }),
  goalResults: t.field({
    type: [GoalResult],
    description:
      'The conversions of each goal. They are counted from individual visits, as far back as those are stored.',
    extensions: { weight: (args: Readonly<Record<string, unknown>>) => weightOfPass(args, 200) },
    args: { ...rangeArgs, ...filterArg },
    validate: checked(filterShape, inOrder),
    resolve: async (website, args, { loaders, stats }) => {
      const period = periodOf(website, args);
      const results = await stats.goals({ ...period, goals: await loaders.goals.load(website.id) });
      return results.map(result => ofHits(result, period));
    },
  }),
}));

const GoalInput = builder.inputType('GoalInput', {
  description: 'A new goal, or the new state of a goal.',
  validate: { schema: goalInput },
  fields: t => ({
    name: t.string({ required: true, description: 'The name of the goal, 1 to 100 characters.' }),
    kind: t.field({ type: GoalKind, required: true, description: 'The kind of hit that reaches the goal.' }),
    pattern: t.string({ required: true, description: PATTERN }),
    conditions: t.field({
      type: [PropertyConditionInput],
      description: 'At most 3 conditions that properties of the pageview or event must meet, all of them.',
    }),
  }),
});

builder.mutationFields(t => ({
  createGoal: t.field({
    type: Goal,
    description:
      'Adds a goal to a website; hits from before the goal was created count, too. A website can have at most 50 goals.',
    args: { ...websiteArg, input: t.arg({ type: GoalInput, required: true, description: 'The goal.' }) },
    resolve: (_, { website, input }, { database, viewer, now }) => createGoal(database, viewer, website, input, now()),
  }),
  updateGoal: t.field({
    type: Goal,
    description: 'Replaces a goal.',
    args: {
      id: t.arg.id({ required: true, description: 'The id of the goal.' }),
      input: t.arg({ type: GoalInput, required: true, description: 'The new state of the goal.' }),
    },
    resolve: (_, { id, input }, { database, viewer, now }) => updateGoal(database, viewer, id, input, now()),
  }),
  deleteGoal: t.id({
    description: 'Deletes a goal and returns its id. The hits it counted stay.',
    args: { id: t.arg.id({ required: true, description: 'The id of the goal.' }) },
    resolve: (_, { id }, { database, viewer, now }) => deleteGoal(database, viewer, id, now()).then(() => id),
  }),
}));
