import { metricsIn } from '../../domain/metrics.ts';
import { formatMetric, formatShort } from '../format.ts';
import { Change } from '../parts/trend.tsx';
import type { OverviewFragment } from './__generated__/operations.ts';
import type { State } from './state.ts';
import type { Change as ChangeState } from './use-address.ts';

type Summary = OverviewFragment['summary'];

/** Events come last, since many websites send none. */
const TILES = metricsIn('summary').toSorted((a, b) => Number(a.name === 'events') - Number(b.name === 'events'));

/** The figures of the range; a click on one shows it in the chart. */
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
      {TILES.map(metric => {
        const { name, label, good } = metric;
        const { value, previous, change: growth } = summary[name];
        const write = (number: number) =>
          metric.unit === 'count' ? formatShort(number) : formatMetric(metric, number);
        return (
          <li key={name}>
            <button
              type="button"
              class="tile"
              aria-pressed={state.metric === name}
              onClick={() => change({ metric: name })}
            >
              <span class="tile-label">{label}</span>
              <span class="tile-value" data-metric={name}>
                {write(value)}
              </span>
              <span class="tile-change">
                <Change change={growth} good={good} />
                {previous !== null && <span class="before"> from {write(previous)}</span>}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
