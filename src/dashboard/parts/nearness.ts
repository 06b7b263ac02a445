import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Milliseconds that printing waits for what is still to be read. */
const PATIENCE = 5_000;

/** Returns true once the element is in view or close to it, or the page is printed, and from then on; null until it is known. */
export function useNearness(element: RefObject<Element | null>): boolean | null {
  const [isNear, setNear] = useState<boolean | null>(null);
  useEffect(() => {
    if (isNear || !element.current) return;
    const show = () => setNear(true);
    const watching = new IntersectionObserver(entries => setNear(entries.some(entry => entry.isIntersecting)), {
      rootMargin: '300px',
    });
    watching.observe(element.current);
    addEventListener('beforeprint', show);
    return () => {
      watching.disconnect();
      removeEventListener('beforeprint', show);
    };
  }, [isNear, element]);
  return isNear;
}

/** Prints the whole page when the reader presses the keys of the browser for that. */
export function printWholeByKeys(): void {
  addEventListener('keydown', async event => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== 'p') return;
    event.preventDefault();
    await printWhole();
  });
}

/** Prints the page once all that waits for nearness is there. */
export async function printWhole(): Promise<void> {
  dispatchEvent(new Event('beforeprint'));
  const end = Date.now() + PATIENCE;
  // What has just been asked for is marked as busy in the next frames.
  for (let calm = 0; calm < 3 && Date.now() < end; ) {
    await new Promise(requestAnimationFrame);
    calm = document.querySelector('[aria-busy="true"]') ? 0 : calm + 1;
  }
  print();
}
