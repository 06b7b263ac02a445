import type { ComponentChildren } from 'preact';

/** The rows of a table; a click anywhere in a row is one on the button with its label, if it has one. */
export function Rows({ children }: { readonly children: ComponentChildren }) {
  // biome-ignore lint/a11y/useKeyWithClickEvents: the button has the keys.
  return <tbody onClick={clickRow}>{children}</tbody>;
}

function clickRow({ target, altKey }: MouseEvent): void {
  // A reader who selects text to copy it wants nothing else.
  if (!(target instanceof Element) || target.closest('a, button') || getSelection()?.type === 'Range') return;
  const button = target.closest('tr')?.querySelector('.label button');
  button?.dispatchEvent(new MouseEvent('click', { bubbles: true, altKey }));
}
