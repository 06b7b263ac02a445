import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <pre tabIndex={0} aria-label={name}>
        {text}
      </pre>
      <button type="button" class="button small" onClick={copy}>
        <Icon name="copy" />
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
      </button>
    </div>
  );
}
