import type { ComponentChildren } from 'preact';
import { t } from '../messages.ts';
import { Icon } from '../parts/icon.tsx';
import { Value } from '../parts/value.tsx';
import type { GoalKind, JourneyKind } from './__generated__/operations.ts';
import type { Condition, Part } from './filters.ts';
import { useChoosing } from './view.ts';

/** Returns the kinds of hits that a goal or a step can be, as options. */
export function hitKinds(): readonly (readonly [GoalKind, string])[] {
  return [
    ['PAGE', t('hits.PAGE')],
    ['EVENT', t('hits.EVENT')],
  ];
}

/** Returns the label of a node in the reader's language; `(start)` is the end of journeys that lead back. */
export function nodeLabel(kind: JourneyKind, label: string): string {
  if (kind === 'OTHER') return t('label.other');
  if (kind === 'END') return label === '(start)' ? t('journeys.start') : t('journeys.end');
  return label;
}

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

/** A label that filters by what it names, or excludes it; plain text if nothing can. */
export function FilterLabel(props: {
  readonly label: string;
  /** More than the label, for the tooltip. */
  readonly title?: string;
  readonly condition: Part | null;
  /** Stands behind the label. */
  readonly children?: ComponentChildren;
}) {
  const { label, title = label, condition, children } = props;
  const { filterBy } = useChoosing();
  return (
    <span class="label">
      {condition ? (
        <FilterButton text={label} title={title} onChoose={isExcluded => filterBy(condition, isExcluded)} />
      ) : (
        <bdi class="cut" title={title}>
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
  /** At least the whole text, which can be cut. */
  readonly title: string;
  readonly onChoose: (isExcluded: boolean) => void;
}) {
  const { text, title, onChoose } = props;
  return (
    <button
      type="button"
      class="cut"
      title={`${title}\n${t('pathFilter.exclude')}`}
      aria-label={t('pathFilter.only', { label: text })}
      aria-keyshortcuts="Alt+Enter"
      onClick={event => onChoose(event.altKey)}
      onKeyDown={event => {
        if (event.key !== 'Enter' || !event.altKey) return;
        event.preventDefault();
        onChoose(true);
      }}
    >
      <Value text={text} />
    </button>
  );
}

/** A button with an icon that filters by a node. */
export function FilterIcon({ label, condition }: { readonly label: string; readonly condition: Condition }) {
  const { filterBy } = useChoosing();
  const name = t('pathFilter.by', { label });
  return (
    <button type="button" class="quiet" aria-label={name} title={name} onClick={() => filterBy(condition)}>
      <Icon name="filter" />
    </button>
  );
}
