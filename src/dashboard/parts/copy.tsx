import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { Scroll } from './scroll.tsx';

/** Text to take elsewhere, with a button that copies it and says so. */
export function Copy({ text, name }: { readonly text: string; readonly name: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text).catch(() => undefined);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <div class="copy">
      <Scroll name={name}>
        <pre>{text}</pre>
      </Scroll>
      <button type="button" class="button small" onClick={copy}>
        <Icon name="copy" />
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
      </button>
    </div>
  );
}
