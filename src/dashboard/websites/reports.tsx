import { useState } from 'preact/hooks';
import { formatDay, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { pressable } from '../parts/focus.ts';
import { errorsOf, Form, FormFault, TextField, useChange } from '../parts/form.tsx';
import { SaveState } from '../parts/save-state.tsx';
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

type Changes = ReadonlyMap<Recipient['email'], readonly ReportFrequency[]>;

/** The report recipients of a website; how often they get reports is saved together. `own` is the e-mail address of the account. */
export function Recipients(props: { readonly website: Website; readonly own: string; readonly sendsMail: boolean }) {
  const { website, own, sendsMail } = props;
  const [recipients, setRecipients] = useState(website.reportRecipients);
  const [changes, setChanges] = useState<Changes>(new Map());
  const [address, setAddress] = useState('');
  const saving = useChange();
  const adding = useChange();
  const removing = useChange();
  const shown: readonly Recipient[] = recipients.some(({ email }) => email === null)
    ? recipients
    : [{ email: null, frequencies: ['WEEKLY'], unsubscribedAt: null }, ...recipients];

  const set = (email: string | null, frequencies: readonly ReportFrequency[]) =>
    ask(SetReportRecipientDocument, { website: website.id, email, frequencies: [...frequencies] }).then(
      ({ setReportRecipient }) => setReportRecipient,
    );
  const change = ({ email, frequencies }: Recipient, often: readonly ReportFrequency[]) => {
    const others = [...changes].filter(([one]) => one !== email);
    const isSaved = OFTEN.every(one => often.includes(one) === frequencies.includes(one));
    setChanges(new Map(isSaved ? others : [...others, [email, often]]));
    saving.reset();
  };
  const save = async () => {
    let now = recipients;
    for (const [email, often] of changes) now = await set(email, often);
    setRecipients(now);
    setChanges(new Map());
  };
  const remove = async (email: string) => {
    const { removeReportRecipient } = await ask(RemoveReportRecipientDocument, { website: website.id, email });
    setRecipients(removeReportRecipient);
    setChanges(now => new Map([...now].filter(([one]) => one !== email)));
  };

  return (
    <section aria-labelledby="recipients">
      <h2 id="recipients">{t('reports.title')}</h2>
      <p class="hint">{whenText(website.emailReports, sendsMail)}</p>
      <Form
        class="stack"
        onSubmit={() => saving.run(save())}
        error={saving.error ?? removing.error}
        submit={t('reports.save')}
        buttonClass="button small"
        isDisabled={saving.state === 'busy'}
        beside={<SaveState state={saving.state} isChanged={changes.size > 0} />}
      >
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
              recipient={{ ...recipient, frequencies: changes.get(recipient.email) ?? recipient.frequencies }}
              own={own}
              onSet={often => change(recipient, often)}
              onRemove={email => removing.run(remove(email))}
            />
          ))}
        </Table>
        <p class="hint" id="recipients-least">
          {t('reports.least')}
        </p>
      </Form>
      <Form
        class="line-form"
        onSubmit={() =>
          adding.run(set(address, ['WEEKLY']), now => {
            setRecipients(now);
            setAddress('');
          })
        }
        error={adding.error}
        submit={t('reports.add')}
        buttonClass="button small"
        // One who has been added is in the list, which says enough.
        beside={<SaveState state="" isChanged={address.trim() !== ''} />}
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
          errors={errorsOf(adding.error, 'email')}
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
            // A recipient has at least one frequency. The box of the only one keeps the focus, so that it can say so.
            const isOnly = isOn && frequencies.length === 1;
            return (
              <td key={often}>
                <input
                  type="checkbox"
                  aria-label={t(`reports.to.${often}`, { email: name })}
                  checked={isOn}
                  aria-disabled={isOnly}
                  aria-describedby={isOnly ? 'recipients-least' : undefined}
                  onClick={event => isOnly && event.preventDefault()}
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
function SentReports({ reports, own }: { readonly reports: Website['reports']; readonly own: string }) {
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
