import { useState } from 'preact/hooks';
import { formatAgo, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { Copy } from '../parts/copy.tsx';
import { DeletionDialog } from '../parts/deletion.tsx';
import { Form, TextField, useForm } from '../parts/form.tsx';
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
      <h2 id="shares">{t('shares.title')}</h2>
      <p class="hint">{t('shares.about')}</p>
      {shares.length > 0 && (
        <Table
          name={t('shares.list')}
          columns={[
            t('common.name'),
            t('shares.prefix'),
            t('common.lastUsed'),
            t('common.expires'),
            { buttons: t('common.delete') },
          ]}
        >
          {shares.map(share => (
            <tr key={share.id} class={isOver(share) ? 'over' : ''}>
              <th scope="row">{share.name}</th>
              <td>
                <code>{share.prefix}…</code>
              </td>
              <td title={formatInstant(share.lastUsedAt)}>{formatAgo(share.lastUsedAt)}</td>
              <td title={formatInstant(share.expiresAt)}>
                {isOver(share) ? t('common.expired') : formatAgo(share.expiresAt)}
              </td>
              <td class="number">
                <RowButton name={t('shares.deleteOne', { name: share.name })} onClick={() => setLeaving(share)}>
                  {t('common.delete')}
                </RowButton>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <DialogButton class="button small" label={t('shares.create')}>
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
    <Form onSubmit={create} error={error} submit={t('common.create')}>
      <TextField
        label={t('common.name')}
        {...field('name')}
        required
        maxlength={100}
        placeholder={t('shares.nameExample')}
        hint={t('shares.nameHint')}
      />
      <TextField label={t('common.expires')} {...field('expiresAt')} type="date" hint={t('shares.expiresHint')} />
    </Form>
  );
}

function Links({ links, onClose }: { readonly links: Created; readonly onClose: () => void }) {
  return (
    <Dialog title={t('shares.new')} onClose={onClose}>
      <div class="stack">
        <p>{t('shares.copyNow')}</p>
        <h3>{t('shares.forSpreadsheets')}</h3>
        <p class="hint">{t('shares.spreadsheetsHint')}</p>
        <Copy text={links.link} name={t('shares.spreadsheetLink')} />
        <h3>{t('shares.forBrowsers')}</h3>
        <p class="hint">{t('shares.browsersHint')}</p>
        <Copy text={links.pageLink} name={t('shares.browserLink')} />
        <button type="button" class="button" onClick={onClose}>
          {t('common.done')}
        </button>
      </div>
    </Dialog>
  );
}

function Deletion(props: { readonly share: Share; readonly onClose: () => void; readonly onDeleted: () => void }) {
  const { share, ...shut } = props;
  return (
    <DeletionDialog
      name={share.name}
      submit={t('shares.delete')}
      remove={() => ask(DeleteShareDocument, { id: share.id })}
      {...shut}
    >
      {t('shares.deleteAbout')}
    </DeletionDialog>
  );
}
