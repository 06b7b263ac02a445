import { useId, useRef, useState } from 'preact/hooks';
import { Fault } from '../parts/answer.tsx';
import { Icon } from '../parts/icon.tsx';
import { Pager, useLastPage } from '../parts/table.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { type Group, type StatName, statisticOf } from '../registry.ts';
import type { ListFragment, OverviewFragment } from './__generated__/operations.ts';
import { HeatMap } from './heat-map.tsx';
import { ListTable, type Row } from './list-table.tsx';
import { listedIn, type Question } from './question.ts';
import type { ListState, State } from './state.ts';
import { addressOf, type Change, HEATMAP, listOf, tabOf, tabsOf, withList, withTab } from './use-address.ts';
import { useList } from './use-list.ts';

const PER_PAGE = 10;

/** The properties that all panels share. */
export interface PanelProps {
  readonly state: State;
  readonly change: Change;
  readonly question: Question;
  readonly isLoading: boolean;
  readonly onChoose: (name: StatName, row: Row) => void;
}

/** A group of statistics behind tabs, shown one at a time, with search and pages. */
export function Panel(
  props: PanelProps & {
    readonly group: Group;
    readonly given: ListFragment;
    readonly givenKey: string;
    readonly heatmap?: OverviewFragment['heatmap']['cells'];
  },
) {
  const { group, state, change, question, given, givenKey, heatmap, onChoose } = props;
  const name = listedIn(state, group.key);
  const tab = tabOf(state, group.key);
  const { list, isLoading, error } = useList({ state, name, question, given, givenKey, isLoading: props.isLoading });
  const id = useId();
  const { filterable, scope } = statisticOf(name);
  const tabs = tabsOf(state, group.key).map(
    key => [key, key === HEATMAP ? 'Week' : statisticOf(key as StatName).label] as const,
  );
  const isHeatmap = tab === HEATMAP && heatmap !== undefined;
  const setList = (part: Partial<ListState>, how: 'push' | 'replace') =>
    change({ lists: withList(state, name, { ...listOf(state, name), ...part }) }, how);
  const canChoose = filterable || scope === 'day';
  useLastPage(list, number => setList({ page: number }, 'replace'));
  return (
    <section class={`panel panel-${group.key}`} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{group.label}</h2>
        <Tabs
          name={group.label}
          tabs={tabs}
          chosen={tab}
          onChoose={key => change({ tabs: withTab(state, group.key, key) })}
          controls={id}
        />
        {!isHeatmap && (
          <PanelTools
            label={statisticOf(name).label}
            list={listOf(state, name)}
            onSearch={search => setList({ search, page: 1 }, 'replace')}
            address={addressOf({ ...state, view: name })}
            onWiden={() => change({ view: name })}
          />
        )}
      </header>
      <div id={id} role="tabpanel" aria-label={isHeatmap ? 'Week' : statisticOf(name).label} aria-busy={isLoading}>
        {isHeatmap ? (
          <HeatMap cells={heatmap} isFiltered={question.filter !== null} />
        ) : error ? (
          <Fault error={error} />
        ) : list === null ? (
          <p class="nothing">Loading…</p>
        ) : list.rows.length === 0 ? (
          <p class="nothing">{nothing(name, listOf(state, name).search, question.filter !== null)}</p>
        ) : (
          <ListTable name={name} list={list} onChoose={canChoose ? row => onChoose(name, row) : null} />
        )}
      </div>
      {!isHeatmap && list && list.total > PER_PAGE && (
        <Pager
          what={statisticOf(name).label}
          page={listOf(state, name).page}
          lastPage={list.lastPage}
          perPage={PER_PAGE}
          total={list.total}
          onTurn={number => setList({ page: number }, 'push')}
        />
      )}
    </section>
  );
}

function PanelTools(props: {
  readonly label: string;
  readonly list: ListState;
  readonly onSearch: (search: string) => void;
  readonly address: string;
  readonly onWiden: () => void;
}) {
  const { label, list, onSearch, address, onWiden } = props;
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isShown = isOpen || list.search !== '';
  return (
    <div class="tools">
      {isShown ? (
        <input
          ref={input}
          type="search"
          class="search"
          placeholder="Search"
          aria-label={`Search ${label}`}
          value={list.search}
          onInput={event => onSearch(event.currentTarget.value)}
          onBlur={() => setOpen(false)}
          onKeyDown={event => {
            if (event.key !== 'Escape') return;
            onSearch('');
            setOpen(false);
          }}
        />
      ) : (
        <button
          type="button"
          class="quiet"
          aria-label={`Search ${label}`}
          onClick={() => {
            setOpen(true);
            requestAnimationFrame(() => input.current?.focus());
          }}
        >
          <Icon name="search" />
        </button>
      )}
      <a
        class="quiet"
        href={address}
        aria-label={`${label}: all columns and rows`}
        title="All columns and rows"
        onClick={event => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onWiden();
        }}
      >
        <Icon name="widen" />
      </a>
    </div>
  );
}

/** Returns why a list is empty and what to do about it. */
export function nothing(name: StatName, search: string, isFiltered: boolean): string {
  if (search !== '') return `Nothing contains “${search}” in this range.`;
  if (isFiltered) return 'No visits match. Clear filters or choose a wider range.';
  if (name === 'CAMPAIGN')
    return 'No visits from campaigns in this range. Add ?utm_campaign=name to the links you share.';
  if (name === 'EVENT') return "No events in this range. Send one with pa.track({ name: 'Signup' }).";
  return 'Nothing was counted in this range. Choose another range.';
}
