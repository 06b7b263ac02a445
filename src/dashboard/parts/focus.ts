import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

const FOCUSABLE = ['a[href]', 'button', 'input', 'select', 'textarea', 'summary', '[tabindex="0"]'].join();

/** What had the focus last, and what is before it in each element around it, the innermost first. */
interface Holder {
  readonly element: HTMLElement;
  readonly places: readonly (readonly [around: Element, before: readonly HTMLElement[]])[];
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
  const places: (readonly [Element, readonly HTMLElement[]])[] = [];
  // This runs at every click, so what of it is visible is determined only when it matters.
  const all = [...document.body.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const at = Math.max(0, all.indexOf(element));
  let first = at;
  for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
    while (first > 0 && around.contains(all[first - 1] as HTMLElement)) first--;
    places.push([around, all.slice(all[first] === around ? first + 1 : first, at)]);
  }
  return { element, places };
}

/** Returns true for what takes the focus, or did before it left the page. */
function isFocusable(one: HTMLElement): boolean {
  return one.tabIndex >= 0 && !one.matches(':disabled') && (!one.isConnected || one.checkVisibility());
}

function restore(): void {
  if (!last || document.activeElement !== document.body) return;
  // An embedded page must not take the focus from the page around it.
  if (window.parent !== window && !document.hasFocus()) return;
  const { element, places } = last;
  // An element that only moved is still there.
  const isThere = element.isConnected && element.checkVisibility();
  const next = isThere ? element : places.map(([around, before]) => nearest(around, before)).find(Boolean);
  next?.focus();
}

/** Returns what comes after as many within an element now, or else the last; nothing in one that is gone. */
function nearest(around: Element, before: readonly HTMLElement[]): HTMLElement | undefined {
  if (!around.isConnected) return;
  const left = [...around.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isFocusable);
  return left[Math.min(before.filter(isFocusable).length, left.length - 1)];
}

/**
 * Returns a function that gives the focus back to what has it now, or had it last, to nothing if nothing did. Focus that
 * the reader has moved out of `leaving` stays where it is.
 */
export function holdFocus(leaving: RefObject<HTMLElement | null>): () => void {
  const held = last;
  return () => {
    const { activeElement, body } = document;
    if (activeElement !== body && !leaving.current?.contains(activeElement)) return;
    last = held;
    held?.element.focus();
  };
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
