import { useEffect, useState } from 'preact/hooks';
import type { ChartProps } from './time-chart.tsx';

/** Asked for at once, beside the first question, but not before the page can be drawn. */
const loading = import('./time-chart.tsx');

/** The chart as soon as its part of the app is there; its place is kept free until then. */
export function LazyChart(props: ChartProps) {
  const [part, setPart] = useState<Awaited<typeof loading> | null>(null);
  useEffect(() => {
    loading.then(setPart, () => undefined);
  }, []);
  return part ? <part.TimeChart {...props} /> : <div class="chart" />;
}
