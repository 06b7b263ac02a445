import { useEffect, useState } from 'preact/hooks';

/** Counts from 0 to `last`, each step in a task of its own: a page that is drawn part by part answers to clicks meanwhile. */
export function useSteps(last: number): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step >= last) return;
    const timer = setTimeout(() => setStep(step + 1));
    return () => clearTimeout(timer);
  }, [step, last]);
  return step;
}
