import { useEffect, useState } from 'preact/hooks';
import type { ChartProps } from './time-chart.tsx';

/** Requested at once, in parallel with the first query, but not before the page can be drawn. */
const loading = import('./time-chart.tsx');

/** The chart once its part of the app has loaded; an empty box of its size until then. */
export function LazyChart(props: ChartProps) {
  const [part, setPart] = useState<Awaited<typeof loading> | null>(null);
  useEffect(() => {
    loading.then(setPart, () => undefined);
  }, []);
  return part ? <part.TimeChart {...props} /> : <div class="chart" />;
}
