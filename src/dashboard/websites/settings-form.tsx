import { useId, useState } from 'preact/hooks';
import { ask } from '../graphql.ts';
import { CheckField, LinesField, TextField } from '../parts/field.tsx';
import { errorsOf, FormFault } from '../parts/status.tsx';
import { type SettingsFragment, UpdateWebsiteDocument, type UpdateWebsiteInput } from './__generated__/operations.ts';
import { PrivacyFields } from './privacy-fields.tsx';
import { TimezoneList } from './timezones.tsx';

interface Draft extends Pick<SettingsFragment, 'privacy' | 'emailReports' | 'excludeBots' | 'honorGpc' | 'timezone'> {
  readonly password: string;
  readonly excludeParams: string;
  readonly excludeIps: string;
  readonly embedOrigins: string;
}

/** Every setting of a website with what it does; saved together. `address` is the reader's own. */
export function SettingsForm(props: {
  readonly website: SettingsFragment;
  readonly address: string;
  readonly onSaved: () => void;
}) {
  const { website, address, onSaved } = props;
  const [draft, setDraft] = useState(() => draftOf(website));
  const [saved, setSaved] = useState(website);
  const [state, setState] = useState<'' | 'busy' | 'saved'>('');
  const [error, setError] = useState<unknown>(null);
  const zones = useId();
  const set = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setState('');
  };
  const save = () => {
    setState('busy');
    ask(UpdateWebsiteDocument, { id: website.id, input: inputOf(draft) })
      .then(({ updateWebsite }) => {
        setSaved(updateWebsite);
        setDraft(draftOf(updateWebsite));
        setError(null);
        setState('saved');
        onSaved();
      })
      .catch(fault => {
        setError(fault);
        setState('');
      });
  };
  const hasAddress = linesOf(draft.excludeIps).includes(address);
  return (
    <form
      class="settings-form"
      onSubmit={event => {
        event.preventDefault();
        save();
      }}
    >
      <section aria-labelledby="sharing">
        <h2 id="sharing">Sharing</h2>
        <PrivacyFields {...draft} hasPassword={saved.hasPassword} onInput={set} errors={errorsOf(error, 'password')} />
        <LinesField
          label="Pages that may show the statistics inside theirs"
          value={draft.embedOrigins}
          onInput={embedOrigins => set({ embedOrigins })}
          rows={2}
          hint="One origin a line, such as https://intranet.example.com, or * for all; none for nobody. It works while the statistics are open to anyone."
          errors={errorsOf(error, 'embedOrigins')}
        />
      </section>
      <section aria-labelledby="counting">
        <h2 id="counting">What is counted</h2>
        <TextField
          label="Time zone"
          value={draft.timezone}
          onInput={timezone => set({ timezone })}
          required
          list={zones}
          hint="Its midnight ends a day. What was counted before stays on the days it was counted for."
          errors={errorsOf(error, 'timezone')}
        />
        <TimezoneList id={zones} />
        <CheckField
          label="Leave bots out"
          hint="Programs that say what they are, such as search engines, are not visitors."
          value={draft.excludeBots}
          onInput={excludeBots => set({ excludeBots })}
        />
        <CheckField
          label="Identify nobody who asks not to be tracked"
          hint="With Do Not Track or Global Privacy Control a pageview counts, and visitors, visits and all that is known of them do not."
          value={draft.honorGpc}
          onInput={honorGpc => set({ honorGpc })}
        />
        <LinesField
          label="Excluded addresses"
          value={draft.excludeIps}
          onInput={excludeIps => set({ excludeIps })}
          hint="One address or CIDR block a line, IPv4 or IPv6. Hits from these are not counted."
          errors={errorsOf(error, 'excludeIps')}
          after={
            address !== '' && (
              <button
                type="button"
                class="button small plain-button"
                disabled={hasAddress}
                onClick={() => set({ excludeIps: [...linesOf(draft.excludeIps), address].join('\n') })}
              >
                {hasAddress ? `Your address ${address} is on it` : `Add my current address ${address}`}
              </button>
            )
          }
        />
        <LinesField
          label="Excluded query parameters"
          value={draft.excludeParams}
          onInput={excludeParams => set({ excludeParams })}
          hint="One name a line, such as fbclid. They are taken off pages, so that /a?fbclid=1 is /a; * alone takes the whole query off."
          errors={errorsOf(error, 'excludeParams')}
        />
      </section>
      <section aria-labelledby="reports">
        <h2 id="reports">Reports</h2>
        <CheckField
          label="Send reports by e-mail"
          hint="The numbers of the period that ended, to those below. It needs a mail server (SMTP_URL)."
          value={draft.emailReports}
          onInput={emailReports => set({ emailReports })}
        />
      </section>
      <FormFault error={error} />
      <footer class="save">
        <button type="submit" class="button" disabled={state === 'busy'}>
          Save
        </button>
        <span role="status">{state === 'saved' ? 'Saved.' : ''}</span>
      </footer>
    </form>
  );
}

function draftOf(website: SettingsFragment): Draft {
  const { privacy, emailReports, excludeBots, honorGpc, timezone, excludeParams, excludeIps, embedOrigins } = website;
  const lists = {
    excludeParams: excludeParams.join('\n'),
    excludeIps: excludeIps.join('\n'),
    embedOrigins: embedOrigins.join('\n'),
  };
  return { privacy, emailReports, excludeBots, honorGpc, timezone, password: '', ...lists };
}

/** An empty password is none at all: the one that is set stays. */
function inputOf({ password, excludeParams, excludeIps, embedOrigins, ...rest }: Draft): UpdateWebsiteInput {
  return {
    ...rest,
    ...(password === '' ? {} : { password }),
    excludeParams: linesOf(excludeParams),
    excludeIps: linesOf(excludeIps),
    embedOrigins: linesOf(embedOrigins),
  };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
}
