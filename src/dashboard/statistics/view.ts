import { createContext } from 'preact';
import { useCallback, useContext, useMemo, useRef } from 'preact/hooks';
import { t } from '../messages.ts';
import { statisticOf } from '../registry.ts';
import type { StatName } from './__generated__/operations.ts';
import { joinedBy, withCondition, withPart } from './filter-merge.ts';
import { type Condition, isSame, type Part, without } from './filters.ts';
import { openProperty } from './question.ts';
import type { State } from './state.ts';
import type { Change } from './url-state.ts';
import type { Shown, useStatistics } from './use-statistics.ts';

/** What all parts of the statistics page share; `shown` is null until the first numbers arrive. */
export interface View extends ReturnType<typeof useStatistics> {
  readonly state: State;
  readonly change: Change;
}

/** What the values on the page do; it never changes, so lists of them need not be drawn again with everything else. */
export interface Choosing {
  /** Filters by a value, or excludes it; for a day, shows only that day. */
  readonly choose: (name: StatName, row: { readonly value: string }, isExcluded?: boolean) => void;
  /** Says what `choose` does with the newest filter. */
  readonly actionOf: (name: StatName, row: { readonly value: string }, label: string) => string;
  /** Whether the newest filter has this part. */
  readonly hasPart: (part: Part) => boolean;
  /** Adds a part to the filter, or what it does not match. */
  readonly filterBy: (part: Part, isExcluded?: boolean) => void;
  /** Removes all filters. */
  readonly clear: () => void;
}

export const ViewContext = createContext<View | null>(null);

export const ChoosingContext = createContext<Choosing | null>(null);

export function useView(): View {
  const view = useContext(ViewContext);
  if (!view) throw new Error('A part of the statistics page was drawn elsewhere.');
  return view;
}

/** Returns the view with its numbers, for the parts that are drawn only once these have arrived. */
export function useShown(): View & Shown {
  const { shown, ...view } = useView();
  if (!shown) throw new Error('A part of the statistics page was drawn before its numbers arrived.');
  return { ...view, shown, ...shown };
}

export function useChoosing(): Choosing {
  const choosing = useContext(ChoosingContext);
  if (!choosing) throw new Error('A value was drawn outside of the statistics page.');
  return choosing;
}

/** Returns what the values of the page do with its newest state. */
export function useNewestChoosing(state: State, change: Change): Choosing {
  const newest = useRef(state);
  // Not in an effect: values that are drawn next already say what choosing them does.
  newest.current = state;
  const filterBy = useCallback<Choosing['filterBy']>(
    (part, isExcluded = false) => {
      const { conditions } = newest.current;
      change({ conditions: withPart(conditions, isExcluded ? without(part) : part) });
    },
    [change],
  );
  const choose = useCallback<Choosing['choose']>(
    (name, { value }, isExcluded = false) => {
      if (statisticOf(name).scope === 'day')
        return change({ preset: null, days: { from: value, to: value }, interval: null, view: null });
      const condition = conditionOf(newest.current, name, value);
      const { conditions } = newest.current;
      change({ conditions: withCondition(conditions, isExcluded ? { ...condition, operator: 'IS_NOT' } : condition) });
    },
    [change],
  );
  const actionOf = useCallback<Choosing['actionOf']>((name, { value }, label) => {
    const joined = joinedBy(newest.current.conditions, conditionOf(newest.current, name, value));
    return t(`pathFilter.${!joined ? 'only' : joined.values.includes(value) ? 'had' : 'too'}`, { label });
  }, []);
  const hasPart = useCallback<Choosing['hasPart']>(
    part => newest.current.conditions.some(one => isSame(one, part)),
    [],
  );
  const clear = useCallback(() => change({ conditions: [], segment: null, isUnread: false }), [change]);
  return useMemo(() => ({ choose, actionOf, hasPart, filterBy, clear }), [choose, actionOf, hasPart, filterBy, clear]);
}

function conditionOf(state: State, name: StatName, value: string): Condition {
  const property = name === 'PROPERTY' ? openProperty(state) : null;
  return { name, ...(property && { property }), operator: 'IS', values: [value] };
}
