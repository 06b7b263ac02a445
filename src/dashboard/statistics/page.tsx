import { base, page } from '../base.ts';
import { formatInstant, formatRange } from '../format.ts';
import { Fault } from '../parts/answer.tsx';
import { Icon } from '../parts/icon.tsx';
import { type StatName, statisticOf } from '../registry.ts';
import type { OverviewFragment } from './__generated__/operations.ts';
import { AddAnnotation, AnnotationList } from './annotations.tsx';
import { ChartTable } from './chart-table.tsx';
import { Detail } from './detail.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Header } from './header.tsx';
import { LazyChart } from './lazy-chart.tsx';
import type { Row } from './list-table.tsx';
import { LiveVisitors } from './live.tsx';
import { Panels } from './panels.tsx';
import { intervalsFor, type Question } from './question.ts';
import { RangePicker } from './range-picker.tsx';
import { Setup } from './setup.tsx';
import type { State } from './state.ts';
import { SummaryTiles } from './summary.tsx';
import { type Change, useAddress } from './use-address.ts';
import { useStatistics } from './use-statistics.ts';

/** The statistics page; everything it shows follows from its URL. */
export function StatisticsPage() {
  const { state, change } = useAddress();
  const statistics = useStatistics(state);
  const { overview, question, error, isLoading, reload } = statistics;

  const choose = (name: StatName, { value }: Pick<Row, 'value'>) => {
    if (statisticOf(name).scope === 'day')
      return change({ preset: null, days: { from: value, to: value }, view: null });
    const isThere = state.conditions.some(
      one => one.name === name && one.operator === 'IS' && one.values.includes(value),
    );
    if (!isThere) change({ conditions: [...state.conditions, { name, operator: 'IS', values: [value] }] });
  };
  const isEmpty = overview !== null && overview.firstHitAt === null;
  return (
    <>
      <Header />
      <main>
        <div class="head">
          <h1>{page.domain}</h1>
          {!isEmpty && <LiveVisitors onFilter={value => choose('PAGE', { value })} />}
          {!isEmpty && <RangePicker state={state} days={question?.days ?? null} change={change} />}
        </div>
        {!isEmpty && (
          <FilterBar
            state={state}
            change={change}
            question={question}
            segments={overview?.segments ?? []}
            onSegmentsChanged={reload}
          />
        )}
        {error ? <Fault error={error} retry={reload} /> : null}
        {isEmpty ? (
          <Setup onArrived={reload} />
        ) : overview && question ? (
          <Shown
            {...{ state, change, overview, question, isLoading, reload }}
            listKeys={statistics.listKeys}
            onChoose={choose}
          />
        ) : (
          !error && <Loading />
        )}
      </main>
      <Foot overview={overview} />
    </>
  );
}

function Shown(props: {
  readonly state: State;
  readonly change: Change;
  readonly overview: OverviewFragment;
  readonly question: Question;
  readonly listKeys: Readonly<Record<string, string>>;
  readonly isLoading: boolean;
  readonly reload: () => void;
  readonly onChoose: (name: StatName, row: Pick<Row, 'value'>) => void;
}) {
  const { state, change, overview, question, listKeys, isLoading, reload, onChoose } = props;
  if (state.view) return <Detail name={state.view} {...{ state, change, question, onChoose }} />;
  const { from, to } = question.days;
  const choices = intervalsFor(question.days);
  return (
    <>
      <section class="over-time" aria-label="Overview" aria-busy={isLoading}>
        <SummaryTiles summary={overview.summary} state={state} change={change} />
        <div class="chart-bar">
          <p class="hint">
            {formatRange(from, to)}
            {overview.summary.previousFrom && overview.summary.previousTo && (
              <span class="compared">
                {' '}
                compared with {formatRange(overview.summary.previousFrom, overview.summary.previousTo)}
              </span>
            )}
          </p>
          <fieldset class="intervals">
            <legend class="hidden">Interval</legend>
            {choices.map(interval => (
              <button
                type="button"
                key={interval}
                aria-pressed={interval === question.interval}
                onClick={() => change({ interval })}
              >
                {interval.charAt(0) + interval.slice(1).toLowerCase()}
              </button>
            ))}
          </fieldset>
          {page.website !== '' && <AddAnnotation key={to} day={to} onChanged={reload} />}
        </div>
        <LazyChart
          series={overview.timeseries}
          annotations={overview.annotations}
          interval={question.interval}
          days={question.days}
          metric={state.metric}
        />
        <AnnotationList annotations={overview.annotations} onChanged={reload} />
        <ChartTable series={overview.timeseries} interval={question.interval} days={question.days} />
      </section>
      <Panels {...{ state, change, overview, question, listKeys, isLoading, onChoose }} onGoalsChanged={reload} />
    </>
  );
}

/** The placeholders while the first numbers load, of the same size, so that nothing jumps. */
function Loading() {
  return (
    <div class="skeleton" role="status">
      <p class="hidden">Loading statistics…</p>
      <div class="ghost tiles-ghost" />
      <div class="ghost chart-ghost" />
      <div class="ghost panel-ghost" />
    </div>
  );
}

function Foot({ overview }: { readonly overview: OverviewFragment | null }) {
  const summary = overview?.firstHitAt ? overview.summary : null;
  return (
    <footer class="foot">
      {summary && (
        <p>
          Updated {formatInstant(summary.freshAt)}
          {summary.basis === 'HITS' && ', from individual visits, as far back as they are kept'}. Days start and end at
          midnight in {page.timezone.replaceAll('_', ' ')}.
        </p>
      )}
      <p>
        <a href="https://db-ip.com" rel="noreferrer">
          IP Geolocation by DB-IP
        </a>
        <a href={`${base}/docs`}>REST reference</a>
        <button type="button" class="quiet text" onClick={() => print()}>
          <Icon name="print" /> Print
        </button>
      </p>
    </footer>
  );
}
