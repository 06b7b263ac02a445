import { useState } from 'preact/hooks';
import { Dialog } from './overlays.tsx';
import { areOff, shortcutsByKey, turnKeys, useShortcut } from './shortcuts.ts';

const NAMES: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc' };

/** A button, and the key `?`, for the list of all shortcuts that work on the page now. */
export function ShortcutHelp() {
  const [isOpen, setOpen] = useState(false);
  useShortcut('?', 'Show keyboard shortcuts', () => setOpen(true));
  return (
    <>
      <button type="button" class="quiet text shortcut-button" onClick={() => setOpen(true)}>
        Keyboard shortcuts
      </button>
      {isOpen && <List onClose={() => setOpen(false)} />}
    </>
  );
}

function List({ onClose }: { readonly onClose: () => void }) {
  const [isOn, setOn] = useState(!areOff());
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="shortcuts">
        {[...shortcutsByKey().values()].map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <kbd>{NAMES[key] ?? key.toUpperCase()}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <label class="shortcut-switch">
        <input
          type="checkbox"
          checked={isOn}
          onChange={event => {
            turnKeys(event.currentTarget.checked);
            setOn(event.currentTarget.checked);
          }}
        />
        Use these keys in this browser
      </label>
    </Dialog>
  );
}
