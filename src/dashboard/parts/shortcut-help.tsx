import { useState } from 'preact/hooks';
import { t } from '../messages.ts';
import { Dialog } from './overlays.tsx';
import { areOff, shortcutsByKey, turnKeys, useShortcut } from './shortcuts.ts';

const NAMES: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→' };

/** A button, and the key `?`, for the list of all shortcuts that work on the page now. */
export function ShortcutHelp() {
  const [isOpen, setOpen] = useState(false);
  useShortcut('?', t('shortcuts.show'), () => setOpen(true));
  return (
    <>
      <button type="button" class="quiet text shortcut-button" onClick={() => setOpen(true)}>
        {t('shortcuts.title')}
      </button>
      {isOpen && <List onClose={() => setOpen(false)} />}
    </>
  );
}

function List({ onClose }: { readonly onClose: () => void }) {
  const [isOn, setOn] = useState(!areOff());
  // The keys of the chart belong to its slider, which says them to screen readers only.
  const [chart] = useState(() => document.querySelector('.chart-slider')?.getAttribute('aria-description'));
  return (
    <Dialog title={t('shortcuts.title')} onClose={onClose}>
      <dl class="shortcuts">
        {[...shortcutsByKey().values()].map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <kbd>{key === 'Escape' ? t('shortcuts.escape') : (NAMES[key] ?? key.toUpperCase())}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      {chart && <p class="hint">{chart}</p>}
      <label class="shortcut-switch">
        <input
          type="checkbox"
          checked={isOn}
          onChange={event => {
            turnKeys(event.currentTarget.checked);
            setOn(event.currentTarget.checked);
          }}
        />
        {t('shortcuts.use')}
      </label>
    </Dialog>
  );
}
