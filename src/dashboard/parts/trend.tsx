import type { Metric } from '../../domain/metric.ts';
import { formatChange, formatPoints } from '../format.ts';
import { t } from '../messages.ts';
import { Icon } from './icon.tsx';

/**
 * The relative change, of a share its difference in points; arrow and hidden word repeat it, and a colour unless it is
 * noise or the metric has no good direction.
 */
export function Change(props: {
  readonly change: number | null;
  /** The difference of a share. */
  readonly points?: number | null;
  readonly isNoise?: boolean | null;
  readonly good?: Metric['good'];
}) {
  const { change, points = null, isNoise = false, good = 'up' } = props;
  const size = points ?? change;
  if (size === null) return null;
  const text = points === null ? formatChange(size) : formatPoints(Math.abs(size));
  if (Math.round(Math.abs(size) * (points === null ? 100 : 1000)) === 0) return <span class="change">±{text}</span>;
  const way = size > 0 ? 'up' : 'down';
  const verdict = isNoise || good === null ? '' : way === good ? ' better' : ' worse';
  return (
    <span class={`change${verdict}`}>
      <Icon name={way} />
      <span class="hidden">{t(`change.${way}`)} </span>
      {text}
    </span>
  );
}
