import { useLayoutEffect, useState } from 'preact/hooks';

/** When a part below others reads, and when it is seen. */
export interface Turn {
  readonly isNear: boolean;
  readonly isHidden: boolean;
  readonly onDrawn: () => void;
}

/**
 * Gives turns to parts that stand below each other and all read at once: from then on, each is seen when those above are
 * drawn, since it would move otherwise. Also returns whether all are drawn.
 */
export function useTurns(parts: number, isNear: boolean) {
  const [drawn, setDrawn] = useState<readonly number[]>([]);
  const turnOf = (at: number): Turn => ({
    isNear,
    isHidden: isNear && drawn.filter(other => other < at).length < at,
    onDrawn: () => setDrawn(others => (others.includes(at) ? others : [...others, at])),
  });
  return { turnOf, areDrawn: drawn.length === parts };
}

/** Ends the turn of a part, before the browser draws what it was waiting for. */
export function useDrawn({ onDrawn }: Turn, isDrawn: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn is the same all the time.
  useLayoutEffect(() => {
    if (isDrawn) onDrawn();
  }, [isDrawn]);
}
