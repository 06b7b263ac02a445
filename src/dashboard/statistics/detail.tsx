import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PropertyRef } from '../../domain/filter.ts';
import { metricsIn } from '../../domain/metrics.ts';
import type { MessageKey } from '../../messages/keys.ts';
import { formatCount, formatDuration, formatMetric, formatShare } from '../format.ts';
import { t } from '../messages.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { Icon } from '../parts/icon.tsx';
import { useShortcut } from '../parts/shortcuts.ts';
import { Pager, type Sort, Table, useLastPage } from '../parts/table.tsx';
import { statisticOf } from '../registry.ts';
import {
  DetailDocument,
  type DetailRowFragment,
  type SortDirection,
  type StatName,
} from './__generated__/operations.ts';
import { changeHead, Growth, partText, untilOf } from './growth.tsx';
import { CountsFrom, ImportedNote, isOnlySums } from './imported.tsx';
import { countedIn, Known, Label, MoneyCell, mostOf, ShareCell, titleOf } from './list-table.tsx';
import { Nothing } from './nothing.tsx';
import { askHere, canHaveAmounts, exportUrl, listVariables, openProperty } from './question.ts';
import { useRetries } from './retries.ts';
import { type ListState, type SortField, sortFieldOf, sortText } from './state.ts';
import { listOf, withList } from './url-state.ts';
import { useHosts } from './use-hosts.ts';
import { useShown } from './view.ts';
import { useViewFocus, ViewLink } from './view-link.tsx';

const PER_PAGE = 50;
/** Milliseconds without a keystroke before a search is sent. */
const PAUSE = 120;
/** A column beside the count. */
interface Numbers {
  readonly label: MessageKey;
  /** The field that sorts by it, if one does. */
  readonly field?: SortField | undefined;
  readonly about?: MessageKey;
  readonly of: (row: DetailRowFragment) => number | null;
  readonly write: (value: number) => string;
}

/** A column is left out when no row has a value for it. */
const COLUMNS: readonly Numbers[] = [
  ...metricsIn('rows').map(metric => ({
    label: `metric.${metric.name}` as const,
    field: sortFieldOf(metric.name),
    of: (row: DetailRowFragment) => row[metric.name],
    write: (value: number) => formatMetric(metric, value),
  })),
  {
    label: 'detail.timeOnPage',
    about: 'detail.timeOnPage.about',
    of: row => row.timeOnPage,
    write: formatDuration,
  },
  {
    label: 'detail.scrollDepth',
    about: 'detail.scrollDepth.about',
    of: row => row.scrollDepth,
    write: value => formatShare(value / 100),
  },
  {
    label: 'detail.imported',
    about: 'detail.imported.about',
    of: row => row.imported || null,
    write: formatCount,
  },
  {
    label: 'detail.exitRate',
    about: 'detail.exitRate.about',
    of: row => row.exitRate,
    write: formatShare,
  },
];

