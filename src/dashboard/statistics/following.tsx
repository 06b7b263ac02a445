import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Change } from './url-state.ts';
import { useView, ViewContext } from './view.ts';

/** Milliseconds of drawing after which input is let in. */
const SLICE = 8;

/**
 * A part of the page that follows what was chosen elsewhere once the browser has drawn that choice, so that the page
 * answers input sooner. What is chosen within the part is drawn at once; so are new numbers if it `leads`.
 */
export function Following({
  leads = false,
  children,
}: {
  readonly leads?: boolean;
  readonly children: ComponentChildren;
}) {
  const newest = useView();
  const [drawn, setDrawn] = useState(newest);
  const isOurs = useRef(false);
  const view = isOurs.current || (leads && newest.shown !== drawn.shown) ? newest : drawn;
  // Effects run after the browser has drawn.
  useEffect(() => {
    if (drawn === newest) return;
    return inTurn(() => {
      isOurs.current = false;
      setDrawn(newest);
    });
  }, [newest, drawn]);
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

const waiting = new Set<() => void>();
let isDrawing = false;

/** Draws parts one after the other, some in each task; returns a function that leaves the queue. */
function inTurn(draw: () => void): () => void {
  waiting.add(draw);
  if (!isDrawing) void drawAll();
  return () => waiting.delete(draw);
}

async function drawAll(): Promise<void> {
  isDrawing = true;
  while (waiting.size > 0) {
    const end = performance.now() + SLICE;
    for (const draw of waiting) {
      if (performance.now() >= end) break;
      waiting.delete(draw);
      draw();
      // Preact draws in a microtask of its own.
      await null;
    }
    await new Promise(resolve => setTimeout(resolve));
  }
  isDrawing = false;
}
