import { formatAgo, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { Form, FormFault, TextField, useChange, useForm } from '../parts/form.tsx';
import { RowButton, Table } from '../parts/table.tsx';
import { type AccountQuery, ChangePasswordDocument, CloseSessionDocument } from './__generated__/operations.ts';

type Session = NonNullable<AccountQuery['viewer']>['sessions'][number];

/** The signed-in browsers of the account; each can be signed out here. */
export function Sessions(props: { readonly sessions: readonly Session[]; readonly onChanged: () => void }) {
  const { run, error } = useChange();
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{t('sessions.title')}</h2>
      <Table
        name={t('sessions.list')}
        columns={[
          t('sessions.browser'),
          t('sessions.signedIn'),
          t('common.lastUsed'),
          { buttons: t('common.signOut') },
        ]}
      >
        {props.sessions.map(({ id, client, createdAt, lastUsedAt, current }) => (
          <tr key={id}>
            <th scope="row">{nameOf(client)}</th>
            <td>{formatInstant(createdAt)}</td>
            <td title={formatInstant(lastUsedAt)}>{formatAgo(lastUsedAt)}</td>
            <td class="number">
              {current ? (
                <span class="hint">{t('sessions.this')}</span>
              ) : (
                <RowButton
                  name={t('sessions.signOutOne', { browser: nameOf(client), lastUsed: formatAgo(lastUsedAt) })}
                  onClick={() => run(ask(CloseSessionDocument, { id }), props.onChanged)}
                >
                  {t('common.signOut')}
                </RowButton>
              )}
            </td>
          </tr>
        ))}
      </Table>
      <FormFault error={error} />
    </section>
  );
}

/** Returns the name of a browser, stored as `Firefox on Linux`, in the reader's language. */
function nameOf(client: string): string {
  const [, browser, system] = /^(.*?) on (.*)$/.exec(client) ?? [];
  return browser && system ? t('sessions.client', { browser, system }) : client;
}

/** The form for a new password; it asks for the current one. */
export function Password({ email, onChanged }: { readonly email: string; readonly onChanged: () => void }) {
  const { values, field, set, run, state, error } = useForm({ current: '', next: '' });
  const change = () =>
    run(ask(ChangePasswordDocument, values), () => {
      set({ current: '', next: '' });
      onChanged();
    });
  return (
    <section aria-labelledby="password">
      <h2 id="password">{t('common.password')}</h2>
      <p class="hint">{t('newPassword.about')}</p>
      <Form
        class="stack narrow"
        onSubmit={change}
        error={error}
        submit={t('newPassword.change')}
        buttonClass="button small"
        beside={<span role="status">{state === 'done' ? t('newPassword.changed') : ''}</span>}
      >
        <input type="text" name="username" autocomplete="username" value={email} readOnly hidden />
        <TextField
          label={t('newPassword.current')}
          {...field('current')}
          type="password"
          autocomplete="current-password"
          required
        />
        <TextField
          label={t('newPassword.next')}
          {...field('next')}
          type="password"
          autocomplete="new-password"
          required
          maxlength={128}
          hint={t('newPassword.hint')}
        />
      </Form>
    </section>
  );
}
