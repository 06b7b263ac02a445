import { useState } from 'preact/hooks';
import { SCOPE_NAMES, SCOPES, type Scope } from '../../domain/key-scope.ts';
import { formatAgo, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { Copy } from '../parts/copy.tsx';
import { errorsOf, Form, FormFault, SelectField, TextField, useChange } from '../parts/form.tsx';
import { Dialog } from '../parts/overlays.tsx';
import { RowButton, Table } from '../parts/table.tsx';
import { type AccountQuery, CreateApiKeyDocument, RevokeApiKeyDocument } from './__generated__/operations.ts';

type ApiKey = NonNullable<AccountQuery['viewer']>['apiKeys'][number];

/** The API keys of the account, with creation and revocation; a new key is shown once. */
export function ApiKeys({ keys, onChanged }: { readonly keys: readonly ApiKey[]; readonly onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false);
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
      <button type="button" class="button small" onClick={() => setOpen(true)}>
        Create API key
      </button>
      {isOpen && (
        <NewKey
          onClose={() => {
            setOpen(false);
            onChanged();
          }}
        />
      )}
    </section>
  );
}

function NewKey({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('READ');
  const [ends, setEnds] = useState('');
  const [made, setMade] = useState<string | null>(null);
  const { run, error } = useChange();
  const create = () => {
    const expiresAt = ends === '' ? null : new Date(`${ends}T23:59:59`).toISOString();
    run(ask(CreateApiKeyDocument, { input: { name, scope, expiresAt } }), ({ createApiKey }) =>
      setMade(createApiKey.key),
    );
  };
  if (made !== null) {
    return (
      <Dialog title="Your new API key" onClose={onClose}>
        <div class="stack">
          <p>Copy it now; it is not stored and won't be shown again.</p>
          <Copy text={made} name="API key" />
          <button type="button" class="button" onClick={onClose}>
            Done
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title="Create API key" onClose={onClose}>
      <Form onSubmit={create}>
        <TextField
          label="Name"
          value={name}
          onInput={setName}
          required
          maxlength={255}
          errors={errorsOf(error, 'name')}
        />
        <SelectField
          label="Access"
          value={scope}
          onInput={setScope}
          options={SCOPE_NAMES.map(name => [name, SCOPES[name].option])}
        />
        <TextField
          label="Expires"
          type="date"
          value={ends}
          onInput={setEnds}
          hint="Expires at the end of this day in your time zone. Leave empty for a key that never expires."
          errors={errorsOf(error, 'expiresAt')}
        />
        <FormFault error={error} />
        <footer>
          <button type="submit" class="button">
            Create
          </button>
        </footer>
      </Form>
    </Dialog>
  );
}
