import { useMemo } from 'preact/hooks';
import { t } from '../messages.ts';
import { Fault } from '../parts/answer.tsx';
import { Pager, useLastPage } from '../parts/table.tsx';
import type { Group } from '../registry.ts';
import { untilOf } from './growth.tsx';
import { ImportedNote } from './imported.tsx';
import { headsOf, Known, ListTable, type Row, titleOf } from './list-table.tsx';
import { Nothing } from './nothing.tsx';
import { listedIn, listVariables, orderOf } from './question.ts';
import type { ListState } from './state.ts';
import { listOf, withList } from './url-state.ts';
import { useAmounts } from './use-amounts.ts';
import { useHosts } from './use-hosts.ts';
import { useList } from './use-statistics.ts';
import { useShown } from './view.ts';

/** The list that a panel shows, with its pages. */
export function PanelList(props: {
  readonly group: Group['key'];
  readonly id: string;
  /** Opens what is inside a row. */
  readonly onOpen?: (row: Row) => void;
}) {
  const { group, id, onOpen } = props;
  const view = useShown();
  const { state, change, question } = view;
  const name = listedIn(state, group);
  const { list, isLoading, error } = useList(view, group);
  const amounts = useAmounts(view, name, list);
  const hosts = useHosts(view, listVariables(state, name, question), list);
  const { perPage } = orderOf(name);
  const title = titleOf(state, name);
  const shown = listOf(state, name);
  const setList = (part: Partial<ListState>, how: 'push' | 'replace') =>
    change(newest => ({ lists: withList(newest, name, part) }), how);
  const [values, counts] = headsOf(state, name);
  const until = untilOf(name, view.overview.summary);
  // A change that asks for other numbers draws the page, but not yet these rows.
  const table = useMemo(
    () => list && <ListTable {...{ name, title, list, amounts, hosts, until, onOpen }} heads={[values, counts]} />,
    [name, title, values, counts, list, amounts, hosts, until, onOpen],
  );
  useLastPage(list, number => setList({ page: number }, 'replace'));
  return (
    <>
      <div id={id} role="tabpanel" aria-label={title} aria-busy={isLoading}>
        {error ? (
          <Fault error={error} />
        ) : list === null ? (
          <p class="nothing">{t('common.loading')}</p>
        ) : list.rows.length === 0 ? (
          <Nothing name={name} search={shown.search} imported={list.totals.imported} />
        ) : (
          table
        )}
        <Known from={question.days.from} since={list?.knownFrom} />
        {list && shown.search === '' && <ImportedNote imported={list.totals.imported} sum={list.sum} />}
      </div>
      {list && list.total > perPage && (
        <Pager
          what={title}
          page={shown.page}
          lastPage={list.lastPage}
          perPage={perPage}
          total={list.total}
          onTurn={number => setList({ page: number }, 'push')}
        />
      )}
    </>
  );
}
