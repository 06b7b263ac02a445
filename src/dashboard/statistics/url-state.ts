import { useCallback, useEffect, useState } from 'preact/hooks';
import { base, page } from '../base.ts';
import { GROUPS, SINGLE, STATISTICS } from '../registry.ts';
import { type ListState, type Names, NO_LIST, readState, type State, writeState } from './state.ts';

/** The tab of the group "Times" that is not a statistic. */
export const HEATMAP = 'HEATMAP';

/** Group -> its tabs; the first is shown initially. */
const TABS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  GROUPS.map(({ key, statistics }) => [key, key === 'times' ? [HEATMAP, ...statistics] : statistics]),
);

const UNCOUNTED: readonly string[] = STATISTICS.filter(({ countedFiltered }) => !countedFiltered).map(
  ({ name }) => name,
);

const NAMES: Names = {
  statistics: STATISTICS.map(({ name }) => name),
  filterable: STATISTICS.filter(({ filterable }) => filterable).map(({ name }) => name),
  single: SINGLE,
  tabs: TABS,
};

/** A part of the state, or what returns it for the newest state. */
type Changed = Partial<State> | ((newest: State) => Partial<State>);

/** Changes a part of the state and with it the URL; `replace` adds no entry to the browser's history. */
export type Change = (part: Changed, how?: 'push' | 'replace') => void;

/** Returns the state that the URL has now. */
export const stateNow = (): State => readState(new URLSearchParams(location.search), NAMES);

/** Returns the state of the page, which is kept in the URL, and a function that changes it. */
export function useUrlState(): { readonly state: State; readonly change: Change } {
  const [state, setState] = useState(stateNow);

  useEffect(() => {
    const back = () => setState(stateNow());
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);

  const change = useCallback<Change>((changed, how = 'push') => {
    setState(before => {
      const part = typeof changed === 'function' ? changed(before) : changed;
      const next = { ...before, ...('days' in part && { areDaysUnread: false }), ...part };
      // A different question has different rows, so every list starts at its first page again.
      const asksAnew = 'preset' in part || 'days' in part || 'conditions' in part || 'segment' in part;
      const lists = asksAnew ? firstPages(next.lists) : next.lists;
      const state = { ...next, lists };
      const url = urlOf(state);
      if (how === 'push') history.pushState(null, '', url);
      else history.replaceState(null, '', url);
      return state;
    });
  }, []);
  return { state, change };
}

/** Returns the tabs of a group; under a filter, only those that can be counted with it. */
export function tabsOf({ conditions, segment }: State, group: string): readonly string[] {
  const isFiltered = conditions.length > 0 || segment !== null;
  return (TABS[group] ?? []).filter(tab => !isFiltered || !UNCOUNTED.includes(tab));
}

/** Returns the chosen tab of a group. */
export function tabOf(state: State, group: string): string {
  const tabs = tabsOf(state, group);
  return tabs.find(tab => tab === state.tabs[group]) ?? tabs[0] ?? '';
}

/** Returns the tabs with this one chosen; the first tab needs no entry. */
export function withTab(state: State, group: string, tab: string): State['tabs'] {
  const { [group]: _, ...others } = state.tabs;
  return tab === TABS[group]?.[0] ? others : { ...others, [group]: tab };
}

export function listOf(state: State, name: string): ListState {
  return state.lists[name] ?? NO_LIST;
}

/** Returns the lists with a part of one changed. */
export function withList(state: State, name: string, part: Partial<ListState>): State['lists'] {
  return { ...state.lists, [name]: { ...listOf(state, name), ...part } };
}

function firstPages(lists: State['lists']): State['lists'] {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, { ...list, page: 1 }]));
}

/** Returns those parameters of the current URL that have these names. */
export function parametersNow(names: readonly string[]): [name: string, value: string][] {
  return [...new URLSearchParams(location.search)].filter(([name]) => names.includes(name));
}

/** The parameters that every URL of the page keeps. */
const KEPT = page.isEmbed ? ['embed', 'theme', 'sections', 'lang'] : ['lang'];
const kept = parametersNow(KEPT);
/** The parts that an embedded page shows; null for all. */
const SECTIONS = kept.find(([name]) => name === 'sections')?.[1].split(',') ?? null;

/** Returns whether the page shows a part: `overview`, `goals`, `paths`, or a group of statistics. */
export const showsSection = (key: string): boolean => SECTIONS === null || SECTIONS.includes(key);

/** Returns the path and query that show this state. */
export function urlOf(state: State): string {
  const query = [...kept.map(pair => pair.join('=')), writeState(state)].filter(Boolean).join('&');
  return `${base}/${page.domain}${query === '' ? '' : `?${query}`}`;
}
