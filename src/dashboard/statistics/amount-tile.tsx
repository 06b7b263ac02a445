import { isNoise } from '../../domain/change.ts';
import { formatAmount, formatShortAmount } from '../format.ts';
import { Change } from '../parts/trend.tsx';
import { amountIn, shownUnit } from './drawn.ts';
import { useShown } from './view.ts';

/** The sums of the amounts by unit; a click on one shows it in the chart. */
export function AmountTile() {
  const { overview, state, change } = useShown();
  const { amounts = [], previousAmounts = null, comparedAmounts = null } = overview.summary;
  const chosen = shownUnit(state, overview);
  const isOne = amounts.length === 1;
  const lines = amounts.map(({ unit, sum }) => {
    const now = comparedAmounts ? amountIn(comparedAmounts, unit) : Number(sum);
    const before = previousAmounts && amountIn(previousAmounts, unit);
    const from = before === null ? '' : `from ${formatShortAmount(before, unit)}`;
    return (
      <button
        type="button"
        key={unit}
        class={isOne ? 'tile' : 'tile tile-line'}
        aria-pressed={unit === chosen}
        title={[formatAmount(sum, unit), from].join(' ').trim()}
        onClick={() => change({ unit })}
      >
        <span class={isOne ? 'tile-label' : 'hidden'}>Amount </span>
        <span class="tile-value" data-unit={unit}>
          {formatShortAmount(Number(sum), unit)}
        </span>
        <span class="tile-change">
          <Change
            change={before ? (now - before) / Math.abs(before) : null}
            isNoise={before !== null && isNoise(now, before, Number.POSITIVE_INFINITY)}
          />
          {from !== '' && <span class={isOne ? 'before' : 'hidden'}> {from}</span>}
        </span>
      </button>
    );
  });
  if (isOne) return <li>{lines}</li>;
  return (
    <li class="tile-lines">
      <span class="tile-label">Amounts</span>
      {lines}
    </li>
  );
}
