import { formatDay, formatInstant } from '../format.ts';
import { Table } from '../parts/table.tsx';
import type { ReportState, WebsiteSettingsQuery } from './__generated__/operations.ts';

type Reports = NonNullable<WebsiteSettingsQuery['website']>['reports'];

const STATES: Record<ReportState, string> = {
  CLAIMED: 'being sent',
  HANDED: 'in doubt: the service was stopped while the server took it',
  WAITING: 'waits',
  SENT: 'sent',
  FAILED: 'given up',
};
const KINDS = { DAILY: 'Day', WEEKLY: 'Week', MONTHLY: 'Month' };
const SHOWN = 20;

/** What became of the last reports; nothing before the first. */
export function SentReports({ reports, own }: { readonly reports: Reports; readonly own: string }) {
  if (reports.length === 0) return null;
  return (
    <details>
      <summary>Latest reports</summary>
      <Table name="Latest reports" columns={['Period', 'To', 'What became of it', 'When']}>
        {reports.slice(0, SHOWN).map(({ frequency, from, email, state, note, changedAt }) => (
          <tr key={`${frequency}${from}${email}`}>
            <th scope="row">
              {KINDS[frequency]} {frequency === 'DAILY' ? '' : 'from '}
              {formatDay(from)}
            </th>
            <td>{email ?? own}</td>
            <td>
              {STATES[state]}
              {note !== '' && <span class="hint"> {note}</span>}
            </td>
            <td>{formatInstant(changedAt)}</td>
          </tr>
        ))}
      </Table>
    </details>
  );
}
