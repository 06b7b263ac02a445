import { useId, useState } from 'preact/hooks';
import { base } from '../base.ts';
import { ask } from '../graphql.ts';
import { TextField } from '../parts/field.tsx';
import { Frame } from '../parts/frame.tsx';
import { errorsOf, FormFault } from '../parts/status.tsx';
import { CreateWebsiteDocument, type Privacy } from './__generated__/operations.ts';
import { PrivacyFields } from './privacy-fields.tsx';
import { ownTimezone, TimezoneList } from './timezones.tsx';

/** Registers a website with what cannot wait; everything else is in its settings. */
export function NewPage() {
  const [domain, setDomain] = useState('');
  const [timezone, setTimezone] = useState(ownTimezone());
  const [sharing, setSharing] = useState<{ privacy: Privacy; password: string }>({ privacy: 'PRIVATE', password: '' });
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const zones = useId();
  const create = () => {
    setBusy(true);
    const password = sharing.privacy === 'PASSWORD' ? { password: sharing.password } : {};
    ask(CreateWebsiteDocument, { input: { domain, timezone, privacy: sharing.privacy, ...password } })
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
          <TextField
            label="Time zone"
            value={timezone}
            onInput={setTimezone}
            required
            list={zones}
            hint="Its midnight ends a day. It can be changed later, and then holds from that moment on."
            errors={errorsOf(error, 'timezone')}
          />
          <TimezoneList id={zones} />
          <PrivacyFields
            {...sharing}
            hasPassword={false}
            onInput={part => setSharing({ ...sharing, ...part })}
            errors={errorsOf(error, 'password')}
          />
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
