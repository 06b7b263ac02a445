import { useState } from 'preact/hooks';
import { formatAgo, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { FormFault } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { type AccountQuery, CloseSessionDocument } from './__generated__/operations.ts';

type Session = NonNullable<AccountQuery['viewer']>['sessions'][number];

/** The signed-in browsers of the account; each can be signed out here. */
export function Sessions({
  sessions,
  onChanged,
}: {
  readonly sessions: readonly Session[];
  readonly onChanged: () => void;
}) {
  const [error, setError] = useState<unknown>(null);
  const close = (id: string) => {
    setError(null);
    ask(CloseSessionDocument, { id }).then(onChanged, setError);
  };
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Signed-in browsers</h2>
      <Table name="List of browsers" columns={['Browser', 'Signed in', 'Last used', { buttons: 'Sign out' }]}>
        {sessions.map(({ id, client, createdAt, lastUsedAt, current }) => (
          <tr key={id}>
            <th scope="row">{client}</th>
            <td>{formatInstant(createdAt)}</td>
            <td title={formatInstant(lastUsedAt)}>{formatAgo(lastUsedAt)}</td>
            <td class="number">
              {current ? (
                <span class="hint">this browser</span>
              ) : (
                <button
                  type="button"
                  class="quiet text"
                  aria-label={`Sign out ${client}, last used ${formatAgo(lastUsedAt)}`}
                  onClick={() => close(id)}
                >
                  Sign out
                </button>
              )}
            </td>
          </tr>
        ))}
      </Table>
      <FormFault error={error} />
    </section>
  );
}
