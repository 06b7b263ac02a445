import type { ComponentChildren } from 'preact';

/** A scrollable box; it takes the keyboard focus, so that it can be scrolled without a pointer. */
export function Scroll({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box has to take the focus.
    <section class="scroll" aria-label={name} tabIndex={0}>
      {children}
    </section>
  );
}
