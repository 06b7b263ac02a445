import { useId, useState } from 'preact/hooks';

/** Pixels kept free between the explanation and the edge of the window, and its greatest width in lists.css. */
const EDGE = 8;
const WIDTH = 260;

/**
 * Returns the handlers of an element that is explained below it while it is pointed at or has the focus, and the
 * explanation, which its buttons name in `aria-describedby`. Escape hides it. `leftOf` places it.
 */
function useAbout(about: string, name: string, leftOf: (element: DOMRect) => number) {
  const [at, setAt] = useState<{ readonly left: string; readonly top: string } | null>(null);
  const id = useId();
  const show = ({ currentTarget }: { readonly currentTarget: EventTarget }) => {
    const element = (currentTarget as HTMLElement).getBoundingClientRect();
    setAt({ left: `${leftOf(element)}px`, top: `${element.bottom + 4}px` });
  };
  const hide = () => setAt(null);
  // A finger gives the focus when it is lifted.
  const byMouse = (act: typeof show) => (event: PointerEvent & { readonly currentTarget: EventTarget }) =>
    event.pointerType !== 'touch' && act(event);
  return {
    id,
    handlers: {
      onPointerEnter: byMouse(show),
      onFocusIn: show,
      onPointerLeave: byMouse(hide),
      onFocusOut: hide,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !at) return;
        event.preventDefault();
        hide();
      },
    },
    explanation: (
      <span class={name} role="tooltip" id={id} hidden={!at} style={at ?? undefined}>
        {about}
      </span>
    ),
  };
}

/** A word that is explained below it while it is pointed at or has the focus. */
export function Term({ text, about }: { readonly text: string; readonly about: string }) {
  const { id, handlers, explanation } = useAbout(about, 'about', ({ right }) =>
    Math.max(EDGE, Math.min(right, innerWidth - EDGE) - WIDTH),
  );
  return (
    <>
      <button type="button" class="term" aria-describedby={id} {...handlers}>
        {text}
      </button>
      {explanation}
    </>
  );
}

/** Returns the same for the exact values of shortened numbers; nothing if none is shortened. */
export function useExact(text: string) {
  const margin = EDGE + WIDTH / 2;
  const { id, handlers, explanation } = useAbout(text, 'about exact', ({ left, width }) =>
    Math.max(margin, Math.min(left + width / 2, innerWidth - margin)),
  );
  return text === ''
    ? { describedBy: undefined, handlers: {}, explanation: null }
    : { describedBy: id, handlers, explanation };
}
