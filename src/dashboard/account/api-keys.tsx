import { useState } from 'preact/hooks';
import { SCOPE_NAMES, type Scope } from '../../domain/key-scope.ts';
import { formatAgo, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { DeletionDialog } from '../parts/deletion.tsx';
import { Form, SelectField, TextField, useForm } from '../parts/form.tsx';
import { DialogButton } from '../parts/overlays.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { RowButton, Table } from '../parts/table.tsx';
import { type AccountQuery, CreateApiKeyDocument, RevokeApiKeyDocument } from './__generated__/operations.ts';

type ApiKey = NonNullable<AccountQuery['viewer']>['apiKeys'][number];

/** The API keys of the account, with creation and revocation; a new key is shown once. */
export function ApiKeys({ keys, onChanged }: { readonly keys: readonly ApiKey[]; readonly onChanged: () => void }) {
  const [made, setMade] = useState<string | null>(null);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">{t('apiKeys.title')}</h2>
      <p class="hint">{t('apiKeys.about')}</p>
      {keys.length > 0 && (
        <Table
          name={t('apiKeys.list')}
          columns={[
            t('common.name'),
            t('apiKeys.prefix'),
            t('apiKeys.access'),
            t('common.lastUsed'),
            t('common.expires'),
            { buttons: t('apiKeys.revoke') },
          ]}
        >
          {keys.map(key => (
            <tr key={key.id} class={key.revokedAt ? 'over' : ''}>
              <th scope="row">{key.name}</th>
              <td>
                <code>{key.prefix}…</code>
              </td>
              <td>{t(`apiKeys.may.${key.scope}`)}</td>
              <td title={formatInstant(key.lastUsedAt)}>{formatAgo(key.lastUsedAt)}</td>
              <td title={formatInstant(key.expiresAt)}>
                {key.revokedAt ? t('apiKeys.revoked') : formatAgo(key.expiresAt)}
              </td>
              <td class="number">
                {!key.revokedAt && (
                  <RowButton name={t('apiKeys.revokeOne', { name: key.name })} onClick={() => setRevoked(key)}>
                    {t('apiKeys.revoke')}
                  </RowButton>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <DialogButton class="button small" label={t('apiKeys.create')}>
        {close => (
          <NewKey
            onMade={key => {
              setMade(key);
              close();
              onChanged();
            }}
          />
        )}
      </DialogButton>
      {made !== null && (
        <SecretDialog title={t('apiKeys.new')} name={t('apiKeys.key')} secret={made} onClose={() => setMade(null)}>
          {t('apiKeys.copyNow')}
        </SecretDialog>
      )}
      {revoked && (
        <DeletionDialog
          name={revoked.name}
          title={t('apiKeys.revokeQuestion', { name: revoked.name })}
          submit={t('apiKeys.revoke')}
          remove={() => ask(RevokeApiKeyDocument, { id: revoked.id })}
          onClose={() => setRevoked(null)}
          onDeleted={() => {
            setRevoked(null);
            onChanged();
          }}
        >
          {t('apiKeys.revokeAbout')}
        </DeletionDialog>
      )}
    </section>
  );
}

function NewKey({ onMade }: { readonly onMade: (key: string) => void }) {
  const { values, field, run, error } = useForm({ name: '', scope: 'READ' as Scope, expiresAt: '' });
  const create = () => {
    const expiresAt = values.expiresAt === '' ? null : new Date(`${values.expiresAt}T23:59:59`).toISOString();
    run(ask(CreateApiKeyDocument, { input: { ...values, expiresAt } }), ({ createApiKey }) => onMade(createApiKey.key));
  };
  return (
    <Form onSubmit={create} error={error} submit={t('common.create')}>
      <TextField label={t('common.name')} {...field('name')} required maxlength={255} />
      <SelectField
        label={t('apiKeys.access')}
        {...field('scope')}
        options={SCOPE_NAMES.map(name => [name, t(`apiKeys.scope.${name}`)])}
      />
      <TextField label={t('common.expires')} {...field('expiresAt')} type="date" hint={t('apiKeys.expiresHint')} />
    </Form>
  );
}
