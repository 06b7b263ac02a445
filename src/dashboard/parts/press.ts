import { useEffect, useState } from 'preact/hooks';

/**
 * Returns what a control shows as chosen, and a function that chooses. The control shows a choice at once; `onChoose`
 * runs once the browser has drawn that, so that the page answers input before it draws what was chosen.
 */
export function usePress<Choice extends string>(
  chosen: Choice,
  onChoose: (choice: Choice) => void,
): readonly [pressed: Choice, press: (choice: Choice) => void] {
  const [newest, press] = useState<Choice | null>(null);
  // Effects run after the browser has drawn, or before the next press is drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice is made once.
  useEffect(() => {
    if (newest !== null) onChoose(newest);
  }, [newest]);
  useEffect(() => {
    if (newest === chosen) press(now => (now === newest ? null : now));
  }, [newest, chosen]);
  return [newest ?? chosen, press];
}
