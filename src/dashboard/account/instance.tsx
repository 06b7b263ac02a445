import { useState } from 'preact/hooks';
import { formatAgo, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { CheckField, errorsOf, Form, FormFault, TextField, useChange } from '../parts/form.tsx';
import { Dialog } from '../parts/overlays.tsx';
import { Table } from '../parts/table.tsx';
import { AccountsDocument, CreateAccountDocument, type JobOutcome, JobsDocument } from './__generated__/operations.ts';

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
  const { run, error } = useChange();
  return (
    <Dialog title="Add an account" onClose={onClose}>
      <Form onSubmit={() => run(ask(CreateAccountDocument, { input: { email, password, admin } }), onClose)}>
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
      </Form>
    </Dialog>
  );
}

const OUTCOMES: Record<JobOutcome, string> = {
  RUNNING: 'running',
  DONE: 'done',
  FAILED: 'failed',
  STOPPED: 'stopped',
  LOST: 'its process died',
};

/** The background jobs of the service with their last and next runs, for admins. */
export function Jobs() {
  const { answer, error, reload } = useAnswer(signal => ask(JobsDocument, {}, signal), []);
  return (
    <section aria-labelledby="jobs">
      <h2 id="jobs">Background jobs</h2>
      <p class="hint">What the service does in the background. Failed runs are logged and retried.</p>
      {error ? <Fault error={error} retry={reload} /> : null}
      {answer && (
        <Table name="List of background jobs" columns={['Job', 'Last run', 'Result', 'Next run']}>
          {answer.jobs.map(({ name, dueAt, failures, lastRun }) => (
            <tr key={name}>
              <th scope="row">{name.replaceAll('-', ' ')}</th>
              <td title={formatInstant(lastRun?.startedAt ?? null)}>{formatAgo(lastRun?.startedAt ?? null)}</td>
              <td>
                {lastRun ? OUTCOMES[lastRun.outcome] : ''}
                {failures > 1 && `, ${failures} times in a row`}
                {lastRun && <span class="hint"> {lastRun.note}</span>}
              </td>
              <td title={formatInstant(dueAt)}>{formatAgo(dueAt)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
