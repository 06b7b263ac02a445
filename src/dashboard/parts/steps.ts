import { useEffect, useState } from 'preact/hooks';

/** Counts from 0 to `last`, each step in a separate task, so that a page drawn part by part stays responsive. */
export function useSteps(last: number): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step >= last) return;
    const timer = setTimeout(() => setStep(step + 1));
    return () => clearTimeout(timer);
  }, [step, last]);
  return step;
}
