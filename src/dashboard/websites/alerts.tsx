import { useState } from 'preact/hooks';
import { formatCount, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { CheckField, Form, TextField, useForm } from '../parts/form.tsx';
import { SecretDialog } from '../parts/overlays.tsx';
import { Table } from '../parts/table.tsx';
import {
  type AlertDeliveryState,
  type AlertKind,
  SetAlertsDocument,
  type WebsiteSettingsQuery,
} from './__generated__/operations.ts';

type Website = NonNullable<WebsiteSettingsQuery['website']>;

const KINDS: readonly (readonly [AlertKind, string, string])[] = [
  ['FIRST_HIT', 'First hit', 'The snippet of this website works.'],
  [
    'NO_HITS',
    'No hits for a day',
    '24 hours without hits on a website that had hits on at least six of the seven days before.',
  ],
  [
    'SPIKE',
    'Far more visits than usual',
    'Each hour is compared with the same hour and weekday of the previous weeks.',
  ],
  ['DROP', 'Far fewer visits than usual', 'Uses the same comparison.'],
];

/** The form for the alerts of a website and their delivery, and the log of the latest alerts. */
export function Alerts({ website, sendsMail }: { readonly website: Website; readonly sendsMail: boolean }) {
  const { kinds = [], byMail = true, webhookUrl } = website.alertSettings ?? {};
  const { values, field, set, run, state, error } = useForm({ kinds, byMail, webhookUrl: webhookUrl ?? '' });
  const [secret, setSecret] = useState<string | null>(null);
  const save = () => {
    const input = { ...values, webhookUrl: values.webhookUrl.trim() || null };
    run(ask(SetAlertsDocument, { website: website.id, input }), ({ setAlerts }) => {
      set({ webhookUrl: setAlerts.settings.webhookUrl ?? '' });
      setSecret(setAlerts.webhookSecret);
    });
  };
  return (
    <section aria-labelledby="alerts">
      <h2 id="alerts">Alerts</h2>
      <p class="hint">For events that should not wait for the next report. Footfall checks every ten minutes.</p>
      <Form
        class="stack"
        onSubmit={save}
        error={error}
        submit="Save alerts"
        isDisabled={state === 'busy'}
        beside={<span role="status">{state === 'done' ? 'Saved.' : ''}</span>}
      >
        {KINDS.map(([kind, label, hint]) => (
          <CheckField
            key={kind}
            label={label}
            hint={hint}
            value={values.kinds.includes(kind)}
            onInput={isOn => set({ kinds: [...values.kinds.filter(one => one !== kind), ...(isOn ? [kind] : [])] })}
          />
        ))}
        <CheckField
          label="Send alerts by e-mail"
          {...field('byMail')}
          hint={
            sendsMail
              ? 'To the e-mail address of this account.'
              : 'Requires a mail server (SMTP_URL); none is set up yet.'
          }
        />
        <TextField
          label="Webhook"
          {...field('webhookUrl')}
          maxlength={2000}
          placeholder="https://example.com/hook"
          hint="Each alert is a JSON POST to this URL, signed in the header Footfall-Signature. Leave empty for none."
        />
      </Form>
      <AlertLog alerts={website.alerts} />
      {secret !== null && (
        <SecretDialog title="Webhook secret" name="Secret" secret={secret} onClose={() => setSecret(null)}>
          Copy it now; it won't be shown again. <code>Footfall-Signature</code> is <code>t=SECONDS,v1=HEX</code>, where{' '}
          <code>HEX</code> is the HMAC-SHA256, with this secret as the key, of <code>SECONDS.BODY</code>.
        </SecretDialog>
      )}
    </section>
  );
}

type Alert = Website['alerts'][number];

const STATES: Record<AlertDeliveryState, string> = {
  WAITING: 'waiting',
  CLAIMED: 'sending',
  SENT: 'delivered',
  FAILED: 'failed',
};
const SHOWN = 20;

/** The latest alerts with their deliveries; renders nothing before the first alert. */
export function AlertLog({ alerts }: { readonly alerts: readonly Alert[] }) {
  if (alerts.length === 0) return null;
  return (
    <details>
      <summary>Latest alerts</summary>
      <Table name="Latest alerts" columns={['Time', 'Alert', 'Delivery']}>
        {alerts.slice(0, SHOWN).map(alert => (
          <tr key={`${alert.kind}${alert.at}`}>
            <th scope="row">{formatInstant(alert.at)}</th>
            <td>{textOf(alert)}</td>
            <td>
              {alert.deliveries.map(({ channel, state, attempts, note }) => (
                <p key={channel}>
                  {channel === 'MAIL' ? 'E-mail' : 'Webhook'}: {STATES[state]}
                  {attempts > 1 && `, ${attempts} attempts`}
                  {note !== '' && <span class="hint"> {note}</span>}
                </p>
              ))}
            </td>
          </tr>
        ))}
      </Table>
    </details>
  );
}

function textOf({ kind, count, usual }: Alert): string {
  const texts: Record<AlertKind, string> = {
    FIRST_HIT: 'First hit',
    NO_HITS: `No hits for a day, usually ${formatCount(usual)}`,
    SPIKE: `${formatCount(count)} visits in an hour, usually ${formatCount(usual)}`,
    DROP: `Only ${formatCount(count)} visits in an hour, usually ${formatCount(usual)}`,
  };
  return texts[kind];
}
