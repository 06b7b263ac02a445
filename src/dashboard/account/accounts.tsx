import { useState } from 'preact/hooks';
import { formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { Dialog } from '../parts/dialog.tsx';
import { CheckField, TextField } from '../parts/field.tsx';
import { errorsOf, Fault, FormFault } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { AccountsDocument, CreateAccountDocument } from './__generated__/operations.ts';

/** For admins: who else may sign in to this instance. */
export function Accounts() {
  const [isOpen, setOpen] = useState(false);
  const { answer, error, reload } = useAnswer(signal => ask(AccountsDocument, {}, signal), []);
  return (
    <section aria-labelledby="accounts">
      <h2 id="accounts">Accounts of this instance</h2>
      <p class="hint">Each has its own websites and keys and sees nothing of the others.</p>
      {error ? <Fault error={error} retry={reload} /> : null}
      {answer && (
        <Table name="List of accounts" columns={['E-mail address', 'Role', 'Since']}>
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
          label="First password"
          type="password"
          autocomplete="new-password"
          value={password}
          onInput={setPassword}
          required
          hint="8 to 128 characters. Whoever gets it can change it on this page."
          errors={errorsOf(error, 'password')}
        />
        <CheckField
          label="May manage accounts"
          hint="An admin sees this list and adds to it."
          value={admin}
          onInput={setAdmin}
        />
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
