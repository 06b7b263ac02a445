import { formatCount, formatDay } from '../format.ts';
import { t } from '../messages.ts';
import { reasonOf } from '../parts/dropped.tsx';
import { Table } from '../parts/table.tsx';

/** The hits that were not counted, newest day first. */
export function DroppedTable(props: {
  readonly dropped: readonly { readonly day: string; readonly reason: string; readonly hits: number }[];
}) {
  const { dropped } = props;
  if (dropped.length === 0) return <p class="nothing">{t('dropped.none')}</p>;
  const rows = dropped.toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : b.hits - a.hits));
  return (
    <Table name={t('dropped.list')} columns={[t('common.day'), t('dropped.reason'), { number: t('dropped.hits') }]}>
      {rows.map(({ day, reason, hits }) => (
        <tr key={`${day}${reason}`}>
          <th scope="row">{formatDay(day)}</th>
          <td>
            {reasonOf(reason).label}
            <span class="hint"> {reasonOf(reason).advice}</span>
          </td>
          <td class="number">{formatCount(hits)}</td>
        </tr>
      ))}
    </Table>
  );
}
