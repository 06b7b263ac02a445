import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../messages.ts';
import { holdFocus } from './focus.ts';
import { Icon, IconButton, type IconName } from './icon.tsx';
import { useShortcut } from './shortcuts.ts';

/** Pixels kept free between a panel and the edge of the window. */
const EDGE = 8;

/**
 * A button with a panel below it; Escape and `close` shut the panel and return the focus, leaving it only shuts it. The
 * `close` of an earlier opening, which a late answer may call, does nothing.
 */
export function Popover(props: {
  readonly label: ComponentChildren;
  /** Stands before the label. */
  readonly icon?: IconName;
  /** The accessible name of button and panel. */
  readonly name: string;
  /** Whether the button is the heading of the page. */
  readonly isTitle?: boolean;
  /** The key that opens the panel and goes into it, and what the list of keys calls that. */
  readonly shortcut?: readonly [key: string, label: string];
  readonly class?: string;
  readonly align?: 'start' | 'end';
  readonly children: (close: () => void) => ComponentChildren;
}) {
  const { label, icon, name, isTitle = false, shortcut, align = 'start', children } = props;
  const [isOpen, setOpen] = useState(false);
  /** The button shows a press at once, before the panel is drawn. */
  const [isDrawn, setDrawn] = useState(false);
  const isShown = isOpen && isDrawn;
  /** How often the panel was opened or shut. */
  const turns = useRef(0);
  const isByKey = useRef(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  const id = useId();

  const turn = useCallback((opens: boolean, isKey = false) => {
    turns.current++;
    setOpen(opens);
    // The next key is already one in the panel.
    if (isKey) setDrawn(true);
  }, []);
  // Effects run after the browser has drawn.
  useEffect(() => setDrawn(isOpen), [isOpen]);
  const open = () => {
    isByKey.current = true;
    turn(true, true);
  };
  useShortcut(shortcut?.[0] ?? '', shortcut?.[1] ?? '', shortcut ? open : null);
  useLayoutEffect(() => {
    if (isShown && isByKey.current)
      panel.current?.querySelector<HTMLElement>('input, select, textarea, button, a')?.focus();
    isByKey.current = false;
  }, [isShown]);

  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) turn(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [isOpen, turn]);

  // On a narrow screen, a panel could extend beyond the edges of the window.
  useLayoutEffect(() => {
    const shown = panel.current;
    if (!isShown || !shown) return;
    const move = () => {
      shown.style.translate = '';
      const { left, right } = shown.getBoundingClientRect();
      const over = Math.min(0, document.body.clientWidth - EDGE - right);
      shown.style.translate = `${Math.max(over, EDGE - left)}px`;
    };
    move();
    // Content that loads later can make the panel wider.
    const watching = new ResizeObserver(move);
    watching.observe(shown);
    return () => watching.disconnect();
  }, [isShown]);

  const drawnAt = turns.current;
  const close = () => {
    if (turns.current !== drawnAt) return;
    turn(false);
    button.current?.focus();
  };
  const opener = (
    <button
      type="button"
      ref={button}
      class="control"
      aria-keyshortcuts={shortcut?.[0]}
      aria-expanded={isOpen}
      aria-controls={isShown ? id : undefined}
      aria-label={name}
      onClick={({ detail }) => turn(!isOpen, detail === 0)}
    >
      {icon && <Icon name={icon} />}
      {label}
    </button>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works wherever the focus is inside.
    <div
      class={`popover ${props.class ?? ''}`}
      ref={root}
      onKeyDown={event => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.preventDefault();
        close();
      }}
    >
      {isTitle ? <h1>{opener}</h1> : opener}
      {isShown && (
        <section class={`panel-over ${align}`} ref={panel} id={id} aria-label={name}>
          {children(close)}
        </section>
      )}
    </div>
  );
}

/** A modal dialog with a heading; the browser keeps the focus inside and closes it on Escape. */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const { title, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // The next key that is pressed is already one in the dialog.
  useLayoutEffect(() => {
    const giveBack = holdFocus(dialog);
    dialog.current?.showModal();
    // Of a form, the reader wants the first field, not the button that closes it.
    dialog.current?.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus();
    return giveBack;
  }, []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onClose={onClose}>
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" name={t('common.close')} onClick={onClose} />
      </div>
      {children}
    </dialog>
  );
}

/** A button that opens a dialog; `close` shuts it. */
export function DialogButton(props: {
  readonly class: string;
  readonly label: string;
  readonly title?: string;
  readonly children: (close: () => void) => ComponentChildren;
}) {
  const { label, title = label, children } = props;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" class={props.class} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={close}>
          {children(close)}
        </Dialog>
      )}
    </>
  );
}
