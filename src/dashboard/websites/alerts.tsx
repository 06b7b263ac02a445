import { useState } from 'preact/hooks';
import { ask } from '../graphql.ts';
import { Copy } from '../parts/copy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { CheckField, TextField } from '../parts/field.tsx';
import { errorsOf, FormFault } from '../parts/status.tsx';
import { type AlertKind, SetAlertsDocument, type WebsiteSettingsQuery } from './__generated__/operations.ts';
import { AlertLog } from './alert-log.tsx';

type Website = NonNullable<WebsiteSettingsQuery['website']>;

const KINDS: readonly (readonly [AlertKind, string, string])[] = [
  ['FIRST_HIT', 'First hit', 'The tracking script of this website works.'],
  ['NO_HITS', 'No hits for a day', 'Nothing was counted for 24 hours on a website that usually has hits.'],
  [
    'SPIKE',
    'Far more visits than usual',
    'Each hour is compared with the same hour and weekday of the previous weeks.',
  ],
  ['DROP', 'Far fewer visits than usual', 'Uses the same comparison.'],
];

/** The form for the alerts of a website and their delivery, and the log of the latest alerts. */
export function Alerts({ website, sendsMail }: { readonly website: Website; readonly sendsMail: boolean }) {
  const before = website.alertSettings;
  const [kinds, setKinds] = useState<readonly AlertKind[]>(before?.kinds ?? []);
  const [byMail, setByMail] = useState(before?.byMail ?? true);
  const [webhookUrl, setWebhookUrl] = useState(before?.webhookUrl ?? '');
  const [secret, setSecret] = useState<string | null>(null);
  const [state, setState] = useState<'' | 'busy' | 'saved'>('');
  const [error, setError] = useState<unknown>(null);
  const save = () => {
    setState('busy');
    const input = { kinds: [...kinds], byMail, webhookUrl: webhookUrl.trim() || null };
    ask(SetAlertsDocument, { website: website.id, input })
      .then(({ setAlerts }) => {
        setWebhookUrl(setAlerts.settings.webhookUrl ?? '');
        setSecret(setAlerts.webhookSecret);
        setError(null);
        setState('saved');
      })
      .catch(fault => {
        setError(fault);
        setState('');
      });
  };
  /** Applies a change and clears "Saved.", which no longer holds. */
  const changed = (change: () => void) => {
    change();
    setState('');
  };
  return (
    <section aria-labelledby="alerts">
      <h2 id="alerts">Alerts</h2>
      <p class="hint">For events that should not wait for the next report. Footfall checks every ten minutes.</p>
      <form
        class="stack"
        onSubmit={event => {
          event.preventDefault();
          save();
        }}
      >
        {KINDS.map(([kind, label, hint]) => (
          <CheckField
            key={kind}
            label={label}
            hint={hint}
            value={kinds.includes(kind)}
            onInput={isOn => changed(() => setKinds(isOn ? [...kinds, kind] : kinds.filter(one => one !== kind)))}
          />
        ))}
        <CheckField
          label="Send alerts by e-mail"
          hint={
            sendsMail
              ? 'To the e-mail address of this account.'
              : 'Requires a mail server (SMTP_URL); none is set up yet.'
          }
          value={byMail}
          onInput={isOn => changed(() => setByMail(isOn))}
        />
        <TextField
          label="Webhook"
          value={webhookUrl}
          onInput={text => changed(() => setWebhookUrl(text))}
          maxlength={2000}
          placeholder="https://example.com/hook"
          hint="Each alert is a JSON POST to this URL, signed in the header Footfall-Signature. Leave empty for none."
          errors={errorsOf(error, 'webhookUrl')}
        />
        <FormFault error={error} />
        <p class="save">
          <button type="submit" class="button" disabled={state === 'busy'}>
            Save alerts
          </button>
          <span role="status">{state === 'saved' ? 'Saved.' : ''}</span>
        </p>
      </form>
      <AlertLog alerts={website.alerts} />
      {secret !== null && (
        <Dialog title="Webhook secret" onClose={() => setSecret(null)}>
          <div class="stack">
            <p>
              Copy it now; it won't be shown again. <code>Footfall-Signature</code> is <code>t=SECONDS,v1=HEX</code>,
              the HMAC-SHA256, keyed with this secret, of the seconds, a dot and the body.
            </p>
            <Copy text={secret} name="Secret" />
            <button type="button" class="button" onClick={() => setSecret(null)}>
              Done
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
