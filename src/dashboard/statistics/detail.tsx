import { useEffect, useState } from 'preact/hooks';
import { metricsIn } from '../../domain/metrics.ts';
import { base, page } from '../base.ts';
import { formatCount, formatMetric, formatShare } from '../format.ts';
import { ask } from '../graphql.ts';
import { Fault } from '../parts/answer.tsx';
import { Icon } from '../parts/icon.tsx';
import { Pager, Table, useLastPage } from '../parts/table.tsx';
import { Change } from '../parts/trend.tsx';
import { type StatName, statisticOf } from '../registry.ts';
import { DetailDocument, type DetailFragment, type StatSortField } from './__generated__/operations.ts';
import { countedIn, Label, type Row } from './list-table.tsx';
import { nothing } from './panel.tsx';
import type { Question } from './question.ts';
import type { ListState, State } from './state.ts';
import { addressOf, type Change as ChangeState, listOf, withList } from './use-address.ts';

type Page = DetailFragment['stats'];

/** The columns beside the count; a column is left out when no row has a value for it. */
const COLUMNS = metricsIn('rows');

/** One statistic on the whole page, with every metric of each of its values. */
export function Detail(props: {
  readonly name: StatName;
  readonly state: State;
  readonly change: ChangeState;
  readonly question: Question;
  readonly onChoose: (name: StatName, row: Row) => void;
}) {
  const { name, state, change, question, onChoose } = props;
  const { label, description, filterable, scope } = statisticOf(name);
  const [answer, setAnswer] = useState<Page | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  const list = listOf(state, name);
  const { search, page: number } = list;
  const usual: StatSortField = scope === 'day' || scope === 'hour' ? 'VALUE' : 'COUNT';
  const sortBy = list.sortBy ?? usual;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again.
  useEffect(() => {
    const stop = new AbortController();
    const { days, filter, compare } = question;
    const sort = sortBy === 'COUNT' ? ('DESC' as const) : ('ASC' as const);
    const variables = { name, ...days, filter, compare, search: search || null, page: number, sortBy, sort };
    setLoading(true);
    const timer = setTimeout(() => {
      ask(DetailDocument, { domain: page.domain, own: page.website !== '', ...variables }, stop.signal)
        .then(({ website, shared }) => {
          setAnswer((website ?? shared)?.stats ?? null);
          setError(null);
        })
        .catch(fault => stop.signal.aborted || setError(fault))
        .finally(() => stop.signal.aborted || setLoading(false));
    }, 120);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [name, question, search, number, sortBy, round]);

  const set = (part: Partial<ListState>, how: 'push' | 'replace') =>
    change({ lists: withList(state, name, { ...list, ...part }) }, how);
  useLastPage(answer, to => set({ page: to }, 'replace'));
  const rows = answer?.rows ?? [];
  const columns = COLUMNS.filter(
    metric => metric.label !== countedIn(name) && rows.some(row => row[metric.name] !== null),
  );
  const numbers = [countedIn(name), 'Share', 'Change', ...columns.map(metric => metric.label)];
  return (
    <section class="detail" aria-labelledby="detail-title">
      <header>
        <a
          class="quiet text"
          href={addressOf({ ...state, view: null })}
          onClick={event => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            change({ view: null });
          }}
        >
          <Icon name="left" /> All statistics
        </a>
        <h2 id="detail-title">{label}</h2>
        <p class="hint">{description}</p>
        <div class="detail-tools">
          <input
            type="search"
            class="search"
            placeholder="Search"
            aria-label={`Search ${label}`}
            value={search}
            onInput={event => set({ search: event.currentTarget.value, page: 1 }, 'replace')}
          />
          <label class="sort">
            Sort by
            <select
              value={sortBy}
              onInput={event => {
                const chosen = event.currentTarget.value as StatSortField;
                set({ sortBy: chosen === usual ? null : chosen, page: 1 }, 'push');
              }}
            >
              <option value="COUNT">{countedIn(name)}</option>
              <option value="VALUE">Value</option>
            </select>
          </label>
          <span class="exports">
            Export
            <a href={exportOf(name, 'csv', question, search)} download>
              CSV
            </a>
            <a href={exportOf(name, 'json', question, search)} download>
              JSON
            </a>
          </span>
        </div>
      </header>
      {error ? <Fault error={error} retry={() => setRound(round + 1)} /> : null}
      <div aria-busy={isLoading}>
        {answer && rows.length === 0 && <p class="nothing">{nothing(name, search, question.filter !== null)}</p>}
        {rows.length > 0 && (
          <Table name={`Rows of ${label}`} columns={[label, ...numbers.map(number => ({ number }))]} isWide>
            {rows.map(row => (
              <tr key={row.value} style={{ '--part': row.share }}>
                <th scope="row">
                  <Label
                    name={name}
                    row={row}
                    onChoose={filterable || scope === 'day' ? chosen => onChoose(name, chosen) : null}
                  />
                </th>
                <td class="number">{formatCount(row.count)}</td>
                <td class="number">{formatShare(row.share)}</td>
                <td class="number">
                  <Change change={row.change} />
                </td>
                {columns.map(metric => {
                  const value = row[metric.name];
                  return (
                    <td class="number" key={metric.name}>
                      {value === null ? '–' : formatMetric(metric, value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </Table>
        )}
      </div>
      {answer && answer.total > 50 && (
        <Pager
          what={label}
          page={number}
          lastPage={answer.lastPage}
          perPage={50}
          total={answer.total}
          onTurn={to => set({ page: to }, 'push')}
        />
      )}
    </section>
  );
}

/** Returns the URL that exports the same rows as a file; it needs the same rights as the page. */
function exportOf(name: StatName, format: 'csv' | 'json', { days, filter }: Question, search: string): string {
  const query = new URLSearchParams({ from: days.from, to: days.to });
  if (search !== '') query.set('search', search);
  if (filter) query.set('filter', JSON.stringify(filter));
  return `${base}/${page.domain}/export/${name.toLowerCase()}.${format}?${query}`;
}
