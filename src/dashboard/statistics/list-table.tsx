import type { ComponentChildren } from 'preact';
import { findMetric } from '../../domain/metrics.ts';
import { page } from '../base.ts';
import { formatAmount, formatCount, formatDay, formatHour, formatShare } from '../format.ts';
import { Icon } from '../parts/icon.tsx';
import { Change } from '../parts/trend.tsx';
import { statisticOf } from '../registry.ts';
import type { ListAmountsFragment, ListFragment, StatName } from './__generated__/operations.ts';
import { urlOf } from './url-state.ts';
import { useView } from './view.ts';

export type Row = ListFragment['rows'][number];
type Sum = ListAmountsFragment['rows'][number]['amounts'];
/** Lists of events have amounts, and so has a list that was asked for alone. */
type LabelledRow = Pick<Row, 'value' | 'label'> & { readonly amounts?: Sum };

/** Returns the label of the metric that the rows of a statistic count. */
export function countedIn(name: StatName): string {
  return findMetric(statisticOf(name).metric).label;
}

/** The rows of a statistic with a bar for their share; a click on a row filters by it. */
export function ListTable({ name, list }: { readonly name: StatName; readonly list: ListFragment }) {
  const { label } = statisticOf(name);
  const most = Math.max(0, ...list.rows.map(({ share }) => share));
  const isCompared = list.rows.some(({ change }) => change !== null);
  return (
    <table class="list">
      <caption class="hidden">{label}</caption>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col" class="number">
            {countedIn(name)}
          </th>
          <th scope="col" class="number share">
            Share
          </th>
          {isCompared && (
            <th scope="col" class="number growth">
              <span class="hidden">Change</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {list.rows.map(row => (
          <tr key={row.value} style={{ '--part': most > 0 ? row.share / most : 0 }}>
            <th scope="row">
              <Label name={name} row={row} />
            </th>
            <td class="number">{formatCount(row.count)}</td>
            <td class="number share">{formatShare(row.share)}</td>
            {isCompared && (
              <td class="number growth">
                <Change change={row.change} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The value as people read it, which can be chosen, with its amounts and, for pages, a link to the page. */
export function Label({ name, row }: { readonly name: StatName; readonly row: LabelledRow }) {
  const { choose } = useView();
  const { filterable, scope, labels } = statisticOf(name);
  const text = textOf(name, row);
  const target = labels === 'page' ? urlOfPage(row.value) : null;
  return (
    <span class="label">
      {filterable || scope === 'day' ? (
        <button
          type="button"
          class="cut"
          title={text}
          aria-label={`${text}: show only this`}
          onClick={() => choose(name, row)}
        >
          {text}
        </button>
      ) : (
        <span class="cut" title={text}>
          {text}
        </span>
      )}
      <Amounts amounts={row.amounts ?? []} />
      {target && (
        <a class="out" href={target} target="_blank" rel="noreferrer" aria-label={`Open ${text}`}>
          <Icon name="out" />
        </a>
      )}
    </span>
  );
}

/** The sums of the values of events, by their units. */
export function Amounts({ amounts }: { readonly amounts: Sum }) {
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

/** Returns the URL of a page; null unless it is on the website itself, since values come from strangers. */
function urlOfPage(value: string): string | null {
  if (!value.startsWith('/')) return null;
  const url = URL.parse?.(`https://${page.domain}${value}`) ?? null;
  return url?.host === page.domain ? url.href : null;
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

/** A link to one statistic on the whole page, or back to the overview. */
export function ViewLink(props: {
  readonly view: StatName | null;
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
