import { useRef, useState } from 'preact/hooks';
import { t } from '../messages.ts';
import { Icon } from './icon.tsx';
import { Scroll } from './table.tsx';

const SAID_FOR = 4_000;

/** A text with a button that copies it and says whether that worked. */
export function Copy({ text, name }: { readonly text: string; readonly name: string }) {
  const [said, setSaid] = useState(t('common.copy'));
  const shown = useRef<HTMLPreElement>(null);
  const copy = async () => {
    const isCopied = await copyText(text);
    // Browsers deny the clipboard to pages loaded over plain http.
    if (!isCopied && shown.current) getSelection()?.selectAllChildren(shown.current);
    setSaid(isCopied ? t('copy.done') : t('copy.selected'));
    setTimeout(() => setSaid(t('common.copy')), SAID_FOR);
  };
  return (
    <div class="copy">
      <Scroll name={name}>
        <pre ref={shown}>{text}</pre>
      </Scroll>
      <button type="button" class="button small" onClick={copy}>
        <Icon name="copy" />
        <span aria-live="polite">{said}</span>
      </button>
    </div>
  );
}

async function copyText(text: string): Promise<boolean> {
  if (!isSecureContext) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
