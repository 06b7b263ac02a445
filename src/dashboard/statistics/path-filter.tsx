import type { ComponentChildren } from 'preact';
import { Icon } from '../parts/icon.tsx';
import type { GoalKind, JourneyKind } from './__generated__/operations.ts';
import { withPart } from './filter-merge.ts';
import type { Condition, Part } from './filters.ts';
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

interface HitPattern {
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

/** Returns a function that adds a part, or what it does not match. */
export function useFilterBy(): (part: Part, isExcluded?: boolean) => void {
  const { state, change } = useShown();
  return (part, isExcluded = false) =>
    change({ conditions: withPart(state.conditions, isExcluded ? { match: 'none', parts: [part] } : part) });
}

/** A label that filters by what it names, or excludes it; plain text if nothing can. */
export function FilterLabel(props: {
  readonly label: string;
  /** More for the tooltip. */
  readonly about?: string;
  readonly condition: Part | null;
  /** Stands behind the label. */
  readonly children?: ComponentChildren;
}) {
  const { label, about = '', condition, children } = props;
  const filterBy = useFilterBy();
  return (
    <span class="label">
      {condition ? (
        <FilterButton text={label} about={about} onChoose={isExcluded => filterBy(condition, isExcluded)} />
      ) : (
        <bdi class="cut" title={label + about}>
          {label}
        </bdi>
      )}
      {children}
    </span>
  );
}

/** The button of a row, which filters by it; with Alt, by a click or by Enter, it excludes the row. */
export function FilterButton(props: {
  readonly text: string;
  /** More for the tooltip, which has the whole text. */
  readonly about?: string;
  readonly onChoose: (isExcluded: boolean) => void;
}) {
  const { text, about = '', onChoose } = props;
  return (
    <button
      type="button"
      class="cut"
      title={`${text}${about}\nAlt: exclude`}
      aria-label={`${text}: show only this`}
      aria-keyshortcuts="Alt+Enter"
      onClick={event => onChoose(event.altKey)}
      onKeyDown={event => {
        if (event.key !== 'Enter' || !event.altKey) return;
        event.preventDefault();
        onChoose(true);
      }}
    >
      <bdi>{text}</bdi>
    </button>
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
