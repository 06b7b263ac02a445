import { useState } from 'preact/hooks';
import { page } from '../base.ts';
import { formatDay } from '../format.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { DeletionDialog } from '../parts/deletion.tsx';
import { Form, TextField, useForm } from '../parts/form.tsx';
import { IconButton } from '../parts/icon.tsx';
import { Popover } from '../parts/overlays.tsx';
import { CreateAnnotationDocument, DeleteAnnotationDocument } from './__generated__/operations.ts';
import { useShown } from './view.ts';

/** The annotations of the days that the chart marks. */
export function AnnotationList() {
  const { overview, reload } = useShown();
  const { annotations } = overview;
  const [deleted, setDeleted] = useState<(typeof annotations)[number] | null>(null);
  if (annotations.length === 0) return null;
  return (
    <>
      <ul class="annotations" aria-label={t('annotations.title')}>
        {annotations.map(annotation => {
          const { id, date, text } = annotation;
          return (
            <li key={id}>
              <span class="annotation-mark" aria-hidden="true" />
              <time dateTime={date}>{formatDay(date)}</time> <span>{text}</span>
              {page.isOwner && (
                <IconButton
                  icon="close"
                  name={t('annotations.delete', { annotation: text })}
                  onClick={() => setDeleted(annotation)}
                />
              )}
            </li>
          );
        })}
      </ul>
      {deleted && (
        <DeletionDialog
          name={deleted.text}
          remove={() => ask(DeleteAnnotationDocument, { id: deleted.id })}
          onClose={() => setDeleted(null)}
          onDeleted={() => {
            setDeleted(null);
            reload();
          }}
        />
      )}
    </>
  );
}

/** The owner's button for a new annotation. */
export function AddAnnotation({ day }: { readonly day: string }) {
  return (
    <Popover
      name={t('annotations.annotateDay')}
      align="end"
      icon="flag"
      label={<span class="wide-only">{t('annotations.annotate')}</span>}
    >
      {close => <AnnotationForm day={day} onDone={close} />}
    </Popover>
  );
}

/** The form for a new annotation, which begins with this day. */
export function AnnotationForm({ day, onDone }: { readonly day: string; readonly onDone: () => void }) {
  const { reload } = useShown();
  const { values, field, run, error } = useForm({ date: day, text: '' });
  const add = () =>
    run(ask(CreateAnnotationDocument, { website: page.website, input: values }), () => {
      reload();
      onDone();
    });
  return (
    <Form class="filter-form" onSubmit={add} error={error} submit={t('common.add')} buttonClass="button small">
      <TextField label={t('common.day')} {...field('date')} type="date" required />
      <TextField
        label={t('annotations.text')}
        {...field('text')}
        required
        placeholder={t('annotations.textExample')}
        hint={t('annotations.textHint')}
      />
    </Form>
  );
}
