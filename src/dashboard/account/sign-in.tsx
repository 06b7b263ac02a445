import { useState } from 'preact/hooks';
import { formatAgo, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { errorsOf, Form, FormFault, TextField, useChange } from '../parts/form.tsx';
import { RowButton, Table } from '../parts/table.tsx';
import { type AccountQuery, ChangePasswordDocument, CloseSessionDocument } from './__generated__/operations.ts';

type Session = NonNullable<AccountQuery['viewer']>['sessions'][number];

/** The signed-in browsers of the account; each can be signed out here. */
export function Sessions(props: { readonly sessions: readonly Session[]; readonly onChanged: () => void }) {
  const { run, error } = useChange();
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Signed-in browsers</h2>
      <Table name="List of browsers" columns={['Browser', 'Signed in', 'Last used', { buttons: 'Sign out' }]}>
        {props.sessions.map(({ id, client, createdAt, lastUsedAt, current }) => (
          <tr key={id}>
            <th scope="row">{client}</th>
            <td>{formatInstant(createdAt)}</td>
            <td title={formatInstant(lastUsedAt)}>{formatAgo(lastUsedAt)}</td>
            <td class="number">
              {current ? (
                <span class="hint">this browser</span>
              ) : (
                <RowButton
                  name={`Sign out ${client}, last used ${formatAgo(lastUsedAt)}`}
                  onClick={() => run(ask(CloseSessionDocument, { id }), props.onChanged)}
                >
                  Sign out
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

/** The form for a new password; it asks for the current one. */
export function Password({ email, onChanged }: { readonly email: string; readonly onChanged: () => void }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { run, state, error } = useChange();
  const change = () =>
    run(ask(ChangePasswordDocument, { current, next }), () => {
      setCurrent('');
      setNext('');
      onChanged();
    });
  return (
    <section aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p class="hint">A new password signs out all your other browsers. API keys keep working.</p>
      <Form class="stack narrow" onSubmit={change}>
        <input type="text" name="username" autocomplete="username" value={email} readOnly hidden />
        <TextField
          label="Current password"
          type="password"
          autocomplete="current-password"
          value={current}
          onInput={setCurrent}
          required
          errors={errorsOf(error, 'current')}
        />
        <TextField
          label="New password"
          type="password"
          autocomplete="new-password"
          value={next}
          onInput={setNext}
          required
          maxlength={128}
          hint="8 to 128 characters."
          errors={errorsOf(error, 'next')}
        />
        <FormFault error={error} />
        <footer class="save">
          <button type="submit" class="button small">
            Change password
          </button>
          <span role="status">{state === 'done' ? 'Password changed.' : ''}</span>
        </footer>
      </Form>
    </section>
  );
}
