import { formatChange, formatRate } from '../format.ts';
import { Icon } from './icon.tsx';

/** Growth against what it is compared with: sign, word and colour say the same. `inverse` where less is better. */
export function Change({ change, inverse = false }: { readonly change: number | null; readonly inverse?: boolean }) {
  if (change === null) return null;
  const rounded = Math.round(change * 100);
  if (rounded === 0) return <span class="change">±{formatRate(0)}</span>;
  const isUp = rounded > 0;
  return (
    <span class={`change ${isUp === inverse ? 'worse' : 'better'}`}>
      <Icon name={isUp ? 'up' : 'down'} />
      <span class="hidden">{isUp ? 'up' : 'down'} </span>
      {formatChange(Math.abs(change)).replace('+', '')}
    </span>
  );
}
