import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { StatName } from './__generated__/operations.ts';
import type { State } from './state.ts';
import type { Change } from './url-state.ts';
import type { Shown, useStatistics } from './use-statistics.ts';

/** What all parts of the statistics page share; `shown` is null until the first numbers arrive. */
export interface View extends ReturnType<typeof useStatistics> {
  readonly state: State;
  readonly change: Change;
  /** Filters by a value, or excludes it; for a day, shows only that day. */
  readonly choose: (name: StatName, row: { readonly value: string }, isExcluded?: boolean) => void;
}

export const ViewContext = createContext<View | null>(null);

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
