import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useArrival } from '../parts/focus.ts';
import { usePress } from '../parts/press.ts';
import type { ViewName } from './state.ts';
import { urlOf } from './url-state.ts';
import { useView } from './view.ts';

/** The view that the reader has just left. */
let left: ViewName | null = null;

/** Gives the focus to the heading of a view that opens, and, when it is left, to the link that leads to it. */
export function useViewFocus(view: ViewName, heading: RefObject<HTMLElement | null>): void {
  useArrival(heading);
  useLayoutEffect(
    () => () => {
      left = view;
      // The link may come later; a reader who has gone elsewhere by then stays there.
      document.addEventListener('keydown', forget, { once: true, capture: true });
      document.addEventListener('pointerdown', forget, { once: true, capture: true });
    },
    [view],
  );
}

function forget(): void {
  left = null;
}

/** A link to what can fill the whole page, or back to the overview. */
export function ViewLink(props: {
  readonly view: ViewName | null;
  readonly class: string;
  /** The name and tooltip of a link that shows only an icon. */
  readonly names?: { readonly 'aria-label': string; readonly title: string };
  readonly children: ComponentChildren;
}) {
  const { view, names, children } = props;
  const { state, change } = useView();
  const [, press] = usePress<ViewName | ''>(state.view ?? '', () => change({ view }));
  const own = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    if (view === null || view !== left) return;
    forget();
    own.current?.focus();
  }, [view]);
  return (
    <a
      ref={own}
      class={props.class}
      href={urlOf({ ...state, view })}
      {...names}
      onClick={event => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        press(view ?? '');
      }}
    >
      {children}
    </a>
  );
}
