import type { ComponentChildren } from 'preact';
import { lazy } from '../../domain/lazy.ts';
import { formatList } from '../format.ts';
import { locale, t } from '../messages.ts';
import { Icon } from '../parts/icon.tsx';
import { Value } from '../parts/value.tsx';
import type { GoalKind, JourneyKind } from './__generated__/operations.ts';
import type { Condition, Part } from './filters.ts';
import type { HitPattern } from './path-parts.ts';
import { useChoosing } from './view.ts';

/** Returns the kinds of hits that a goal or a step can be, as options. */
export function hitKinds(): readonly (readonly [GoalKind, string])[] {
  return [
    ['PAGE', t('hits.PAGE')],
    ['EVENT', t('hits.EVENT')],
  ];
}

const any = lazy(() => new Intl.ListFormat(locale, { type: 'disjunction' }));

/** Returns the conditions of a goal or a step in words, such as `plan is pro`. */
export function conditionWords(conditions: HitPattern['conditions']): readonly string[] {
  return conditions.map(({ key, operator, values }) =>
    t(`goals.condition.${operator}`, { key, values: any().format(values) }),
  );
}

/** Returns the hint on conditions in a form, which has no fields for them and keeps them; '' without any. */
export function conditionHint(conditions: HitPattern['conditions']): string {
  return conditions.length > 0 ? t('goals.onlyIf', { conditions: formatList(conditionWords(conditions)) }) : '';
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

/** A label that filters by what it names, or excludes it; plain text if nothing can. */
export function FilterLabel(props: {
  readonly label: string;
  /** More than the label, for the tooltip. */
  readonly title?: string;
  readonly condition: Part | null;
  /** What a click does, if not to show only what has the label. */
  readonly action?: string | undefined;
  /** Stands behind the label. */
  readonly children?: ComponentChildren;
}) {
  const { label, title = label, condition, action, children } = props;
  const { filterBy, hasPart } = useChoosing();
  return (
    <span class="label">
      {condition ? (
        <FilterButton
          text={label}
          title={action ?? title}
          action={hasPart(condition) ? t('pathFilter.had', { label }) : action}
          onChoose={isExcluded => filterBy(condition, isExcluded)}
        />
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
  readonly action?: string | undefined;
  readonly onChoose: (isExcluded: boolean) => void;
}) {
  const { text, title, action = t('pathFilter.only', { label: text }), onChoose } = props;
  return (
    <button
      type="button"
      class="cut"
      title={`${title}\n${t('pathFilter.exclude')}`}
      aria-label={action}
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
