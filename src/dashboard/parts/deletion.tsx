import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../messages.ts';
import { Form, useChange } from './form.tsx';
import { Dialog } from './overlays.tsx';

/** Asks before something is deleted for good. */
export function DeletionDialog<Answer>(props: {
  readonly name: string;
  /** The question, if nothing is deleted but ends. */
  readonly title?: string;
  /** The label of the button. */
  readonly submit?: string;
  readonly remove: () => Promise<Answer>;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
  /** What else happens. */
  readonly children?: ComponentChildren;
}) {
  const {
    name,
    title = t('common.deleteQuestion', { name }),
    submit = t('common.delete'),
    remove,
    onClose,
    onDeleted,
    children,
  } = props;
  const { run, state, error } = useChange();
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        onSubmit={() => run(remove(), onDeleted)}
        error={error}
        submit={submit}
        buttonClass="button danger"
        isDisabled={state === 'busy'}
        beside={
          <button type="button" class="button plain-button" onClick={onClose}>
            {t('common.cancel')}
          </button>
        }
      >
        <p>{children ?? t('common.deleteAbout')}</p>
      </Form>
    </Dialog>
  );
}

/** The dialog with the form of a thing; `edited` is null for a new one, others can be deleted from there. */
export function EditDialog<Answer>(props: {
  readonly title: string;
  readonly edited: { readonly id: string; readonly name: string } | null;
  readonly remove: (id: string) => Promise<Answer>;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
  readonly form: { readonly onSubmit: () => void; readonly error: unknown };
  readonly children: ComponentChildren;
}) {
  const { title, edited, remove, onClose, onDeleted, form, children } = props;
  const [isLeaving, setLeaving] = useState(false);
  if (edited && isLeaving)
    return (
      <DeletionDialog
        name={edited.name}
        remove={() => remove(edited.id)}
        onClose={() => setLeaving(false)}
        onDeleted={onDeleted}
      />
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        {...form}
        submit={edited ? t('common.save') : t('common.add')}
        beside={
          edited && (
            <button type="button" class="button danger" onClick={() => setLeaving(true)}>
              {t('common.delete')}
            </button>
          )
        }
      >
        {children}
      </Form>
    </Dialog>
  );
}
