/** The kinds of hits that reach a goal. */
export const GOAL_KINDS = ['PAGE', 'EVENT'] as const;
export type GoalKind = (typeof GOAL_KINDS)[number];
