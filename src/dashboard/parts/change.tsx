import type { Metric } from '../../domain/metrics.ts';
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
