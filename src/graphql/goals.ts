import { GOAL_KINDS, type GoalKind as Kind } from '../domain/goal.ts';
import { inOrder } from '../domain/inputs/days.ts';
import { goalInput } from '../domain/inputs/goal.ts';
import type { GoalResult as Result } from '../stats/goals.ts';
import { createGoal, deleteGoal, type Goal as Target, updateGoal } from '../websites/goals.ts';
import { builder } from './builder.ts';
import { checked } from './checked.ts';
import { filterArg, filterShape } from './filter.ts';
import { periodOf, rangeArgs, weightOfPass } from './period.ts';
import { Amount } from './stat-page.ts';
import { Statistics } from './statistics.ts';

const KINDS: Record<Kind, string> = { PAGE: 'A pageview of a certain page.', EVENT: 'A certain event.' };

const GoalKind = builder.enumType('GoalKind', {
  description: 'What reaches a goal.',
  values: Object.fromEntries(GOAL_KINDS.map(name => [name, { description: KINDS[name] }])) as {
    [Name in Kind]: { description: string };
  },
});

const PATTERN =
  'Of the kind PAGE a path, in which `*` stands for any text: `/thanks`, `/blog/*`. Without a `?` in it the query of a page does not matter. Of the kind EVENT the exact name of the event.';

const Goal = builder.objectRef<Target>('Goal').implement({
  description: 'Something that visits are meant to lead to.',
  fields: t => ({
    id: t.exposeID('id', { description: 'What it is known by.' }),
    name: t.exposeString('name', { description: 'What it is called.' }),
    kind: t.expose('kind', { type: GoalKind, description: 'What reaches it.' }),
    pattern: t.exposeString('pattern', { description: PATTERN }),
  }),
});

const GoalResult = builder.objectRef<Result>('GoalResult').implement({
  description: 'How often a goal was reached in a range.',
  fields: t => ({
    goal: t.field({ type: Goal, description: 'The goal.', resolve: ({ goal }) => goal }),
    conversions: t.expose('conversions', { type: 'Count', description: 'The visits that reached it, once or more.' }),
    visits: t.expose('visits', { type: 'Count', description: 'All visits of the range that match the filter.' }),
    conversionRate: t.float({
      description: 'The part of the visits that reached it, from 0 to 1.',
      resolve: ({ conversions, visits }) => (visits === 0 ? 0 : conversions / visits),
    }),
    amounts: t.field({
      type: [Amount],
      description: 'What the amounts of the event add up to in these visits, by unit; empty for pages.',
      resolve: ({ amounts }) => amounts,
    }),
  }),
});

builder.interfaceField(Statistics, 'goals', t =>
  t.field({
    type: [Goal],
    description: 'What visits are meant to lead to, oldest first.',
    extensions: { weight: { together: 10 } },
    resolve: (website, _, { loaders }) => loaders.goals.load(website.id),
  }),
);

builder.interfaceField(Statistics, 'goalResults', t =>
  t.field({
    type: [GoalResult],
    description: 'How often each goal was reached. They are counted from single visits, as far back as these are kept.',
    extensions: { weight: (args: Readonly<Record<string, unknown>>) => weightOfPass(args, 200) },
    args: { ...rangeArgs, ...filterArg },
    validate: checked(filterShape, inOrder),
    resolve: async (website, args, { loaders, stats }) =>
      stats.goals({ ...periodOf(website, args), goals: await loaders.goals.load(website.id) }),
  }),
);

const GoalInput = builder.inputType('GoalInput', {
  description: 'A goal as it is to be.',
  validate: { schema: goalInput },
  fields: t => ({
    name: t.string({ required: true, description: 'What it is called, 1 to 100 characters.' }),
    kind: t.field({ type: GoalKind, required: true, description: 'What reaches it.' }),
    pattern: t.string({ required: true, description: PATTERN }),
  }),
});

builder.mutationField('createGoal', t =>
  t.field({
    type: Goal,
    description: 'Adds a goal to a website; hits from before count too. A website has at most 50.',
    args: {
      website: t.arg.id({ required: true, description: 'The number of the website.' }),
      input: t.arg({ type: GoalInput, required: true, description: 'The goal.' }),
    },
    resolve: (_, { website, input }, { database, viewer, now }) => createGoal(database, viewer, website, input, now()),
  }),
);

builder.mutationField('updateGoal', t =>
  t.field({
    type: Goal,
    description: 'Replaces a goal.',
    args: {
      id: t.arg.id({ required: true, description: 'Which goal.' }),
      input: t.arg({ type: GoalInput, required: true, description: 'What it is to be.' }),
    },
    resolve: (_, { id, input }, { database, viewer }) => updateGoal(database, viewer, id, input),
  }),
);

builder.mutationField('deleteGoal', t =>
  t.id({
    description: 'Deletes a goal and answers its id. What was counted stays.',
    args: { id: t.arg.id({ required: true, description: 'Which goal.' }) },
    resolve: async (_, { id }, { database, viewer }) => {
      await deleteGoal(database, viewer, id);
      return id;
    },
  }),
);
