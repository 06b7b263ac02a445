import { formatCount, formatDay } from '../format.ts';
import { t } from '../messages.ts';
import { Table } from './table.tsx';

const REASONS = [
  'BOT',
  'EXCLUDED_IP',
  'UNKNOWN_WEBSITE',
  'PREFETCH',
  'DUPLICATE',
  'RATE_LIMITED',
  'SPAM_REFERRER',
  'EXCLUDED_REFERRER',
  'EXCLUDED_COUNTRY',
  'EXCLUDED_HOST',
  'LARGE_AMOUNT',
] as const;

/** Returns what a reason for not counting a hit is called, and advice on how to count it; an unknown one as it is. */
export function reasonOf(name: string): { readonly label: string; readonly advice: string } {
  const reason = REASONS.find(known => known === name);
  return reason
    ? { label: t(`dropped.${reason}`), advice: t(`dropped.${reason}.advice`) }
    : { label: name, advice: '' };
}

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
