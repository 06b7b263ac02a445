import type { Metric } from '../../domain/metric.ts';
import { formatChange, formatRate } from '../format.ts';
import { Icon } from './icon.tsx';

/** The relative change, repeated by arrow, hidden word and colour; a metric without a good direction has no colour. */
export function Change({ change, good = 'up' }: { readonly change: number | null; readonly good?: Metric['good'] }) {
  if (change === null) return null;
  const rounded = Math.round(change * 100);
  if (rounded === 0) return <span class="change">±{formatRate(0)}</span>;
  const way = rounded > 0 ? 'up' : 'down';
  const verdict = good === null ? '' : way === good ? ' better' : ' worse';
  return (
    <span class={`change${verdict}`}>
      <Icon name={way} />
      <span class="hidden">{way} </span>
      {formatChange(Math.abs(change)).replace('+', '')}
    </span>
  );
}

/** A small line chart, hidden from screen readers; its numbers must be next to it as text. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const top = Math.max(1, ...values);
  const step = 120 / Math.max(1, values.length - 1);
  const points = values.map((value, index) => `${(index * step).toFixed(1)},${(30 - (value / top) * 27).toFixed(1)}`);
  return (
    <svg class="sparkline" viewBox="0 0 120 32" preserveAspectRatio="none" aria-hidden="true">
      <path class="area" d={`M0,32 L${points.join(' L')} L120,32 Z`} />
      <path class="line" d={`M${points.join(' L')}`} />
    </svg>
  );
}
