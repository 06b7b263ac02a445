import { formatCount, formatDuration, formatNumber, formatRate, formatShort } from '../format.ts';
import { Change } from '../parts/change.tsx';
import type { OverviewFragment } from './__generated__/operations.ts';
import type { Metric, State } from './state.ts';
import type { Change as ChangeState } from './use-address.ts';

type Summary = OverviewFragment['summary'];

const TILES: readonly (readonly [key: Metric, label: string, write: (value: number) => string, inverse?: boolean])[] = [
  ['visitors', 'Visitors', formatShort],
  ['visits', 'Visits', formatShort],
  ['pageviews', 'Pageviews', formatShort],
  ['pagesPerVisit', 'Pages per visit', formatNumber],
  ['bounceRate', 'Bounce rate', formatRate, true],
  ['visitDuration', 'Visit duration', formatDuration],
  ['events', 'Events', formatShort],
];

/** What a metric is called and how its values are written. */
export function metricOf(metric: Metric): { readonly label: string; readonly write: (value: number) => string } {
  const [, label, write] = TILES.find(([key]) => key === metric) ?? ['', 'Visitors', formatShort];
  return { label, write: write === formatShort ? formatCount : write };
}

/** The figures of the range; a click on one puts it on the chart. */
export function SummaryTiles({
  summary,
  state,
  change,
}: {
  readonly summary: Summary;
  readonly state: State;
  readonly change: ChangeState;
}) {
  return (
    <ul class="tiles" aria-label="Summary">
      {TILES.map(([key, label, write, inverse]) => {
        const { value, previous, change: growth } = summary[key];
        return (
          <li key={key}>
            <button
              type="button"
              class="tile"
              aria-pressed={state.metric === key}
              onClick={() => change({ metric: key })}
            >
              <span class="tile-label">{label}</span>
              <span class="tile-value" data-metric={key}>
                {write(value)}
              </span>
              <span class="tile-change">
                <Change change={growth} inverse={inverse ?? false} />
                {previous !== null && <span class="before"> from {write(previous)}</span>}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
