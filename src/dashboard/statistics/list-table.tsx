import type { ComponentChildren } from 'preact';
import { findMetric } from '../../domain/metrics.ts';
import { page } from '../base.ts';
import { formatAmount, formatCount, formatDay, formatHour, formatShare } from '../format.ts';
import { Icon, IconButton } from '../parts/icon.tsx';
import { Rows } from '../parts/rows.tsx';
import { Change } from '../parts/trend.tsx';
import { statisticOf } from '../registry.ts';
import type { ListAmountsFragment, ListFragment, StatName } from './__generated__/operations.ts';
import { FilterButton } from './path-filter.tsx';
import { openProperty } from './question.ts';
import type { State, ViewName } from './state.ts';
import { urlOf } from './url-state.ts';
import type { Hosts } from './use-hosts.ts';
import { useView } from './view.ts';

export type Row = ListFragment['rows'][number];
export type Sums = ListAmountsFragment['rows'][number]['amounts'];
type LabelledRow = Pick<Row, 'value' | 'label'>;

/** Returns what a list is called: a statistic, or a property of what has it. */
export function titleOf(state: State, name: StatName): string {
  const property = name === 'PROPERTY' ? openProperty(state) : null;
  return property ? `${property.key} of ${property.event ?? 'pageviews'}` : statisticOf(name).label;
}

/** Returns the label of the metric that the rows of a statistic count. */
export function countedIn(state: State, name: StatName): string {
  if (name === 'PROPERTY' && state.opened?.event === null) return findMetric('pageviews').label;
  const { scope, metric } = statisticOf(name);
  return scope === 'crawler' ? 'Requests' : findMetric(metric).label;
}

/** The rows of a statistic with a bar for their share; a click on a row filters by it. */
export function ListTable(props: {
  readonly name: StatName;
  readonly list: ListFragment;
  /** The amounts of the rows by value; null without a column for them. */
  readonly amounts: ReadonlyMap<string, Sums> | null;
  readonly hosts: Hosts;
  /** Opens what is inside a row. */
  readonly onOpen?: ((row: Row) => void) | undefined;
}) {
  const { name, list, amounts, hosts, onOpen } = props;
  const { state } = useView();
  const title = titleOf(state, name);
  const most = Math.max(0, ...list.rows.map(({ share }) => share));
  const isCompared = list.rows.some(({ change }) => change !== null);
  return (
    <table class={amounts ? 'list moneyed' : 'list'}>
      <caption class="hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{name === 'PROPERTY' ? state.opened?.key : title}</th>
          <th scope="col" class="number">
            {countedIn(state, name)}
          </th>
          <th scope="col" class="number share">
            Share
          </th>
          {amounts && (
            <th scope="col" class="number money">
              Amount
            </th>
          )}
          {isCompared && (
            <th scope="col" class="number growth">
              <span class="hidden">Change</span>
            </th>
          )}
          {onOpen && (
            <td>
              <span class="hidden">Properties</span>
            </td>
          )}
        </tr>
      </thead>
      <Rows>
        {list.rows.map(row => (
          <tr key={row.value} style={{ '--part': most > 0 ? row.share / most : 0 }}>
            <th scope="row">
              <Label name={name} row={row} hosts={hosts.get(row.value)} />
            </th>
            <td class="number">{formatCount(row.count)}</td>
            <td class="number share">{formatShare(row.share)}</td>
            {amounts && <MoneyCell amounts={amounts.get(row.value)} />}
            {isCompared && (
              <td class="number growth">
                <Change {...row} />
              </td>
            )}
            {onOpen && (
              <td class="opener">
                <IconButton icon="right" name={`Properties of ${row.label}`} onClick={() => onOpen(row)} />
              </td>
            )}
          </tr>
        ))}
      </Rows>
    </table>
  );
}

/** The sums of a row, one line for each unit. */
export function MoneyCell({ amounts = [] }: { readonly amounts?: Sums | undefined }) {
  return (
    <td class="number money">
      {amounts.map(({ unit, sum }) => (
        <div class="amount" key={unit}>
          {formatAmount(sum, unit)}
        </div>
      ))}
    </td>
  );
}

/** The value as people read it, which can be chosen, and for pages a link to the page, with its hosts if they are known. */
export function Label(props: {
  readonly name: StatName;
  readonly row: LabelledRow;
  readonly hosts?: readonly string[] | undefined;
}) {
  const { name, row, hosts = [] } = props;
  const { choose } = useView();
  const { filterable, scope } = statisticOf(name);
  const text = textOf(name, row);
  const target = urlOfRow(name, row.value, hosts[0] ?? page.domain);
  const isIdn = /(^|\.)xn--/.test(row.value) && text !== row.value;
  // Letters of other scripts can look like those of a name that readers trust.
  const about = isIdn ? ` (${row.value})` : '';
  return (
    <span class="label">
      {filterable || scope === 'day' ? (
        <FilterButton text={text} about={about} onChoose={isExcluded => choose(name, row, isExcluded)} />
      ) : (
        <bdi class="cut" title={text + about}>
          {text}
        </bdi>
      )}
      {hosts.length > 0 && (
        <span class="host" title={hosts.join(', ')}>
          {hosts[0]}
          {hosts.length > 1 && ` +${hosts.length - 1}`}
        </span>
      )}
      {target && (
        <a class="out" href={target} target="_blank" rel="noopener noreferrer" aria-label={`Open ${text}`}>
          <Icon name="out" />
        </a>
      )}
    </span>
  );
}

/** The sums of the values of events, by their units. */
export function Amounts({ amounts }: { readonly amounts: Sums }) {
  return amounts.map(({ unit, sum }) => (
    <span class="amount" key={unit}>
      {formatAmount(sum, unit)}
    </span>
  ));
}

function textOf(name: StatName, { value, label }: LabelledRow): string {
  const { scope } = statisticOf(name);
  if (scope === 'hour' && /^\d\d$/.test(value)) return formatHour(Number(value));
  return scope === 'day' ? formatDay(value) : label;
}

/** Returns the URL that a row names; null unless it is a page of the website or a host, since values come from strangers. */
function urlOfRow(name: StatName, value: string, host: string): string | null {
  if (statisticOf(name).labels === 'page') return value.startsWith('/') ? urlOn(host, value) : null;
  return name === 'REFERRER' || name === 'HOST' ? urlOn(value, '/') : null;
}

function urlOn(host: string, path: string): string | null {
  const url = URL.parse?.(`https://${host}${path}`) ?? null;
  return url?.host === host && host.includes('.') ? url.href : null;
}

/** Says from which day on a statistic is known, where the range begins earlier. */
export function Known({ from, since }: { readonly from: string; readonly since: string | null | undefined }) {
  return since && since > from ? <p class="nothing">Not known before {formatDay(since)}.</p> : null;
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

/** A link to what can fill the whole page, or back to the overview. */
export function ViewLink(props: {
  readonly view: ViewName | null;
  readonly class: string;
  /** The name and tooltip of a link that shows only an icon. */
  readonly names?: { readonly 'aria-label': string; readonly title: string };
  readonly children: ComponentChildren;
}) {
  const { view, names, children } = props;
  const { state, change } = useView();
  return (
    <a
      class={props.class}
      href={urlOf({ ...state, view })}
      {...names}
      onClick={event => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        change({ view });
      }}
    >
      {children}
    </a>
  );
}
