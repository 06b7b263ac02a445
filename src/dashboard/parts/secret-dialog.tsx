import type { ComponentChildren } from 'preact';
import { t } from '../messages.ts';
import { Copy } from './copy.tsx';
import { Dialog } from './overlays.tsx';

/** A dialog with a secret to copy, which is shown only once. */
export function SecretDialog(props: {
  readonly title: string;
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const { title, name, secret, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">
        <p>{children}</p>
        <Copy text={secret} name={name} />
        <button type="button" class="button" onClick={onClose}>
          {t('common.done')}
        </button>
      </div>
    </Dialog>
  );
}
