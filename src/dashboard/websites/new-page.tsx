import { useState } from 'preact/hooks';
import { base } from '../base.ts';
import { ask } from '../graphql.ts';
import { errorsOf, Form, FormFault, TextField, useChange } from '../parts/form.tsx';
import { Frame } from '../parts/frame.tsx';
import { CreateWebsiteDocument } from './__generated__/operations.ts';
import { inputOf, NEW_SETTINGS, newDraft } from './settings.ts';
import { SettingField } from './settings-form.tsx';

/** The form for a new website; it asks only for what matters from the first hit on. */
export function NewPage() {
  const [domain, setDomain] = useState('');
  const [draft, setDraft] = useState(newDraft);
  const { run, state, error } = useChange();
  const create = () =>
    run(ask(CreateWebsiteDocument, { input: { domain, ...inputOf(draft, NEW_SETTINGS) } }), ({ createWebsite }) =>
      location.assign(`${base}/${createWebsite.domain}`),
    );
  return (
    <Frame here="websites">
      <div class="head">
        <h1>Add a website</h1>
      </div>
      <Form class="settings" onSubmit={create}>
        <section>
          <TextField
            label="Domain"
            value={domain}
            onInput={setDomain}
            required
            placeholder="example.com"
            hint="The host name of the website, without a path. www.example.com counts as example.com; any other subdomain is a separate website."
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
            <button type="submit" class="button" disabled={state !== ''}>
              Add website
            </button>
            <a class="button plain-button" href={`${base}/websites`}>
              Cancel
            </a>
          </footer>
        </section>
      </Form>
    </Frame>
  );
}
