import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

const FOCUSABLE = ['a[href]', 'button', 'input', 'select', 'textarea', 'summary', '[tabindex="0"]'].join();

/** What had the focus last, and its place in each element around it, the innermost first. */
interface Holder {
  readonly element: HTMLElement;
  readonly places: readonly (readonly [around: Element, index: number])[];
}

let last: Holder | null = null;

/**
 * Gives the focus to what is in the same place when the element that had it leaves the page; otherwise the keys of the
 * reader would begin at the top of the page again.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = holderOf(target);
  });
  // A click beside everything takes the focus away, which is what the reader wants.
  document.addEventListener('pointerdown', () => {
    last = null;
  });
  new MutationObserver(restore).observe(document.body, { childList: true, subtree: true });
}

function holderOf(element: HTMLElement): Holder {
  const places: (readonly [Element, number])[] = [];
  for (let around = element.parentElement; around && around !== document.body; around = around.parentElement)
    places.push([around, focusableIn(around).indexOf(element)]);
  return { element, places };
}

function focusableIn(around: Element): readonly HTMLElement[] {
  return [...around.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    one => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility(),
  );
}

function restore(): void {
  if (!last || document.activeElement !== document.body) return;
  const { element, places } = last;
  // An element that only moved is still there.
  const isThere = element.isConnected && element.checkVisibility();
  const next = isThere ? element : places.map(([around, index]) => nearest(around, index)).find(Boolean);
  next?.focus();
}

/** Returns what has that place within an element now, or the last of those before it; nothing in one that is gone. */
function nearest(around: Element, index: number): HTMLElement | undefined {
  const left = around.isConnected ? focusableIn(around) : [];
  return left[Math.max(0, Math.min(index, left.length - 1))];
}

/** Gives the focus to an element that comes in place of others; a page that opens leaves the focus alone. */
export function useArrival(arriving: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (last) arriving.current?.focus();
  }, [arriving]);
}

/** Returns the properties of a button that does nothing now, but keeps the focus, which `disabled` would take from it. */
export function pressable(isPossible: boolean, onClick: () => void) {
  return isPossible ? { onClick } : { 'aria-disabled': true as const };
}