/** One statistic on the whole page, with every metric of each of its values. */
export function Detail({ name, onDrawn }: { readonly name: StatName; readonly onDrawn: (isDrawn: boolean) => void }) {
  const view = useShown();
  const { state, change, question } = view;
  const until = untilOf(name, view.overview.summary);
  const { scope, metric } = statisticOf(name);
  const property = name === 'PROPERTY' ? openProperty(state) : null;
  const label = titleOf(state, name);
  const counted = countedIn(state, name);
  const list = listOf(state, name);
  const { search, page: number } = list;
  const usual: SortField = scope === 'day' || scope === 'hour' ? 'VALUE' : 'COUNT';
  const sortBy = list.sortBy ?? usual;
  const { isReversed } = list;
  const sort: SortDirection = (sortBy === 'VALUE') === isReversed ? 'DESC' : 'ASC';
  const order = { ...(sortBy === 'COUNT' || sortBy === 'VALUE' ? { sortBy } : { sortMetric: sortBy }), sort };
  const asked = listVariables(state, name, question);
  const { answer, isLoading, error, reload } = useAnswer(
    async signal => {
      const variables = {
        ...asked,
        ...question.compared,
        ...order,
        money: canHaveAmounts(question),
      };
      return (await askHere(DetailDocument, variables, signal))?.stats ?? null;
    },
    [name, property?.event, property?.key, question, search, number, sortBy, sort],
    PAUSE,
  );
  useRetries(error, reload);
  const hosts = useHosts(view, { ...asked, perPage: PER_PAGE, ...order }, answer);
  const set = (part: Partial<ListState>, how: 'push' | 'replace') =>
    change(newest => ({ lists: withList(newest, name, part) }), how);
  useLastPage(answer, to => set({ page: to }, 'replace'));
  const isDrawn = (answer ?? error) !== null;
  // Before the next paint: what is below would move.
  useLayoutEffect(() => {
    onDrawn(isDrawn);
    return () => onDrawn(false);
  }, [isDrawn, onDrawn]);
  const rows = answer?.rows ?? [];
  const columns = COLUMNS.filter(
    ({ label: key, of }) => key !== `metric.${metric}` && rows.some(row => of(row) !== null),
  );
  const hasAmounts = rows.some(({ amounts = [] }) => amounts.length > 0);
  const most = mostOf(rows);
  const sortOf = (field: SortField): Sort => {
    const isSorted = field === sortBy;
    return {
      order: !isSorted ? null : sort === 'ASC' ? 'ascending' : 'descending',
      onSort: () => {
        const reversed = isSorted && !isReversed;
        set({ sortBy: field === usual && !reversed ? null : field, isReversed: reversed, page: 1 }, 'push');
      },
    };
  };
  const headings = [
    { text: label, sort: sortOf('VALUE') },
    { number: counted, sort: sortOf('COUNT') },
    { number: t('list.share') },
    { number: changeHead(until) },
    ...(hasAmounts ? [{ number: t('tiles.amount') }] : []),
    ...columns.map(({ label: key, about, field }) => ({
      number: t(key),
      ...(about && { about: t(about) }),
      sort: field && sortOf(field),
    })),
  ];
  const file = (format: 'csv' | 'json') =>
    exportUrl(`${name.toLowerCase()}.${format}`, question, {
      key: property?.key,
      event: property?.event,
      search,
      sort: list.sortBy && sortText(sortBy, isReversed),
      amounts: hasAmounts && '1',
      // People open these files in Excel, which does not read CSV as UTF-8 without the mark.
      bom: format === 'csv' && '1',
    });
  const field = useRef<HTMLInputElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useViewFocus(name, title);
  useShortcut('/', t('list.search', { list: label }), () => field.current?.focus());
  useShortcut('Escape', t('detail.back'), () => change({ view: null }));
  return (
    <section class="detail" aria-labelledby="detail-title">
      <header>
        <ViewLink class="quiet text" view={null}>
          <Icon name="left" /> {t('detail.all')}
        </ViewLink>
        <h2 id="detail-title" ref={title} tabIndex={-1}>
          {label}
        </h2>
        <p class="hint">{aboutOf(name, property)}</p>
        <div class="detail-tools">
          <input
            ref={field}
            type="search"
            class="search"
            placeholder={t('common.search')}
            aria-label={t('list.search', { list: label })}
            value={search}
            onInput={event => set({ search: event.currentTarget.value, page: 1 }, 'replace')}
          />
          <span class="exports">
            {t('export.title')}
            {(['csv', 'json'] as const).map(format => (
              <a key={format} href={file(format)} download>
                {format.toUpperCase()}
              </a>
            ))}
          </span>
        </div>
      </header>
      {error ? <Fault error={error} retry={reload} /> : null}
      <div aria-busy={isLoading || error !== null}>
        <Known from={question.days.from} since={answer?.knownFrom} />
        <CountsFrom day={answer?.countsFrom} />
        {answer && rows.length === 0 && !isOnlySums(question, answer.countsFrom) && (
          <Nothing name={name} search={search} imported={answer.totals.imported} />
        )}
        {rows.length > 0 && (
          <Table name={t('detail.rows', { list: label })} columns={headings} isWide>
            {rows.map(row => (
              <tr key={row.value} style={{ '--part': row.count / most }}>
                <th scope="row">
                  <Label name={name} row={row} hosts={hosts.get(row.value)} />
                </th>
                <td class="number">{formatCount(row.count)}</td>
                <ShareCell share={row.count / (answer?.sumOfAll ?? 0)} />
                <td class="number" title={partText({ row, until })}>
                  <Growth row={row} until={until} />
                </td>
                {hasAmounts && <MoneyCell amounts={row.amounts} />}
                {columns.map(({ label: key, of, write }) => {
                  const value = of(row);
                  return (
                    <td class="number" key={key}>
                      {value === null ? '–' : write(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </Table>
        )}
        {answer && search === '' && <ImportedNote imported={answer.totals.imported} sum={answer.sum} />}
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

function aboutOf(name: StatName, property: PropertyRef | null): string {
  if (!property) return t(`statistic.${name.toLowerCase()}.about`);
  const key = property.event === null ? 'detail.pageviewsByProperty' : 'detail.eventsByProperty';
  return t(key, { property: property.key });
}
