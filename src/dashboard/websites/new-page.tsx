import { base } from '../base.ts';
import { ask } from '../graphql.ts';
import { language, t } from '../messages.ts';
import { Form, TextField, useForm } from '../parts/form.tsx';
import { Frame } from '../parts/frame.tsx';
import { CreateWebsiteDocument } from './__generated__/operations.ts';
import { type Draft, inputOf, NEW_SETTINGS, newDraft } from './settings.ts';
import { SettingField } from './settings-form.tsx';

/** Reports of a new website are in the language in which it was added. */
const MAILS = language.toUpperCase() as Uppercase<typeof language>;

/** The form for a new website; it asks only for what matters from the first hit on. */
export function NewPage() {
  const form = useForm<Draft>(() => ({ domain: domainInUrl(), ...newDraft() }));
  const { values, field, run, state, error } = form;
  const domain = String(values.domain);
  const create = () =>
    run(ask(CreateWebsiteDocument, { input: { domain, language: MAILS, ...inputOf(values, NEW_SETTINGS) } }), answer =>
      location.assign(`${base}/${answer.createWebsite.domain}`),
    );
  return (
    <Frame here="websites">
      <div class="head">
        <h1>{t('websites.add')}</h1>
      </div>
      <div class="settings">
        <section>
          <Form
            class="stack"
            onSubmit={create}
            error={error}
            submit={t('newWebsite.add')}
            isDisabled={state !== ''}
            beside={
              <a class="button plain-button" href={`${base}/websites`}>
                {t('common.cancel')}
              </a>
            }
          >
            <TextField
              label={t('common.domain')}
              {...field('domain')}
              value={domain}
              required
              placeholder="example.com"
              hint={t('newWebsite.domainHint')}
            />
            {NEW_SETTINGS.map(setting => (
              <SettingField key={setting.name} setting={setting} form={form} isNew />
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
