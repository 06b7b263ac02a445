import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Fault } from '../parts/answer.tsx';
import { Icon, IconButton } from '../parts/icon.tsx';
import { Pager, useLastPage } from '../parts/table.tsx';
import { type Group, headOf, statisticOf } from '../registry.ts';
import type { StatName } from './__generated__/operations.ts';
import { HeatMap } from './heat-map.tsx';
import { Known, ListTable, nothing, ViewLink } from './list-table.tsx';
import { listedIn } from './question.ts';
import type { ListState } from './state.ts';
import { HEATMAP, listOf, tabOf, tabsOf, withList, withTab } from './url-state.ts';
import { useList } from './use-statistics.ts';
import { useShown } from './view.ts';

const PER_PAGE = 10;

/** A group of statistics behind tabs, shown one at a time, with search and pages. */
export function Panel({ group }: { readonly group: Group }) {
  const view = useShown();
  const { state, change, question } = view;
  const name = listedIn(state, group.key);
  const tab = tabOf(state, group.key);
  const { list, isLoading, error } = useList(view, group.key);
  const id = useId();
  const { label } = statisticOf(name);
  const all = tabsOf(state, group.key).map(
    key => [key, key === HEATMAP ? 'Week' : statisticOf(key as StatName).label] as const,
  );
  const head = headOf(tab);
  const inside = all.filter(([key]) => headOf(key) === head);
  const choose = (key: string) => change({ tabs: withTab(state, group.key, key) });
  const isHeatmap = tab === HEATMAP;
  const setList = (part: Partial<ListState>, how: 'push' | 'replace') =>
    change({ lists: withList(state, name, part) }, how);
  useLastPage(list, number => setList({ page: number }, 'replace'));
  return (
    <section class={`panel panel-${group.key}`} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{group.label}</h2>
        <Tabs
          name={group.label}
          tabs={all.filter(([key]) => headOf(key) === key)}
          chosen={head}
          onChoose={choose}
          controls={id}
        />
        {!isHeatmap && (
          <PanelTools
            label={label}
            list={listOf(state, name)}
            onSearch={search => setList({ search, page: 1 }, 'replace')}
          >
            <ViewLink
              class="quiet"
              names={{ 'aria-label': `${label}: all columns and rows`, title: 'All columns and rows' }}
              view={name}
            >
              <Icon name="widen" />
            </ViewLink>
          </PanelTools>
        )}
      </header>
      {inside.length > 1 && (
        <Tabs
          class="within"
          name={statisticOf(head as StatName).label}
          tabs={inside.map(([key, label]) => [key, key === head ? 'Names' : label] as const)}
          chosen={tab}
          onChoose={choose}
          controls={id}
        />
      )}
      <div id={id} role="tabpanel" aria-label={isHeatmap ? 'Week' : label} aria-busy={isLoading}>
        {isHeatmap ? (
          <HeatMap />
        ) : error ? (
          <Fault error={error} />
        ) : list === null ? (
          <p class="nothing">Loading…</p>
        ) : list.rows.length === 0 ? (
          <p class="nothing">{nothing(name, listOf(state, name).search, question.filter !== null)}</p>
        ) : (
          <ListTable name={name} list={list} />
        )}
        {!isHeatmap && <Known from={question.days.from} since={list?.knownFrom} />}
      </div>
      {!isHeatmap && list && list.total > PER_PAGE && (
        <Pager
          what={label}
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
  readonly children: ComponentChildren;
}) {
  const { label, list, onSearch, children } = props;
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
        <IconButton
          icon="search"
          name={`Search ${label}`}
          onClick={() => {
            setOpen(true);
            requestAnimationFrame(() => input.current?.focus());
          }}
        />
      )}
      {children}
    </div>
  );
}

/** A row of tabs, one of them chosen; the arrow keys move between them, as in the ARIA pattern for tabs. */
function Tabs(props: {
  readonly class?: string;
  readonly name: string;
  readonly tabs: readonly (readonly [key: string, label: string])[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
  /** The id of the element that the tabs change. */
  readonly controls: string;
}) {
  const { name, tabs, chosen, onChoose, controls } = props;
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = tabs.findIndex(([key]) => key === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (step === 0 || !next) return;
    event.preventDefault();
    onChoose(next[0]);
    const buttons = (event.currentTarget as HTMLElement).querySelectorAll('button');
    buttons[(at + step + tabs.length) % tabs.length]?.focus();
  };
  return (
    <div class={`tabs ${props.class ?? ''}`} role="tablist" aria-label={name} onKeyDown={move}>
      {tabs.map(([key, label]) => (
        <button
          type="button"
          role="tab"
          key={key}
          aria-selected={key === chosen}
          aria-controls={controls}
          tabIndex={key === chosen ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
