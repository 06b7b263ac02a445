import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Returns true once the element is in view or close to it, and from then on. */
export function useNearness(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !element.current) return;
    const watching = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && setNear(true), {
      rootMargin: '300px',
    });
    watching.observe(element.current);
    return () => watching.disconnect();
  }, [isNear, element]);
  return isNear;
}
