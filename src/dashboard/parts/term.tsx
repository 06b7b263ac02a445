import { useId, useState } from 'preact/hooks';

/** Pixels kept free between the explanation and the edge of the window, and its width in lists.css. */
const EDGE = 8;
const WIDTH = 260;

/** A word that is explained below it while it is pointed at or has the focus; Escape hides the explanation. */
export function Term({ text, about }: { readonly text: string; readonly about: string }) {
  const [at, setAt] = useState<{ readonly left: string; readonly top: string } | null>(null);
  const id = useId();
  const show = ({ currentTarget }: { readonly currentTarget: EventTarget }) => {
    const { right, bottom } = (currentTarget as HTMLElement).getBoundingClientRect();
    const left = Math.max(EDGE, Math.min(right, innerWidth - EDGE) - WIDTH);
    setAt({ left: `${left}px`, top: `${bottom + 4}px` });
  };
  const hide = () => setAt(null);
  return (
    <>
      <button
        type="button"
        class="term"
        aria-describedby={id}
        onPointerEnter={show}
        onFocus={show}
        onPointerLeave={hide}
        onBlur={hide}
        onKeyDown={event => {
          if (event.key !== 'Escape' || !at) return;
          event.preventDefault();
          hide();
        }}
      >
        {text}
      </button>
      <span class="about" role="tooltip" id={id} hidden={!at} style={at ?? undefined}>
        {about}
      </span>
    </>
  );
}
