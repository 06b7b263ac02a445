import type { ComponentChildren } from 'preact';

/** What may be wider or higher than its place; the keyboard reaches it, so that it can be scrolled without a pointer. */
export function Scroll({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus.
    <section class="scroll" aria-label={name} tabIndex={0}>
      {children}
    </section>
  );
}
