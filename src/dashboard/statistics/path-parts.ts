import type { GoalKind, JourneyKind } from './__generated__/operations.ts';
import { type Condition, isGroup, isSame, type Part } from './filters.ts';

/** Returns the condition that visits with such a node meet; null if none can express it, as for the end. */
export function conditionOf(kind: JourneyKind, value: string): Condition | null {
  if (kind === 'PAGE' || kind === 'EVENT') return { name: kind, operator: 'IS', values: [value] };
  if (kind !== 'GROUP') return null;
  if (value.includes('*')) return conditionOfStep('PAGE', value);
  // The group of the home page has no page with a longer path.
  return { name: 'PAGE', operator: value === '/' ? 'IS' : 'STARTS_WITH', values: [value] };
}

/** Returns the condition that visits with a hit of a step meet; null for a pattern that no condition can express. */
function conditionOfStep(kind: GoalKind, pattern: string): Condition | null {
  if (kind === 'EVENT' || !pattern.includes('*')) return conditionOf(kind, pattern);
  const start = pattern.slice(0, -1);
  if (!pattern.endsWith('*') || start.includes('*') || start === '') return null;
  return { name: 'PAGE', operator: 'STARTS_WITH', values: [start] };
}

/** Returns the part that visits meet if they reached a goal or a step; null for a pattern that none can express. */
export function partOfHit({ kind, pattern, conditions }: HitPattern): Part | null {
  const hit = kind === 'EVENT' ? { name: kind, operator: 'IS' as const, values: [pattern] } : pageOf(pattern);
  const event = kind === 'EVENT' ? pattern : null;
  const properties = conditions.map(({ key, operator, values }): Condition => {
    return { name: 'PROPERTY', property: { key, event }, operator, values };
  });
  if (!hit) return null;
  // An event with such a property is that event.
  const isSaid = event !== null && conditions.some(({ operator }) => !/NOT/.test(operator));
  const parts = isSaid ? properties : [hit, ...properties];
  return parts.length === 1 && parts[0] ? parts[0] : { match: 'all', parts };
}

/**
 * Returns the part that visits meet if they reached all of these steps, in whatever order; null if one of them has a
 * pattern that none can express.
 */
export function partOfSteps(steps: readonly HitPattern[]): Part | null {
  const each = steps.map(partOfHit);
  if (!each.every(part => part !== null)) return null;
  // Flat, because the URL limits how deep groups nest.
  const flat = each.flatMap(part => (isGroup(part) && part.match === 'all' ? part.parts : [part]));
  const parts = flat.filter((part, at) => flat.findIndex(one => isSame(one, part)) === at);
  return parts.length === 1 && parts[0] ? parts[0] : { match: 'all', parts };
}

export interface HitPattern {
  readonly kind: GoalKind;
  readonly pattern: string;
  readonly conditions: readonly (Pick<Condition, 'operator' | 'values'> & { readonly key: string })[];
}

/** A pattern without a query ignores the query of a page. */
function pageOf(pattern: string): Part | null {
  const condition = conditionOfStep('PAGE', pattern);
  if (condition?.operator !== 'IS' || pattern.includes('?')) return condition;
  const withQuery: Condition = { name: 'PAGE', operator: 'STARTS_WITH', values: [`${pattern}?`] };
  return { match: 'any', parts: [condition, withQuery] };
}
