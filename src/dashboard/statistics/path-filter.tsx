import { Icon } from '../parts/icon.tsx';
import type { GoalKind, JourneyKind } from './__generated__/operations.ts';
import { withCondition } from './filter-merge.ts';
import type { Condition } from './filters.ts';
import { useShown } from './view.ts';

/** Returns whether journeys can go on from a node: not from all others together, and not from the end. */
export function leadsOn(kind: JourneyKind): boolean {
  return kind !== 'OTHER' && kind !== 'END';
}

/** Returns the condition that visits with such a node meet; null if none can express it, as for the end. */
export function conditionOf(kind: JourneyKind, value: string): Condition | null {
  if (kind === 'PAGE' || kind === 'EVENT') return { name: kind, operator: 'IS', values: [value] };
  if (kind !== 'GROUP') return null;
  if (value.includes('*')) return conditionOfStep('PAGE', value);
  // The group of the home page has no page with a longer path.
  return { name: 'PAGE', operator: value === '/' ? 'IS' : 'STARTS_WITH', values: [value] };
}

/** Returns the condition that visits with a hit of a step meet; null for a pattern that no condition can express. */
export function conditionOfStep(kind: GoalKind, pattern: string): Condition | null {
  if (kind === 'EVENT' || !pattern.includes('*')) return conditionOf(kind, pattern);
  const start = pattern.slice(0, -1);
  if (!pattern.endsWith('*') || start.includes('*') || start === '') return null;
  return { name: 'PAGE', operator: 'STARTS_WITH', values: [start] };
}

/** Returns a function that adds a condition. */
export function useFilterBy(): (condition: Condition) => void {
  const { state, change } = useShown();
  return condition => change({ conditions: withCondition(state.conditions, condition) });
}

/** A label that filters by what it names; plain text if nothing can. */
export function FilterLabel({ label, condition }: { readonly label: string; readonly condition: Condition | null }) {
  const filterBy = useFilterBy();
  return (
    <span class="label">
      {condition ? (
        <button
          type="button"
          class="cut"
          title={label}
          aria-label={`${label}: show only this`}
          onClick={() => filterBy(condition)}
        >
          {label}
        </button>
      ) : (
        <span class="cut" title={label}>
          {label}
        </span>
      )}
    </span>
  );
}

/** A button with an icon that filters by a node. */
export function FilterIcon({ label, condition }: { readonly label: string; readonly condition: Condition }) {
  const filterBy = useFilterBy();
  const name = `Filter by ${label}`;
  return (
    <button type="button" class="quiet" aria-label={name} title={name} onClick={() => filterBy(condition)}>
      <Icon name="filter" />
    </button>
  );
}
