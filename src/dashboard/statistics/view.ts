import { createContext } from 'preact';
import { useCallback, useContext, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { statisticOf } from '../registry.ts';
import type { StatName } from './__generated__/operations.ts';
import { withCondition, withPart } from './filter-merge.ts';
import { type Condition, type Part, without } from './filters.ts';
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
  useLayoutEffect(() => {
    newest.current = state;
  });
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
      const property = name === 'PROPERTY' ? openProperty(newest.current) : null;
      const condition: Condition = {
        name,
        ...(property && { property }),
        operator: isExcluded ? 'IS_NOT' : 'IS',
        values: [value],
      };
      change({ conditions: withCondition(newest.current.conditions, condition) });
    },
    [change],
  );
  const clear = useCallback(() => change({ conditions: [], segment: null, isUnread: false }), [change]);
  return useMemo(() => ({ choose, filterBy, clear }), [choose, filterBy, clear]);
}
