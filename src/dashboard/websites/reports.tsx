import { useState } from 'preact/hooks';
import { formatDay, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { errorsOf, Form, FormFault, TextField, useChange } from '../parts/form.tsx';
import { RowButton, Table } from '../parts/table.tsx';
import {
  RemoveReportRecipientDocument,
  type ReportFrequency,
  type ReportState,
  SendTestReportDocument,
  SetReportRecipientDocument,
  type WebsiteSettingsQuery,
} from './__generated__/operations.ts';

type Website = NonNullable<WebsiteSettingsQuery['website']>;
type Recipient = Website['reportRecipients'][number];

const OFTEN: readonly (readonly [ReportFrequency, string])[] = [
  ['DAILY', 'Daily'],
  ['WEEKLY', 'Weekly'],
  ['MONTHLY', 'Monthly'],
];

/** The report recipients of a website; each change is saved at once. `own` is the e-mail address of the account. */
export function Recipients(props: { readonly website: Website; readonly own: string; readonly sendsMail: boolean }) {
  const { website, own, sendsMail } = props;
  const [recipients, setRecipients] = useState(website.reportRecipients);
  const [address, setAddress] = useState('');
  const [error, setError] = useState<unknown>(null);
  const shown: readonly Recipient[] = recipients.some(({ email }) => email === null)
    ? recipients
    : [{ email: null, frequencies: ['WEEKLY'], unsubscribedAt: null }, ...recipients];

  /** Shows the list that a change returns. Nothing renders before, or the ticked box would jump back meanwhile. */
  const take = (change: Promise<readonly Recipient[]>, onDone?: () => void) =>
    change.then(now => {
      setRecipients(now);
      setError(null);
      onDone?.();
    }, setError);
  const set = (email: string | null, frequencies: readonly ReportFrequency[], onDone?: () => void) =>
    take(
      ask(SetReportRecipientDocument, { website: website.id, email, frequencies: [...frequencies] }).then(
        answer => answer.setReportRecipient,
      ),
      onDone,
    );
  const remove = (email: string) =>
    take(
      ask(RemoveReportRecipientDocument, { website: website.id, email }).then(answer => answer.removeReportRecipient),
    );

  return (
    <section aria-labelledby="recipients">
      <h2 id="recipients">Report recipients</h2>
      <p class="hint">{whenText(website.emailReports, sendsMail)}</p>
      <Table
        name="List of recipients"
        columns={['E-mail address', ...OFTEN.map(([, label]) => label), { buttons: 'Remove' }]}
      >
        {shown.map(recipient => (
          <Row
            key={recipient.email ?? ''}
            recipient={recipient}
            own={own}
            onSet={often => set(recipient.email, often)}
            onRemove={remove}
          />
        ))}
      </Table>
      <Form
        class="line-form"
        onSubmit={() => set(address, ['WEEKLY'], () => setAddress(''))}
        error={error}
        submit="Add recipient"
        buttonClass="button small"
      >
        <TextField
          label="New recipient"
          type="email"
          value={address}
          onInput={setAddress}
          required
          maxlength={254}
          placeholder="colleague@example.com"
          hint="Recipients need no account. Every report has an unsubscribe link."
          errors={errorsOf(error, 'email')}
        />
      </Form>
      <TestReport website={website.id} own={own} isPossible={sendsMail} />
      <SentReports reports={website.reports} own={own} />
    </section>
  );
}

function whenText(isOn: boolean, sendsMail: boolean): string {
  if (!sendsMail) return 'No reports are sent: this instance has no mail server. Its operator can set SMTP_URL.';
  if (!isOn) return 'No reports are sent while “Send reports by e-mail” above is off.';
  return 'Reports are sent at 08:00 in the time zone of the website, on the first day after the period.';
}

function Row(props: {
  readonly recipient: Recipient;
  readonly own: string;
  readonly onSet: (often: readonly ReportFrequency[]) => void;
  readonly onRemove: (email: string) => void;
}) {
  const { recipient, own, onSet, onRemove } = props;
  const { email, frequencies, unsubscribedAt } = recipient;
  const name = email ?? own;
  return (
    <tr>
      <th scope="row">
        {name}
        {email === null && <span class="hint"> (this account)</span>}
      </th>
      {unsubscribedAt ? (
        <td colSpan={4} class="hint">
          Unsubscribed. They can subscribe again with the link in their last report.
        </td>
      ) : (
        <>
          {OFTEN.map(([often, label]) => {
            const isOn = frequencies.includes(often);
            return (
              <td key={often}>
                <input
                  type="checkbox"
                  aria-label={`${label} to ${name}`}
                  checked={isOn}
                  // A recipient has at least one frequency; "Remove" takes them off the list.
                  disabled={isOn && frequencies.length === 1}
                  onChange={() => onSet(isOn ? frequencies.filter(one => one !== often) : [...frequencies, often])}
                />
              </td>
            );
          })}
          <td class="number">
            {email !== null && (
              <RowButton name={`Remove ${email}`} onClick={() => onRemove(email)}>
                Remove
              </RowButton>
            )}
          </td>
        </>
      )}
    </tr>
  );
}

/** The button that sends a report to the reader at once, to show how reports look and whether they arrive. */
function TestReport(props: { readonly website: string; readonly own: string; readonly isPossible: boolean }) {
  const { website, own, isPossible } = props;
  const { run, state, error } = useChange();
  return (
    <div class="stack">
      <p class="save">
        <button
          type="button"
          class="button small plain-button"
          disabled={!isPossible || state === 'busy'}
          onClick={() => run(ask(SendTestReportDocument, { website }))}
        >
          Send me a test report
        </button>
        <span role="status">
          {state === 'busy' && 'Sending…'}
          {state === 'done' && `The mail server accepted the report for ${own}.`}
        </span>
      </p>
      <FormFault error={error} />
    </div>
  );
}

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
export function SentReports({ reports, own }: { readonly reports: Website['reports']; readonly own: string }) {
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
