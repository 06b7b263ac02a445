import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Change } from './url-state.ts';
import { useView, ViewContext } from './view.ts';

/**
 * A part of the page that follows what was chosen elsewhere once the browser has drawn that choice, so that the page
 * answers input sooner. What is chosen within the part, and new numbers, are drawn at once.
 */
export function Following({ children }: { readonly children: ComponentChildren }) {
  const newest = useView();
  const [drawn, setDrawn] = useState(newest);
  const isOurs = useRef(false);
  const view = isOurs.current || newest.shown !== drawn.shown ? newest : drawn;
  // Effects run after the browser has drawn.
  useEffect(() => {
    isOurs.current = false;
    setDrawn(newest);
  }, [newest]);
  const changePage = newest.change;
  const change = useCallback<Change>(
    (part, how) => {
      isOurs.current = true;
      changePage(part, how);
    },
    [changePage],
  );
  const value = useMemo(() => ({ ...view, change }), [view, change]);
  return <ViewContext.Provider value={value}>{children}</ViewContext.Provider>;
}
