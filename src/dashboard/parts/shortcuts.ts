import { useLayoutEffect, useRef } from 'preact/hooks';

/** A key that does something wherever the focus is; `key` is a `KeyboardEvent.key`, in lower case if it is a letter. */
interface Shortcut {
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
}

/** The shortcuts of every component that is on the page now. */
const registered = new Set<{ readonly current: readonly Shortcut[] }>();
/** Where the reader's choice is kept; screen readers and speech input may need single keys for themselves. */
const OFF = 'footfall-shortcuts';

/** Sliders, checkboxes and radio buttons do nothing with letters. */
const TYPED = 'input:not([type=range], [type=checkbox], [type=radio])';
const TAKES_KEYS = [TYPED, 'textarea', 'select', '[contenteditable]', 'dialog'].join();

/** Gives an action a key for as long as the component is there; a null action is neither run nor listed. */
export function useShortcut(key: string, label: string, action: (() => void) | null): void {
  useShortcuts(action ? [{ key, label, run: action }] : []);
}

/** Gives several actions a key each. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const own = useRef(shortcuts);
  own.current = shortcuts;
  useLayoutEffect(() => {
    if (registered.size === 0) document.addEventListener('keydown', press);
    registered.add(own);
    return () => {
      registered.delete(own);
      if (registered.size === 0) document.removeEventListener('keydown', press);
    };
  }, []);
}

/** Returns key -> shortcut of all that work now; of two with the same key, the component that came later has it. */
export function shortcutsByKey(): ReadonlyMap<string, Shortcut> {
  return new Map([...registered].flatMap(({ current }) => current.map(shortcut => [shortcut.key, shortcut])));
}

function press(event: KeyboardEvent): void {
  if (areOff() || !isFree(event)) return;
  const found = shortcutsByKey().get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
  if (!found) return;
  // Otherwise the key would be typed into the field that it focuses.
  event.preventDefault();
  // What an open panel shows does what a click on it does, which can shut the panel.
  const shown = shownIn(document.querySelector('.panel-over'), event);
  if (shown) shown.click();
  else found.run();
}

/** Returns what has the key in a panel. */
function shownIn(panel: Element | null, { key }: KeyboardEvent): HTMLElement | null {
  return panel?.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}" i]`) ?? null;
}

/**
 * Returns whether nothing else wants the key: a field, an open dialog, an open panel that does not show the key, a widget
 * that has handled it, the browser.
 */
function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest(TAKES_KEYS)) return false;
  if (document.querySelector('dialog[open]')) return false;
  const panel = event.key.length === 1 && document.querySelector('.panel-over');
  if (panel && !shownIn(panel, event)) return false;
  // Arrows scroll a box and move within a widget.
  return !event.key.startsWith('Arrow') || target === document.body || target.matches('a, button:not([role])');
}

/** Returns whether the reader has turned the keys off in this browser. */
export function areOff(): boolean {
  try {
    return localStorage.getItem(OFF) === 'off';
  } catch {
    return false;
  }
}

/** Turns the keys on or off in this browser. */
export function turnKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, 'off');
  } catch {
    // The browser stores nothing for this page; the shortcuts stay on.
  }
}
