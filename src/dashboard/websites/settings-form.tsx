import { useState } from 'preact/hooks';
import { ask } from '../graphql.ts';
import { errorsOf, FormFault } from '../parts/status.tsx';
import { type SettingsOfWebsiteFragment, UpdateWebsiteDocument } from './__generated__/operations.ts';
import { SettingField } from './setting-field.tsx';
import { type Draft, draftOf, inputOf, linesOf, SECTIONS } from './settings.ts';

const SETTINGS = SECTIONS.flatMap(({ settings }) => settings);

/** The form of all settings of a website, saved together. `address` is the reader's own IP address. */
export function SettingsForm(props: {
  readonly website: SettingsOfWebsiteFragment;
  readonly address: string;
  readonly onSaved: () => void;
}) {
  const { website, address, onSaved } = props;
  const [draft, setDraft] = useState(() => draftOf(website));
  const [saved, setSaved] = useState<Readonly<Record<string, unknown>>>(website);
  const [state, setState] = useState<'' | 'busy' | 'saved'>('');
  const [error, setError] = useState<unknown>(null);
  const set = (part: Draft) => {
    setDraft({ ...draft, ...part });
    setState('');
  };
  const save = () => {
    setState('busy');
    ask(UpdateWebsiteDocument, { id: website.id, input: inputOf(draft, SETTINGS) })
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
  return (
    <form
      class="settings-form"
      onSubmit={event => {
        event.preventDefault();
        save();
      }}
    >
      {SECTIONS.map(({ group, heading, settings }) => (
        <section aria-labelledby={group} key={group}>
          <h2 id={group}>{heading}</h2>
          {settings.map(setting => (
            <SettingField
              key={setting.name}
              setting={setting}
              draft={draft}
              onInput={set}
              errors={errorsOf(error, setting.name)}
              isSet={setting.kind === 'secret' && saved[setting.shown] === true}
              after={setting.name === 'excludeIps' && <AddAddress address={address} draft={draft} onInput={set} />}
            />
          ))}
        </section>
      ))}
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

/** The button that adds the reader's own IP address to the excluded addresses. */
function AddAddress(props: {
  readonly address: string;
  readonly draft: Draft;
  readonly onInput: (part: Draft) => void;
}) {
  const { address, draft, onInput } = props;
  const excluded = linesOf(String(draft.excludeIps));
  const isExcluded = excluded.includes(address);
  if (address === '') return null;
  return (
    <button
      type="button"
      class="button small plain-button"
      disabled={isExcluded}
      onClick={() => onInput({ excludeIps: [...excluded, address].join('\n') })}
    >
      {isExcluded ? `Your IP address ${address} is on the list` : `Add my IP address ${address}`}
    </button>
  );
}
