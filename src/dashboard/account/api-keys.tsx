import { useState } from 'preact/hooks';
import { SCOPE_NAMES, SCOPES, type Scope } from '../../domain/key-scope.ts';
import { formatAgo, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { Form, FormFault, SelectField, TextField, useChange, useForm } from '../parts/form.tsx';
import { DialogButton, SecretDialog } from '../parts/overlays.tsx';
import { RowButton, Table } from '../parts/table.tsx';
import { type AccountQuery, CreateApiKeyDocument, RevokeApiKeyDocument } from './__generated__/operations.ts';

type ApiKey = NonNullable<AccountQuery['viewer']>['apiKeys'][number];

/** The API keys of the account, with creation and revocation; a new key is shown once. */
export function ApiKeys({ keys, onChanged }: { readonly keys: readonly ApiKey[]; readonly onChanged: () => void }) {
  const [made, setMade] = useState<string | null>(null);
  const { run, error } = useChange();
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">API keys</h2>
      <p class="hint">For programs that read statistics over REST or GraphQL, or send hits in batches.</p>
      {keys.length > 0 && (
        <Table
          name="List of API keys"
          columns={['Name', 'Begins with', 'Access', 'Last used', 'Expires', { buttons: 'Revoke' }]}
        >
          {keys.map(key => (
            <tr key={key.id} class={key.revokedAt ? 'over' : ''}>
              <th scope="row">{key.name}</th>
              <td>
                <code>{key.prefix}…</code>
              </td>
              <td>{SCOPES[key.scope].short}</td>
              <td title={formatInstant(key.lastUsedAt)}>{formatAgo(key.lastUsedAt)}</td>
              <td title={formatInstant(key.expiresAt)}>{key.revokedAt ? 'revoked' : formatAgo(key.expiresAt)}</td>
              <td class="number">
                {!key.revokedAt && (
                  <RowButton
                    name={`Revoke the key ${key.name}`}
                    onClick={() => run(ask(RevokeApiKeyDocument, { id: key.id }), onChanged)}
                  >
                    Revoke
                  </RowButton>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <FormFault error={error} />
      <DialogButton class="button small" label="Create API key">
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
        <SecretDialog title="Your new API key" name="API key" secret={made} onClose={() => setMade(null)}>
          Copy it now; it is not stored and won't be shown again.
        </SecretDialog>
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
    <Form onSubmit={create} error={error} submit="Create">
      <TextField label="Name" {...field('name')} required maxlength={255} />
      <SelectField label="Access" {...field('scope')} options={SCOPE_NAMES.map(name => [name, SCOPES[name].option])} />
      <TextField
        label="Expires"
        {...field('expiresAt')}
        type="date"
        hint="Expires at the end of this day in your time zone. Leave empty for a key that never expires."
      />
    </Form>
  );
}
