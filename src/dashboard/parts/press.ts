import { useCallback, useEffect, useState } from 'preact/hooks';

/**
 * Returns what a control shows as chosen, and a function that chooses. The control shows a choice at once; `onChoose`
 * runs once the browser has drawn that, so that the page answers input before it draws what was chosen.
 */
export function usePress<Choice>(
  chosen: Choice,
  onChoose: (choice: Choice) => void,
): readonly [pressed: Choice, press: (choice: Choice) => void] {
  const [newest, setNewest] = useState<{ readonly choice: Choice } | null>(null);
  // Effects run after the browser has drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice is made once.
  useEffect(() => {
    if (!newest) return;
    setNewest(null);
    onChoose(newest.choice);
  }, [newest]);
  const press = useCallback((choice: Choice) => setNewest({ choice }), []);
  return [newest ? newest.choice : chosen, press];
}
