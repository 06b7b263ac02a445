import { hostLabel, hostTitle } from '../../domain/host-label.ts';
import { page } from '../base.ts';
import { formatAmount, formatCount, formatDay, formatExactShare, formatHour, formatShare } from '../format.ts';
import { labelOfRow } from '../labels.ts';
import { t } from '../messages.ts';
import { Icon, IconButton } from '../parts/icon.tsx';
import { Rows } from '../parts/rows.tsx';
import { Value } from '../parts/value.tsx';
import { statisticOf } from '../registry.ts';
import type { ListAmountsFragment, ListFragment, StatName } from './__generated__/operations.ts';
import { Glyph } from './glyph.tsx';
import { changeHead, Growth, partText } from './growth.tsx';
import { FilterButton } from './path-filter.tsx';
import { openProperty } from './question.ts';
import type { State } from './state.ts';
import type { Hosts } from './use-hosts.ts';
import { useChoosing } from './view.ts';

export type Row = ListFragment['rows'][number];
export type Sums = ListAmountsFragment['rows'][number]['amounts'];
type LabelledRow = Pick<Row, 'value' | 'label'>;

/** Returns what a list is called: a statistic, or a property of what has it. */
export function titleOf(state: State, name: StatName): string {
  const property = name === 'PROPERTY' ? openProperty(state) : null;
  if (!property) return t(`statistic.${name.toLowerCase()}`);
  const { key, event } = property;
  return event === null ? t('list.ofPageviews', { property: key }) : t('list.ofEvent', { property: key, event });
}

/** Returns the label of the metric that the rows of a statistic count. */
export function countedIn(state: State, name: StatName): string {
  if (name === 'PROPERTY' && state.opened?.event === null) return t('metric.pageviews');
  const { scope, metric } = statisticOf(name);
  return scope === 'crawler' ? t('list.requests') : t(`metric.${metric}`);
}

/** Returns the headings of the values of a statistic and of their counts. */
export function headsOf(state: State, name: StatName): readonly [values: string, counts: string] {
  const values = name === 'PROPERTY' ? (state.opened?.key ?? '') : titleOf(state, name);
  return [values, countedIn(state, name)];
}

/** Returns the count whose bar is the longest. */
export const mostOf = (rows: readonly Pick<Row, 'count'>[]): number => Math.max(...rows.map(({ count }) => count));

/** The rows of a statistic with a bar for their share; a click on a row filters by it. */
export function ListTable(props: {
  readonly name: StatName;
  readonly title: string;
  /** The headings of the values and of their counts. */
  readonly heads: readonly [values: string, counts: string];
  readonly list: ListFragment;
  /** The amounts of the rows by value; null without a column for them. */
  readonly amounts: ReadonlyMap<string, Sums> | null;
  readonly hosts: Hosts;
  /** The hour up to which a running range is compared. */
  readonly until: string | null;
  /** Opens what is inside a row. */
  readonly onOpen?: ((row: Row) => void) | undefined;
}) {
  const { name, title, heads, list, amounts, hosts, until, onOpen } = props;
  const most = mostOf(list.rows);
  const isCompared = list.rows.some(({ change }) => change !== null);
  return (
    <table class={amounts ? 'list moneyed' : 'list'}>
      <caption class="hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{heads[0]}</th>
          <th scope="col" class="number">
            {heads[1]}
          </th>
          <th scope="col" class="number share">
            {t('list.share')}
          </th>
          {amounts && (
            <th scope="col" class="number money">
              {t('tiles.amount')}
            </th>
          )}
          {isCompared && (
            <th scope="col" class="number growth">
              <span class={until === null ? 'hidden' : ''}>{changeHead(until)}</span>
            </th>
          )}
          {onOpen && (
            <td>
              <span class="hidden">{t('statistic.property')}</span>
            </td>
          )}
        </tr>
      </thead>
      <Rows>
        {list.rows.map(row => (
          <tr key={row.value} style={{ '--part': row.count / most }}>
            <th scope="row">
              <Label name={name} row={row} hosts={hosts.get(row.value)} />
            </th>
            <td class="number">{formatCount(row.count)}</td>
            <ShareCell share={row.count / list.sumOfAll} />
            {amounts && <MoneyCell amounts={amounts.get(row.value)} />}
            {isCompared && (
              <td class="number growth" title={partText({ row, until })}>
                <Growth row={row} until={until} />
              </td>
            )}
            {onOpen && (
              <td class="opener">
                <IconButton
                  icon="right"
                  name={t('properties.ofEvent', { event: row.label })}
                  onClick={() => onOpen(row)}
                />
              </td>
            )}
          </tr>
        ))}
      </Rows>
    </table>
  );
}

/** The share of a row, with more digits as its tooltip. */
export function ShareCell({ share }: { readonly share: number }) {
  return (
    <td class="number share" title={formatExactShare(share)}>
      {formatShare(share)}
    </td>
  );
}

/** The sums of a row, one line for each unit. */
export function MoneyCell({ amounts = [] }: { readonly amounts?: Sums | undefined }) {
  return (
    <td class="number money">
      <Amounts amounts={amounts} />
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
  const { choose, actionOf } = useChoosing();
  const { filterable, scope } = statisticOf(name);
  const text = textOf(name, row);
  const target = urlOfRow(name, row.value, hosts[0] || page.domain);
  const isIdn = /(^|\.)xn--/.test(row.value) && text !== row.value;
  // Letters of other scripts can look like those of a name that readers trust.
  const title = isIdn ? `${text} (${row.value})` : text;
  return (
    <span class="label">
      <Glyph name={name} value={row.value} />
      {filterable || scope === 'day' ? (
        <FilterButton
          text={text}
          title={title}
          action={actionOf(name, row, text)}
          onChoose={isExcluded => choose(name, row, isExcluded)}
        />
      ) : (
        <span class="cut" title={title}>
          <Value text={text} />
        </span>
      )}
      {hosts.length > 0 && (
        <span class="host" title={hosts.map(hostTitle).join(', ')}>
          {hostLabel(hosts[0] ?? '') || '\u00a0'}
          {hosts.length > 1 && ` +${hosts.length - 1}`}
        </span>
      )}
      {target && (
        <a
          class="out"
          href={target}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('list.open', { name: text })}
        >
          <Icon name="out" />
        </a>
      )}
    </span>
  );
}

/** The sums of the values of events, by their units; the style makes those smaller whose longest part has no room. */
export function Amounts({ amounts }: { readonly amounts: Sums }) {
  return amounts.map(({ unit, sum }) => {
    const text = formatAmount(sum, unit);
    return (
      <span class="amount" key={unit} style={{ '--length': Math.max(...text.split(' ').map(part => part.length)) }}>
        {text}
      </span>
    );
  });
}

function textOf(name: StatName, row: LabelledRow): string {
  const { value } = row;
  const { scope } = statisticOf(name);
  if (scope === 'hour' && /^\d\d$/.test(value)) return formatHour(Number(value));
  return scope === 'day' ? formatDay(value) : labelOfRow(name, row);
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
  return since && since > from ? <p class="nothing">{t('list.knownFrom', { day: formatDay(since) })}</p> : null;
}
