import { useState } from 'preact/hooks';
import { ALERT_KINDS } from '../../domain/alert.ts';
import { formatCount, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { rich, t } from '../messages.ts';
import { CheckField, Form, TextField, useForm } from '../parts/form.tsx';
import { SaveState } from '../parts/save-state.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { Table } from '../parts/table.tsx';
import { type AlertKind, SetAlertsDocument, type WebsiteSettingsQuery } from './__generated__/operations.ts';

type Website = NonNullable<WebsiteSettingsQuery['website']>;

/** The order in the form: whether there are hits comes before how many there are. */
const KINDS: readonly AlertKind[] = [...ALERT_KINDS.slice(2), ...ALERT_KINDS.slice(0, 2)];

/** The form for the alerts of a website and their delivery, and the log of the latest alerts. */
export function Alerts({ website, sendsMail }: { readonly website: Website; readonly sendsMail: boolean }) {
  const [saved, setSaved] = useState(() => draftOf(website.alertSettings));
  const { values, field, set, run, state, error } = useForm(saved);
  const [secret, setSecret] = useState<string | null>(null);
  const isChanged = textOf(values) !== textOf(saved);
  const save = () => {
    const input = { ...values, webhookUrl: values.webhookUrl.trim() || null };
    run(ask(SetAlertsDocument, { website: website.id, input }), ({ setAlerts }) => {
      const { webhookUrl } = setAlerts.settings;
      setSaved({ ...values, webhookUrl: webhookUrl ?? '' });
      set({ webhookUrl: webhookUrl ?? '' });
      setSecret(setAlerts.webhookSecret);
    });
  };
  return (
    <section aria-labelledby="alerts">
      <h2 id="alerts">{t('alerts.title')}</h2>
      <p class="hint">{t('alerts.about')}</p>
      <Form
        class="stack"
        onSubmit={save}
        error={error}
        submit={t('alerts.save')}
        isDisabled={state === 'busy'}
        beside={<SaveState state={state} isChanged={isChanged} />}
      >
        {KINDS.map(kind => (
          <CheckField
            key={kind}
            label={t(`alerts.kind.${kind}`)}
            hint={t(`alerts.kindHint.${kind}`)}
            value={values.kinds.includes(kind)}
            onInput={isOn => set({ kinds: [...values.kinds.filter(one => one !== kind), ...(isOn ? [kind] : [])] })}
          />
        ))}
        <CheckField
          label={t('alerts.byMail')}
          {...field('byMail')}
          hint={t(sendsMail ? 'alerts.byMailHint' : 'alerts.noMailHint')}
        />
        <TextField
          label={t('alerts.webhook')}
          {...field('webhookUrl')}
          maxlength={2000}
          placeholder="https://example.com/hook"
          hint={t('alerts.webhookHint')}
        />
      </Form>
      <AlertLog alerts={website.alerts} />
      {secret !== null && (
        <SecretDialog
          title={t('alerts.secretTitle')}
          name={t('alerts.secret')}
          secret={secret}
          onClose={() => setSecret(null)}
        >
          {rich('alerts.secretAbout', { code: text => <code>{text}</code> })}
        </SecretDialog>
      )}
    </section>
  );
}

const draftOf = (settings: Website['alertSettings']) => ({
  kinds: settings?.kinds ?? [],
  byMail: settings?.byMail ?? true,
  webhookUrl: settings?.webhookUrl ?? '',
});

/** Returns a text that differs if what is saved does; the order of kinds means nothing. */
const textOf = ({ kinds, byMail, webhookUrl }: ReturnType<typeof draftOf>) =>
  JSON.stringify([kinds.toSorted(), byMail, webhookUrl.trim()]);

type Alert = Website['alerts'][number];

const SHOWN = 20;

/** The latest alerts with their deliveries; renders nothing before the first alert. */
function AlertLog({ alerts }: { readonly alerts: readonly Alert[] }) {
  if (alerts.length === 0) return null;
  // A closed list would hide an alert that did not arrive.
  const failed = alerts[0]?.deliveries.find(hasFailed);
  return (
    <details open={failed !== undefined}>
      <summary>
        {t('alerts.latest')}
        {failed && <span class="problem"> · {deliveryText(failed)}</span>}
      </summary>
      <Table name={t('alerts.latest')} columns={[t('common.time'), t('alerts.alert'), t('alerts.deliveries')]}>
        {alerts.slice(0, SHOWN).map(alert => (
          <tr key={`${alert.kind}${alert.at}`}>
            <th scope="row">{formatInstant(alert.at)}</th>
            <td>{t(`alerts.raised.${alert.kind}`, { count: alert.count, usual: formatCount(alert.usual) })}</td>
            <td>
              {alert.deliveries.map(delivery => (
                <p key={delivery.channel} class={hasFailed(delivery) ? 'problem' : ''}>
                  {deliveryText(delivery)}
                  {delivery.note !== '' && <span class="hint"> {delivery.note}</span>}
                </p>
              ))}
            </td>
          </tr>
        ))}
      </Table>
    </details>
  );
}

const hasFailed = ({ state }: Alert['deliveries'][number]) => state === 'FAILED';

function deliveryText({ channel, state, attempts }: Alert['deliveries'][number]): string {
  const values = { channel, state: t(`alerts.state.${state}`) };
  return attempts > 1 ? t('alerts.deliveryAfter', { ...values, attempts }) : t('alerts.delivery', values);
}
