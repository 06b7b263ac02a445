import { useState } from 'preact/hooks';
import { formatDay, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { pressable } from '../parts/focus.ts';
import { errorsOf, Form, FormFault, TextField, useChange } from '../parts/form.tsx';
import { RowButton, Table } from '../parts/table.tsx';
import {
  RemoveReportRecipientDocument,
  type ReportFrequency,
  SendTestReportDocument,
  SetReportRecipientDocument,
  type WebsiteSettingsQuery,
} from './__generated__/operations.ts';

type Website = NonNullable<WebsiteSettingsQuery['website']>;
type Recipient = Website['reportRecipients'][number];

const OFTEN: readonly ReportFrequency[] = ['DAILY', 'WEEKLY', 'MONTHLY'];

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
      <h2 id="recipients">{t('reports.title')}</h2>
      <p class="hint">{whenText(website.emailReports, sendsMail)}</p>
      <Table
        name={t('reports.recipients')}
        columns={[
          t('common.email'),
          ...OFTEN.map(often => t(`reports.often.${often}`)),
          { buttons: t('common.remove') },
        ]}
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
        submit={t('reports.add')}
        buttonClass="button small"
      >
        <TextField
          label={t('reports.new')}
          type="email"
          value={address}
          onInput={setAddress}
          required
          maxlength={254}
          placeholder="colleague@example.com"
          hint={t('reports.newHint')}
          errors={errorsOf(error, 'email')}
        />
      </Form>
      <TestReport website={website.id} own={own} isPossible={sendsMail} />
      <SentReports reports={website.reports} own={own} />
    </section>
  );
}

function whenText(isOn: boolean, sendsMail: boolean): string {
  if (!sendsMail) return t('reports.noMail');
  return isOn ? t('reports.when') : t('reports.off', { setting: t('setting.emailReports') });
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
        {email === null && <span class="hint"> {t('reports.own')}</span>}
      </th>
      {unsubscribedAt ? (
        <td colSpan={4} class="hint">
          {t('reports.unsubscribed')}
        </td>
      ) : (
        <>
          {OFTEN.map(often => {
            const isOn = frequencies.includes(often);
            return (
              <td key={often}>
                <input
                  type="checkbox"
                  aria-label={t(`reports.to.${often}`, { email: name })}
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
              <RowButton name={t('reports.removeOne', { email })} onClick={() => onRemove(email)}>
                {t('common.remove')}
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
          {...pressable(isPossible && state !== 'busy', () => run(ask(SendTestReportDocument, { website })))}
        >
          {t('reports.test')}
        </button>
        <span role="status">
          {state === 'busy' && t('reports.testing')}
          {state === 'done' && t('reports.tested', { email: own })}
        </span>
      </p>
      <FormFault error={error} />
    </div>
  );
}

const SHOWN = 20;

/** The state of the latest reports; renders nothing before the first report. */
export function SentReports({ reports, own }: { readonly reports: Website['reports']; readonly own: string }) {
  if (reports.length === 0) return null;
  return (
    <details>
      <summary>{t('reports.latest')}</summary>
      <Table
        name={t('reports.latest')}
        columns={[t('reports.period'), t('reports.recipient'), t('common.state'), t('common.time')]}
      >
        {reports.slice(0, SHOWN).map(({ frequency, from, email, state, note, changedAt }) => (
          <tr key={`${frequency}${from}${email}`}>
            <th scope="row">{t(`reports.periodOf.${frequency}`, { day: formatDay(from) })}</th>
            <td>{email ?? own}</td>
            <td>
              {t(`reports.state.${state}`)}
              {note !== '' && <span class="hint"> {note}</span>}
            </td>
            <td>{formatInstant(changedAt)}</td>
          </tr>
        ))}
      </Table>
    </details>
  );
}
