import { changeOf } from '../../domain/change.ts';
import { formatAmount, formatShortAmount, isShortened } from '../format.ts';
import { t } from '../messages.ts';
import { useExact } from '../parts/term.tsx';
import { Change } from '../parts/trend.tsx';
import { amountIn } from './drawn.ts';
import { hourOf } from './growth.tsx';
import { useShown } from './view.ts';

/** The sums of the amounts by unit; a click on one shows it in the chart. */
export function AmountTile(props: {
  /** The unit whose amounts are shown in the chart; null for others. */
  readonly pressed: string | null;
  readonly onPress: (unit: string) => void;
}) {
  const { pressed, onPress } = props;
  const { amounts = [] } = useShown().overview.summary;
  const isOne = amounts.length === 1;
  const lines = amounts.map(({ unit, sum }) => (
    <AmountLine key={unit} {...{ unit, sum, isOne }} isPressed={unit === pressed} onPress={() => onPress(unit)} />
  ));
  if (isOne) return <li>{lines}</li>;
  return (
    <li class="tile-lines">
      <span class="tile-label">{t('tiles.amounts')}</span>
      {lines}
    </li>
  );
}

function AmountLine(props: {
  readonly unit: string;
  readonly sum: string;
  readonly isOne: boolean;
  readonly isPressed: boolean;
  readonly onPress: () => void;
}) {
  const { unit, sum, isOne, isPressed, onPress } = props;
  const { previousAmounts = null, comparedAmounts = null, comparedUntil } = useShown().overview.summary;
  const now = comparedAmounts ? amountIn(comparedAmounts, unit) : Number(sum);
  const before = previousAmounts && amountIn(previousAmounts, unit);
  const sums = before === null ? [sum] : [sum, String(before)];
  const hour = before !== null && now !== Number(sum) && comparedUntil ? hourOf(comparedUntil) : null;
  const write = (amount: number) => formatAmount(String(amount), unit);
  const value = formatAmount(sum, unit);
  const previous = write(before ?? 0);
  const exact =
    before === null
      ? value
      : hour
        ? t('tiles.exactUntil', { hour, compared: write(now), previous })
        : t('tiles.exact', { value, previous });
  const { describedBy, handlers, explanation } = useExact(
    hour || sums.some(one => isShortened(Number(one))) ? exact : '',
  );
  return (
    <>
      <button
        type="button"
        class={isOne ? 'tile' : 'tile tile-line'}
        aria-pressed={isPressed}
        aria-describedby={describedBy}
        onClick={onPress}
        {...handlers}
      >
        <span class={isOne ? 'tile-label' : 'hidden'}>{t('tiles.amount')} </span>
        <span class="tile-value" data-unit={unit}>
          {formatShortAmount(Number(sum), unit)}
        </span>
        <span class="tile-change">
          {/* Without the number of payments, no change is known to be more than chance. */}
          <Change change={changeOf(now, before)} isNoise />
          {hour && <span class="before"> {t('tiles.until', { hour, compared: formatShortAmount(now, unit) })}</span>}
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
