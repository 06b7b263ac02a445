import { formatCount, formatDay } from '../format.ts';
import { Table } from './table.tsx';

export interface DroppedHits {
  readonly day: string;
  readonly reason: string;
  readonly hits: number;
}

/** Why a hit may rightly not be counted, and what to do when it should be. */
export const REASONS: Readonly<Record<string, readonly [label: string, advice: string]>> = {
  BOT: ['Bots', 'The sender says that it is a program. Switch “Leave bots out” off to count those as well.'],
  EXCLUDED_IP: [
    'Excluded addresses',
    'The sender’s address is on the list of excluded addresses; take it off to count it.',
  ],
  UNKNOWN_WEBSITE: ['Unknown website', 'No website with the host of the page was registered at that time.'],
  PREFETCH: ['Opened ahead', 'The browser only fetched the page in case it would be opened.'],
  DUPLICATE: ['Repeats', 'The same hit was sent twice and counted once.'],
  RATE_LIMITED: ['Too many', 'One address sent more hits a minute than COLLECT_RATE_LIMIT allows.'],
};

/** What was not counted, newest day first. */
export function DroppedTable({ dropped }: { readonly dropped: readonly DroppedHits[] }) {
  if (dropped.length === 0) return <p class="nothing">Nothing was left out in the last 30 days.</p>;
  const rows = [...dropped].sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : b.hits - a.hits));
  return (
    <Table name="Hits that were not counted" columns={['Day', 'Why', { number: 'Hits' }]}>
      {rows.map(({ day, reason, hits }) => (
        <tr key={`${day}${reason}`}>
          <th scope="row">{formatDay(day)}</th>
          <td>
            {REASONS[reason]?.[0] ?? reason}
            <span class="hint"> {REASONS[reason]?.[1]}</span>
          </td>
          <td class="number">{formatCount(hits)}</td>
        </tr>
      ))}
    </Table>
  );
}
