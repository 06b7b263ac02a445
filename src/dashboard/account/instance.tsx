import { formatAgo, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { CheckField, Form, TextField, useForm } from '../parts/form.tsx';
import { DialogButton } from '../parts/overlays.tsx';
import { Table } from '../parts/table.tsx';
import { AccountsDocument, CreateAccountDocument, type JobOutcome, JobsDocument } from './__generated__/operations.ts';

/** The accounts of this instance, for admins. */
export function Accounts() {
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
      <DialogButton class="button small" label="Add an account">
        {close => (
          <NewAccount
            onMade={() => {
              close();
              reload();
            }}
          />
        )}
      </DialogButton>
    </section>
  );
}

function NewAccount({ onMade }: { readonly onMade: () => void }) {
  const { values, field, run, error } = useForm({ email: '', password: '', admin: false });
  return (
    <Form onSubmit={() => run(ask(CreateAccountDocument, { input: values }), onMade)} error={error} submit="Add">
      <TextField label="E-mail address" {...field('email')} type="email" required />
      <TextField
        label="Initial password"
        {...field('password')}
        type="password"
        autocomplete="new-password"
        required
        hint="8 to 128 characters. The owner of the account can change it on this page."
      />
      <CheckField label="Admin" {...field('admin')} hint="Admins see this list and can add accounts." />
    </Form>
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
