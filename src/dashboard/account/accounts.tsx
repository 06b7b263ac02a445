import { useState } from 'preact/hooks';
import { formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { Dialog } from '../parts/dialog.tsx';
import { CheckField, TextField } from '../parts/field.tsx';
import { errorsOf, Fault, FormFault } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { AccountsDocument, CreateAccountDocument } from './__generated__/operations.ts';

/** The accounts of this instance, for admins. */
export function Accounts() {
  const [isOpen, setOpen] = useState(false);
  const { answer, error, reload } = useAnswer(signal => ask(AccountsDocument, {}, signal), []);
  return (
    <section aria-labelledby="accounts">
      <h2 id="accounts">Accounts on this instance</h2>
      <p class="hint">Each account has its own websites and API keys and sees nothing of the others.</p>
      {error ? <Fault error={error} retry={reload} /> : null}
      {answer && (
        <Table name="List of accounts" columns={['E-mail address', 'Role', 'Created']}>
          {answer.accounts.map(({ id, email, admin, createdAt }) => (
            <tr key={id}>
              <th scope="row">{email}</th>
              <td>{admin ? 'admin' : ''}</td>
              <td>{formatInstant(createdAt)}</td>
            </tr>
          ))}
        </Table>
      )}
      <button type="button" class="button small" onClick={() => setOpen(true)}>
        Add an account
      </button>
      {isOpen && (
        <NewAccount
          onClose={() => {
            setOpen(false);
            reload();
          }}
        />
      )}
    </section>
  );
}

function NewAccount({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [admin, setAdmin] = useState(false);
  const [error, setError] = useState<unknown>(null);
  return (
    <Dialog title="Add an account" onClose={onClose}>
      <form
        onSubmit={event => {
          event.preventDefault();
          ask(CreateAccountDocument, { input: { email, password, admin } }).then(onClose, setError);
        }}
      >
        <TextField
          label="E-mail address"
          type="email"
          value={email}
          onInput={setEmail}
          required
          errors={errorsOf(error, 'email')}
        />
        <TextField
          label="Initial password"
          type="password"
          autocomplete="new-password"
          value={password}
          onInput={setPassword}
          required
          hint="8 to 128 characters. The owner of the account can change it on this page."
          errors={errorsOf(error, 'password')}
        />
        <CheckField label="Admin" hint="Admins see this list and can add accounts." value={admin} onInput={setAdmin} />
        <FormFault error={error} />
        <footer>
          <button type="submit" class="button">
            Add
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
