import { metricsIn } from '../../domain/metrics.ts';
import { base, page } from '../base.ts';
import { formatCount, formatMetric, formatShare } from '../format.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { Icon } from '../parts/icon.tsx';
import { Pager, Table, useLastPage } from '../parts/table.tsx';
import { Change } from '../parts/trend.tsx';
import { statisticOf } from '../registry.ts';
import { DetailDocument, type StatName, type StatSortField } from './__generated__/operations.ts';
import { countedIn, Known, Label, nothing, ViewLink } from './list-table.tsx';
import { askHere, type Question } from './question.ts';
import type { ListState } from './state.ts';
import { listOf, withList } from './url-state.ts';
import { useShown } from './view.ts';

const PER_PAGE = 50;
/** Milliseconds without a keystroke before a search is sent. */
const PAUSE = 120;
/** The columns beside the count; a column is left out when no row has a value for it. */
const COLUMNS = metricsIn('rows');

/** One statistic on the whole page, with every metric of each of its values. */
export function Detail({ name }: { readonly name: StatName }) {
  const { state, change, question } = useShown();
  const { label, description, scope } = statisticOf(name);
  const list = listOf(state, name);
  const { search, page: number } = list;
  const usual: StatSortField = scope === 'day' || scope === 'hour' ? 'VALUE' : 'COUNT';
  const sortBy = list.sortBy ?? usual;

  const { answer, isLoading, error, reload } = useAnswer(
    async signal => {
      const { days, filter, compare } = question;
      const sort = sortBy === 'COUNT' ? ('DESC' as const) : ('ASC' as const);
      const variables = { name, ...days, filter, compare, search: search || null, page: number, sortBy, sort };
      return (await askHere(DetailDocument, variables, signal))?.stats ?? null;
    },
    [name, question, search, number, sortBy],
    PAUSE,
  );
  const set = (part: Partial<ListState>, how: 'push' | 'replace') =>
    change({ lists: withList(state, name, part) }, how);
  useLastPage(answer, to => set({ page: to }, 'replace'));
  const rows = answer?.rows ?? [];
  const columns = COLUMNS.filter(
    metric => metric.label !== countedIn(name) && rows.some(row => row[metric.name] !== null),
  );
  const hasExits = rows.some(({ exitRate }) => exitRate !== null);
  const metrics = columns.map(metric => metric.label);
  const numbers = [countedIn(name), 'Share', 'Change', ...metrics, ...(hasExits ? ['Exit rate'] : [])];
  return (
    <section class="detail" aria-labelledby="detail-title">
      <header>
        <ViewLink class="quiet text" view={null}>
          <Icon name="left" /> All statistics
        </ViewLink>
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
      {error ? <Fault error={error} retry={reload} /> : null}
      <div aria-busy={isLoading}>
        <Known from={question.days.from} since={answer?.knownFrom} />
        {answer && rows.length === 0 && <p class="nothing">{nothing(name, search, question.filter !== null)}</p>}
        {rows.length > 0 && (
          <Table name={`Rows of ${label}`} columns={[label, ...numbers.map(number => ({ number }))]} isWide>
            {rows.map(row => (
              <tr key={row.value} style={{ '--part': row.share }}>
                <th scope="row">
                  <Label name={name} row={row} />
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
                {hasExits && <td class="number">{row.exitRate === null ? '–' : formatShare(row.exitRate)}</td>}
              </tr>
            ))}
          </Table>
        )}
      </div>
      {answer && answer.total > PER_PAGE && (
        <Pager
          what={label}
          page={number}
          lastPage={answer.lastPage}
          perPage={PER_PAGE}
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
  // People open these files in Excel, which does not read CSV as UTF-8 without the mark.
  if (format === 'csv') query.set('bom', '1');
  return `${base}/${page.domain}/export/${name.toLowerCase()}.${format}?${query}`;
}
