import { useState } from 'preact/hooks';
import { metricsIn } from '../../domain/metrics.ts';
import { formatCount, formatMetric, formatShort } from '../format.ts';
import { t } from '../messages.ts';
import { usePress } from '../parts/press.ts';
import { useExact } from '../parts/term.tsx';
import { Change } from '../parts/trend.tsx';
import { AmountTile } from './amount-tile.tsx';
import { shownUnit } from './drawn.ts';
import { ExplanationDialog, explainMetric, hasVisitsToExplain } from './explanation.tsx';
import { hourOf } from './growth.tsx';
import { isOnlySums } from './imported.tsx';
import type { ChartMetric } from './state.ts';
import { useShown } from './view.ts';

/** Events come last, since many websites send none. */
const TILES = metricsIn('summary').toSorted((a, b) => Number(a.name === 'events') - Number(b.name === 'events'));
type TileMetric = (typeof TILES)[number];

/** Marks the unit of amounts, which has no other difference from the name of a metric. */
const IN = 'in ';
const isUnit = (choice: string): choice is `${typeof IN}${string}` => choice.startsWith(IN);

/** The figures of the range; a click on one shows it in the chart, a click on its change explains it. */
export function SummaryTiles() {
  const { overview, state, change } = useShown();
  const { amounts = [] } = overview.summary;
  const unit = shownUnit(state, overview);
  const [pressed, press] = usePress<ChartMetric | `${typeof IN}${string}`>(
    unit === null ? state.metric : `${IN}${unit}`,
    choice => change(isUnit(choice) ? { unit: choice.slice(IN.length) } : { unit: null, metric: choice }),
  );
  const [explained, setExplained] = useState<TileMetric | null>(null);
  const asked = explained && explainMetric(explained.name);
  return (
    <>
      <ul
        class="tiles"
        aria-label={t('tiles.title')}
        style={{ '--tiles': TILES.length + (amounts.length > 0 ? 1 : 0) }}
      >
        {TILES.map(metric => (
          <Tile
            key={metric.name}
            metric={metric}
            isPressed={pressed === metric.name}
            onPress={() => press(metric.name)}
            onExplain={() => setExplained(metric)}
          />
        ))}
        {amounts.length > 0 && (
          <AmountTile
            pressed={isUnit(pressed) ? pressed.slice(IN.length) : null}
            onPress={one => press(`${IN}${one}`)}
          />
        )}
      </ul>
      {asked && <ExplanationDialog metric={asked} onClose={() => setExplained(null)} />}
    </>
  );
}

function Tile(props: {
  readonly metric: TileMetric;
  readonly isPressed: boolean;
  readonly onPress: () => void;
  readonly onExplain: () => void;
}) {
  const { metric, isPressed, onPress, onExplain } = props;
  const { overview, question } = useShown();
  const { name, good, unit } = metric;
  const { change: growth, difference, isNoise, ...figure } = overview.summary[name];
  const { visits } = overview.summary;
  const isKnown = !isOnlySums(question, overview.summary.countsFrom);
  // A rate or duration of no visits is not 0, but unknown.
  const value = isKnown && (unit === 'count' || visits.value) ? figure.value : null;
  const previous = isKnown && (unit === 'count' || visits.previous) ? figure.previous : null;
  const write = (number: number) => (unit === 'count' ? formatShort(number) : formatMetric(metric, number));
  const shown = value === null ? '–' : write(value);
  const isShort = (number: number | null) =>
    number !== null && unit === 'count' && formatShort(number) !== formatCount(number);
  const isCompared = value !== null && previous !== null;
  const compared = previous === null || difference === null ? null : previous + difference;
  // What has come since the hour up to which a running range is compared is in no comparison.
  const until = compared !== null && compared !== value ? overview.summary.comparedUntil : null;
  const hour = until && hourOf(until);
  const exact =
    previous === null
      ? formatCount(value ?? 0)
      : value === null
        ? t('tiles.from', { previous: formatCount(previous) })
        : hour
          ? t('tiles.exactUntil', {
              hour,
              compared: formatMetric(metric, compared ?? 0),
              previous: formatMetric(metric, previous),
            })
          : t('tiles.exact', { value: formatCount(value), previous: formatCount(previous) });
  const { describedBy, handlers, explanation } = useExact(hour || isShort(value) || isShort(previous) ? exact : '');
  const isChanged = previous !== null && value !== null && previous !== value;
  const canExplain = isChanged && explainMetric(name) !== undefined && hasVisitsToExplain(overview);
  const moved = (
    <>
      <Change
        change={isCompared ? growth : null}
        points={unit === 'share' && isCompared ? difference : null}
        isNoise={isNoise}
        good={good}
      />
      {hour && <span class="before"> {t('tiles.until', { hour, compared: write(compared ?? 0) })}</span>}
      {previous !== null && <span class="before"> {t('tiles.from', { previous: write(previous) })}</span>}
    </>
  );
  return (
    <li {...handlers}>
      <button type="button" class="tile" aria-pressed={isPressed} aria-describedby={describedBy} onClick={onPress}>
        <span class="tile-label">{t(`metric.${name}`)}</span>
        <span class={shown.length > 8 ? 'tile-value long' : 'tile-value'} data-metric={name}>
          {shown}
        </span>
        <span class={canExplain ? 'tile-change covered' : 'tile-change'}>{moved}</span>
      </button>
      {canExplain && (
        <button
          type="button"
          class="tile-change why"
          aria-haspopup="dialog"
          aria-describedby={describedBy}
          onClick={onExplain}
        >
          {moved}
          <span class="hidden"> {t('tiles.why')}</span>
        </button>
      )}
      {explanation}
    </li>
  );
}
