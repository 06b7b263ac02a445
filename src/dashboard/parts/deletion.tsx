import type { ComponentChildren } from 'preact';
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
