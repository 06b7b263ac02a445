import { base } from '../base.ts';
import { ask } from '../graphql.ts';
import { Form, TextField, useForm } from '../parts/form.tsx';
import { Frame } from '../parts/frame.tsx';
import { CreateWebsiteDocument } from './__generated__/operations.ts';
import { type Draft, inputOf, NEW_SETTINGS, newDraft } from './settings.ts';
import { SettingField } from './settings-form.tsx';

/** The form for a new website; it asks only for what matters from the first hit on. */
export function NewPage() {
  const form = useForm<Draft>(() => ({ domain: domainInUrl(), ...newDraft() }));
  const { values, field, run, state, error } = form;
  const domain = String(values.domain);
  const create = () =>
    run(ask(CreateWebsiteDocument, { input: { domain, ...inputOf(values, NEW_SETTINGS) } }), ({ createWebsite }) =>
      location.assign(`${base}/${createWebsite.domain}`),
    );
  return (
    <Frame here="websites">
      <div class="head">
        <h1>Add a website</h1>
      </div>
      <div class="settings">
        <section>
          <Form
            class="stack"
            onSubmit={create}
            error={error}
            submit="Add website"
            isDisabled={state !== ''}
            beside={
              <a class="button plain-button" href={`${base}/websites`}>
                Cancel
              </a>
            }
          >
            <TextField
              label="Domain"
              {...field('domain')}
              value={domain}
              required
              placeholder="example.com"
              hint="The host name of the website, without a path. www.example.com counts as example.com; any other subdomain is a separate website, unless it is among the further hosts of this one."
            />
            {NEW_SETTINGS.map(setting => (
              <SettingField key={setting.name} setting={setting} form={form} />
            ))}
          </Form>
        </section>
      </div>
    </Frame>
  );
}

/** The list of hosts without a website links here with one of them. */
function domainInUrl(): string {
  return new URLSearchParams(location.search).get('domain') ?? '';
}
