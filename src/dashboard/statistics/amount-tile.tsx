import { isNoise } from '../../domain/change.ts';
import { formatAmount, formatShortAmount, isShortened } from '../format.ts';
import { t } from '../messages.ts';
import { useExact } from '../parts/term.tsx';
import { Change } from '../parts/trend.tsx';
import { amountIn, shownUnit } from './drawn.ts';
import { useShown } from './view.ts';

/** The sums of the amounts by unit; a click on one shows it in the chart. */
export function AmountTile() {
  const { amounts = [] } = useShown().overview.summary;
  const isOne = amounts.length === 1;
  const lines = amounts.map(amount => <AmountLine key={amount.unit} {...amount} isOne={isOne} />);
  if (isOne) return <li>{lines}</li>;
  return (
    <li class="tile-lines">
      <span class="tile-label">{t('tiles.amounts')}</span>
      {lines}
    </li>
  );
}

function AmountLine(props: { readonly unit: string; readonly sum: string; readonly isOne: boolean }) {
  const { unit, sum, isOne } = props;
  const { overview, state, change } = useShown();
  const { previousAmounts = null, comparedAmounts = null } = overview.summary;
  const now = comparedAmounts ? amountIn(comparedAmounts, unit) : Number(sum);
  const before = previousAmounts && amountIn(previousAmounts, unit);
  const sums = before === null ? [sum] : [sum, String(before)];
  const value = formatAmount(sum, unit);
  const exact = before === null ? value : t('tiles.exact', { value, previous: formatAmount(String(before), unit) });
  const { describedBy, handlers, explanation } = useExact(sums.some(one => isShortened(Number(one))) ? exact : '');
  return (
    <>
      <button
        type="button"
        class={isOne ? 'tile' : 'tile tile-line'}
        aria-pressed={unit === shownUnit(state, overview)}
        aria-describedby={describedBy}
        onClick={() => change({ unit })}
        {...handlers}
      >
        <span class={isOne ? 'tile-label' : 'hidden'}>{t('tiles.amount')} </span>
        <span class="tile-value" data-unit={unit}>
          {formatShortAmount(Number(sum), unit)}
        </span>
        <span class="tile-change">
          <Change
            change={before ? (now - before) / Math.abs(before) : null}
            isNoise={before !== null && isNoise(now, before, Number.POSITIVE_INFINITY)}
          />
          {before !== null && (
            <span class={isOne ? 'before' : 'hidden'}>
              {' '}
              {t('tiles.from', { previous: formatShortAmount(before, unit) })}
            </span>
          )}
        </span>
      </button>
      {explanation}
    </>
  );
}
