import { page } from '../base.ts';
import { formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { Frame } from '../parts/frame.tsx';
import { AccountDocument } from './__generated__/operations.ts';
import { ApiKeys } from './api-keys.tsx';
import { Accounts, Jobs } from './instance.tsx';
import { Password, Sessions } from './sign-in.tsx';

/** The account page: API keys, signed-in browsers and password; for admins, also the accounts and background jobs. */
export function AccountPage() {
  const { answer, error, reload } = useAnswer(signal => ask(AccountDocument, { isAdmin: page.isAdmin }, signal), []);
  const viewer = answer?.viewer;
  return (
    <Frame here="account">
      <div class="head">
        <h1>{t('common.account')}</h1>
      </div>
      {error ? <Fault error={error} retry={reload} /> : null}
      {viewer && (
        <div class="settings">
          <p class="hint">
            {t(viewer.admin ? 'account.aboutAdmin' : 'account.about', {
              email: viewer.email,
              created: formatInstant(viewer.createdAt),
            })}
          </p>
          <ApiKeys keys={viewer.apiKeys} onChanged={reload} />
          <Sessions sessions={viewer.sessions} onChanged={reload} />
          <Password email={viewer.email} onChanged={reload} />
          {answer.accounts && <Accounts accounts={answer.accounts} onChanged={reload} />}
          {answer.jobs && <Jobs jobs={answer.jobs} />}
        </div>
      )}
    </Frame>
  );
}
