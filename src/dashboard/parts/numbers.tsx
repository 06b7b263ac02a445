import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** The numbers behind a picture, which are drawn once they are opened. */
export function Numbers(props: {
  readonly class: string;
  readonly title: string;
  readonly children: () => ComponentChildren;
}) {
  const { title, children } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <details class={props.class} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  );
}
