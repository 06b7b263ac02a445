import type { MessageKey } from '../../messages/keys.ts';
import { formatAgo, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { CheckField, Form, TextField, useForm } from '../parts/form.tsx';
import { DialogButton } from '../parts/overlays.tsx';
import { Table } from '../parts/table.tsx';
import { type AccountQuery, CreateAccountDocument, type JobOutcome } from './__generated__/operations.ts';

/** The accounts of this instance, for admins. */
export function Accounts(props: {
  readonly accounts: NonNullable<AccountQuery['accounts']>;
  readonly onChanged: () => void;
}) {
  const { accounts, onChanged } = props;
  return (
    <section aria-labelledby="accounts">
      <h2 id="accounts">{t('accounts.title')}</h2>
      <p class="hint">{t('accounts.about')}</p>
      <Table name={t('accounts.list')} columns={[t('common.email'), t('accounts.role'), t('common.created')]}>
        {accounts.map(({ id, email, admin, createdAt }) => (
          <tr key={id}>
            <th scope="row">{email}</th>
            <td>{admin ? t('accounts.isAdmin') : ''}</td>
            <td>{formatInstant(createdAt)}</td>
          </tr>
        ))}
      </Table>
      <DialogButton class="button small" label={t('accounts.add')}>
        {close => (
          <NewAccount
            onMade={() => {
              close();
              onChanged();
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
    <Form
      onSubmit={() => run(ask(CreateAccountDocument, { input: values }), onMade)}
      error={error}
      submit={t('common.add')}
    >
      <TextField label={t('common.email')} {...field('email')} type="email" required />
      <TextField
        label={t('accounts.password')}
        {...field('password')}
        type="password"
        autocomplete="new-password"
        required
        hint={t('accounts.passwordHint')}
      />
      <CheckField label={t('accounts.admin')} {...field('admin')} hint={t('accounts.adminHint')} />
    </Form>
  );
}

/** The background jobs of the service with their last and next runs, for admins. */
export function Jobs({ jobs }: { readonly jobs: NonNullable<AccountQuery['jobs']> }) {
  return (
    <section aria-labelledby="jobs">
      <h2 id="jobs">{t('jobs.title')}</h2>
      <p class="hint">{t('jobs.about')}</p>
      <Table name={t('jobs.list')} columns={[t('jobs.job'), t('jobs.lastRun'), t('jobs.result'), t('jobs.nextRun')]}>
        {jobs.map(({ name, dueAt, failures, lastRun }) => (
          <tr key={name}>
            <th scope="row">{nameOf(name)}</th>
            <td title={formatInstant(lastRun?.startedAt ?? null)}>{formatAgo(lastRun?.startedAt ?? null)}</td>
            <td class="said">
              {lastRun && resultOf(lastRun.outcome, failures)}
              {lastRun && <span class="hint"> {lastRun.note}</span>}
            </td>
            <td title={formatInstant(dueAt)}>{formatAgo(dueAt)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** A job that the messages do not know, from a later release beside this page, keeps its own name. */
function nameOf(name: string): string {
  const key = `jobs.name.${name}` as MessageKey;
  return t.has(key) ? t(key) : name;
}

function resultOf(result: JobOutcome, failures: number): string {
  const outcome = t(`jobs.outcome.${result}`);
  return failures > 1 ? t('jobs.repeated', { outcome, count: failures }) : outcome;
}
