import { useState } from 'preact/hooks';
import { page } from '../base.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { DeletionDialog } from '../parts/deletion.tsx';
import { Form, TextField, useForm } from '../parts/form.tsx';
import { IconButton } from '../parts/icon.tsx';
import { Popover } from '../parts/overlays.tsx';
import { CreateSegmentDocument, DeleteSegmentDocument, type StatFilter } from './__generated__/operations.ts';
import { toFilter } from './filters.ts';
import { useView } from './view.ts';

/** The named filters of the website: every reader can choose one, only the owner can save or delete them. */
export function Segments() {
  const { state, change, shown, reload } = useView();
  const segments = shown?.overview.segments ?? [];
  const [deleted, setDeleted] = useState<(typeof segments)[number] | null>(null);
  if (!page.isOwner && segments.length === 0) return null;
  return (
    <>
      <Popover name={t('segments.title')} icon="save" label={t('segments.title')}>
        {close => (
          <div class="segments">
            {segments.length > 0 && (
              <ul class="choices" aria-label={t('segments.title')}>
                {segments.map(segment => {
                  const { id, name } = segment;
                  return (
                    <li key={id}>
                      <button
                        type="button"
                        aria-current={state.segment === id}
                        onClick={() => {
                          change({ segment: id });
                          close();
                        }}
                      >
                        <span class="cut" title={name}>
                          {name}
                        </span>
                      </button>
                      {page.isOwner && (
                        <IconButton
                          icon="close"
                          name={t('segments.delete', { segment: name })}
                          onClick={() => setDeleted(segment)}
                        />
                      )}
                    </li>
                  );
                })}
              </ul>
            )}
            {/* The chosen segment, whose filter is saved with the conditions, is known only then. */}
            {page.isOwner && shown && <SaveSegment close={close} />}
          </div>
        )}
      </Popover>
      {deleted && (
        <DeletionDialog
          name={deleted.name}
          remove={() => ask(DeleteSegmentDocument, { id: deleted.id })}
          onClose={() => setDeleted(null)}
          onDeleted={() => {
            setDeleted(null);
            change(newest => (newest.segment === deleted.id ? { segment: null } : {}), 'replace');
            reload();
          }}
        />
      )}
    </>
  );
}

function SaveSegment({ close }: { readonly close: () => void }) {
  const { state, shown, reload } = useView();
  const { values, field, run, error } = useForm({ name: '' });
  const chosen = shown?.overview.segments.find(({ id }) => id === state.segment)?.filter as StatFilter | undefined;
  // All that the page is filtered by, unless it is only a segment.
  const filter = state.conditions.length > 0 ? toFilter(state.conditions, chosen) : null;
  if (!filter) return <p class="hint">{t('segments.addFilter')}</p>;
  const save = () =>
    run(ask(CreateSegmentDocument, { website: page.website, input: { ...values, filter } }), () => {
      reload();
      close();
    });
  return (
    <Form onSubmit={save} error={error} submit={t('common.save')} buttonClass="button small">
      <TextField label={t('segments.saveAs')} {...field('name')} required />
    </Form>
  );
}
