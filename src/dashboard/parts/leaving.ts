import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Calls `leave` when the reader presses or focuses something outside the element; `leave` must not change. */
export function useLeaving(element: RefObject<Element | null>, isActive: boolean, leave: () => void): void {
  useEffect(() => {
    if (!isActive) return;
    const away = (event: Event) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) leave();
    };
    document.addEventListener('pointerdown', away);
    document.addEventListener('focusin', away);
    return () => {
      document.removeEventListener('pointerdown', away);
      document.removeEventListener('focusin', away);
    };
  }, [element, isActive, leave]);
}
