/** What reaches a goal: a pageview, or an event. */
export const GOAL_KINDS = ['PAGE', 'EVENT'] as const;
export type GoalKind = (typeof GOAL_KINDS)[number];
