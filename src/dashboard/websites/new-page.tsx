import { useState } from 'preact/hooks';
import { base } from '../base.ts';
import { ask } from '../graphql.ts';
import { TextField } from '../parts/field.tsx';
import { Frame } from '../parts/frame.tsx';
import { errorsOf, FormFault } from '../parts/status.tsx';
import { CreateWebsiteDocument } from './__generated__/operations.ts';
import { SettingField } from './setting-field.tsx';
import { inputOf, NEW_SETTINGS, newDraft } from './settings.ts';

/** Registers a website with what cannot wait; everything else is in its settings. */
export function NewPage() {
  const [domain, setDomain] = useState('');
  const [draft, setDraft] = useState(newDraft);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const create = () => {
    setBusy(true);
    ask(CreateWebsiteDocument, { input: { domain, ...inputOf(draft, NEW_SETTINGS) } })
      .then(({ createWebsite }) => location.assign(`${base}/${createWebsite.domain}`))
      .catch(fault => {
        setError(fault);
        setBusy(false);
      });
  };
  return (
    <Frame here="websites">
      <div class="head">
        <h1>Add a website</h1>
      </div>
      <form
        class="settings"
        onSubmit={event => {
          event.preventDefault();
          create();
        }}
      >
        <section>
          <TextField
            label="Domain"
            value={domain}
            onInput={setDomain}
            required
            placeholder="example.com"
            hint="The host of its pages, without a path. www.example.com counts as example.com; every other subdomain is a website of its own."
            errors={errorsOf(error, 'domain')}
          />
          {NEW_SETTINGS.map(setting => (
            <SettingField
              key={setting.name}
              setting={setting}
              draft={draft}
              onInput={part => setDraft({ ...draft, ...part })}
              errors={errorsOf(error, setting.name)}
            />
          ))}
          <FormFault error={error} />
          <footer>
            <button type="submit" class="button" disabled={isBusy}>
              Add the website
            </button>
            <a class="button plain-button" href={`${base}/websites`}>
              Cancel
            </a>
          </footer>
        </section>
      </form>
    </Frame>
  );
}
