import { formatCount, formatDay } from '../format.ts';
import { Table } from './table.tsx';

/** The reasons for not counting a hit, each with advice on how to count it. */
export const REASONS: Readonly<Record<string, readonly [label: string, advice: string]>> = {
  BOT: ['Bots', 'The sender identifies itself as a program. Turn off “Ignore bots” to count such hits.'],
  EXCLUDED_IP: [
    'Excluded IP addresses',
    'The IP address is on the list of excluded IP addresses. Remove it from the list to count its hits.',
  ],
  UNKNOWN_WEBSITE: ['Unknown website', 'At that time, no website was registered for this host.'],
  PREFETCH: ['Prefetched', 'The browser loaded the page in advance; nobody had opened it yet.'],
  DUPLICATE: ['Duplicates', 'The same hit was sent twice and counted once.'],
  RATE_LIMITED: ['Too many hits', 'One IP address sent more hits per minute than COLLECT_RATE_LIMIT allows.'],
  SPAM_REFERRER: [
    'Spam referrers',
    'The hit said that it comes from a website on the list of known spam. SPAM_LIST=off counts such hits.',
  ],
  EXCLUDED_REFERRER: ['Excluded referrers', 'Remove the host from the list of excluded referrers to count its hits.'],
  EXCLUDED_COUNTRY: [
    'Excluded countries',
    'Remove the country of the IP address from the list of excluded countries to count its hits.',
  ],
  EXCLUDED_HOST: [
    'Hosts that are not allowed',
    'Add the host to the allowed hosts, or clear that list, to count its hits.',
  ],
  LARGE_AMOUNT: [
    'Amounts that are too large',
    'The events count, without their amounts. Raise the largest amount of an event if they are right.',
  ],
};

/** The hits that were not counted, newest day first. */
export function DroppedTable(props: {
  readonly dropped: readonly { readonly day: string; readonly reason: string; readonly hits: number }[];
}) {
  const { dropped } = props;
  if (dropped.length === 0) return <p class="nothing">None in the last 30 days.</p>;
  const rows = dropped.toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : b.hits - a.hits));
  return (
    <Table name="Hits that were not counted" columns={['Day', 'Reason', { number: 'Hits' }]}>
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
