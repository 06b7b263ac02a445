import { formatDay, formatInstant } from '../format.ts';
import { Table } from '../parts/table.tsx';
import type { ReportState, WebsiteSettingsQuery } from './__generated__/operations.ts';

type Reports = NonNullable<WebsiteSettingsQuery['website']>['reports'];

const STATES: Record<ReportState, string> = {
  CLAIMED: 'sending',
  HANDED: 'in doubt: the service stopped while the mail server was accepting it',
  WAITING: 'waiting',
  SENT: 'sent',
  FAILED: 'failed',
};
const KINDS = { DAILY: 'Day', WEEKLY: 'Week', MONTHLY: 'Month' };
const SHOWN = 20;

/** The state of the latest reports; renders nothing before the first report. */
export function SentReports({ reports, own }: { readonly reports: Reports; readonly own: string }) {
  if (reports.length === 0) return null;
  return (
    <details>
      <summary>Latest reports</summary>
      <Table name="Latest reports" columns={['Period', 'Recipient', 'Status', 'Time']}>
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
