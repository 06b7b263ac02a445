import { useState } from 'preact/hooks';
import { formatAgo, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { Copy } from '../parts/copy.tsx';
import { Form, TextField, useChange, useForm } from '../parts/form.tsx';
import { Dialog, DialogButton } from '../parts/overlays.tsx';
import { RowButton, Table } from '../parts/table.tsx';
import {
  CreateShareDocument,
  type CreateShareMutation,
  DeleteShareDocument,
  type WebsiteSettingsQuery,
} from './__generated__/operations.ts';

type Website = NonNullable<WebsiteSettingsQuery['website']>;
type Share = Website['shares'][number];
type Created = CreateShareMutation['createShare'];

/** The share links of a website, with creation and deletion; the links of a new one are shown once. */
export function Shares({ website }: { readonly website: Pick<Website, 'id' | 'shares'> }) {
  const [shares, setShares] = useState(website.shares);
  const [made, setMade] = useState<Created | null>(null);
  const [leaving, setLeaving] = useState<Share | null>(null);
  return (
    <section aria-labelledby="shares">
      <h2 id="shares">Share links</h2>
      <p class="hint">
        For spreadsheets, and for people without an account. Anyone who has the link sees everything that the statistics
        page shows, even if it is private: statistics, live visitors, annotations, goals, funnels and segments; no hits,
        no settings, no other website.
      </p>
      {shares.length > 0 && (
        <Table
          name="List of share links"
          columns={['Name', 'Token begins with', 'Last used', 'Expires', { buttons: 'Delete' }]}
        >
          {shares.map(share => (
            <tr key={share.id} class={isOver(share) ? 'over' : ''}>
              <th scope="row">{share.name}</th>
              <td>
                <code>{share.prefix}…</code>
              </td>
              <td title={formatInstant(share.lastUsedAt)}>{formatAgo(share.lastUsedAt)}</td>
              <td title={formatInstant(share.expiresAt)}>{isOver(share) ? 'expired' : formatAgo(share.expiresAt)}</td>
              <td class="number">
                <RowButton name={`Delete the share link ${share.name}`} onClick={() => setLeaving(share)}>
                  Delete
                </RowButton>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <DialogButton class="button small" label="Create share link">
        {close => (
          <NewShare
            website={website.id}
            onMade={created => {
              setMade(created);
              setShares([...shares, created.share]);
              close();
            }}
          />
        )}
      </DialogButton>
      {made && <Links links={made} onClose={() => setMade(null)} />}
      {leaving && (
        <Deletion
          share={leaving}
          onClose={() => setLeaving(null)}
          onDeleted={() => {
            setShares(shares.filter(({ id }) => id !== leaving.id));
            setLeaving(null);
          }}
        />
      )}
    </section>
  );
}

function isOver({ expiresAt }: Share): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}

function NewShare(props: { readonly website: string; readonly onMade: (created: Created) => void }) {
  const { website, onMade } = props;
  const { values, field, run, error } = useForm({ name: '', expiresAt: '' });
  const create = () => {
    const expiresAt = values.expiresAt === '' ? null : new Date(`${values.expiresAt}T23:59:59`).toISOString();
    const input = { name: values.name, expiresAt };
    run(ask(CreateShareDocument, { website, input }), ({ createShare }) => onMade(createShare));
  };
  return (
    <Form onSubmit={create} error={error} submit="Create">
      <TextField
        label="Name"
        {...field('name')}
        required
        maxlength={100}
        placeholder="Marketing sheet"
        hint="Who or what the link is for."
      />
      <TextField
        label="Expires"
        {...field('expiresAt')}
        type="date"
        hint="Expires at the end of this day in your time zone. Leave empty for a link that never expires."
      />
    </Form>
  );
}

function Links({ links, onClose }: { readonly links: Created; readonly onClose: () => void }) {
  return (
    <Dialog title="Your new share link" onClose={onClose}>
      <div class="stack">
        <p>Copy what you need now; the links are not stored and won't be shown again.</p>
        <h3>For spreadsheets</h3>
        <p class="hint">Pages of the last 30 days as CSV, such as for IMPORTDATA in Google Sheets.</p>
        <Copy text={links.link} name="Link for spreadsheets" />
        <h3>For browsers</h3>
        <p class="hint">The statistics page, open for seven days or until the link expires.</p>
        <Copy text={links.pageLink} name="Link for browsers" />
        <button type="button" class="button" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  );
}

function Deletion(props: { readonly share: Share; readonly onClose: () => void; readonly onDeleted: () => void }) {
  const { share, onClose, onDeleted } = props;
  const { run, error } = useChange();
  return (
    <Dialog title={`Delete ${share.name}?`} onClose={onClose}>
      <Form
        onSubmit={() => run(ask(DeleteShareDocument, { id: share.id }), onDeleted)}
        error={error}
        submit="Delete share link"
        buttonClass="button danger"
        beside={
          <button type="button" class="button plain-button" onClick={onClose}>
            Cancel
          </button>
        }
      >
        <p>The link stops working at once. This can't be undone.</p>
      </Form>
    </Dialog>
  );
}
