import { useCallback, useEffect, useState } from 'preact/hooks';
import { page } from '../base.ts';
import { Fault } from '../parts/answer.tsx';
import { GROUPS, statisticOf } from '../registry.ts';
import type { OverviewFragment, StatName } from './__generated__/operations.ts';
import { Detail } from './detail.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Foot, Header } from './frame.tsx';
import { Goals } from './goals.tsx';
import type { Row } from './list-table.tsx';
import { LiveVisitors } from './live.tsx';
import { Overview } from './overview.tsx';
import { Panel } from './panel.tsx';
import type { Question } from './question.ts';
import { RangePicker } from './range-picker.tsx';
import { Setup } from './setup.tsx';
import type { State } from './state.ts';
import { type Change, useUrlState } from './url-state.ts';
import { useStatistics } from './use-statistics.ts';
import { WorldMap } from './world-map.tsx';

/** The statistics page; everything it shows follows from its URL. */
export function StatisticsPage() {
  const { state, change } = useUrlState();
  const { overview, question, listKeys, error, isLoading, reload } = useStatistics(state);

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
        ) : !overview || !question ? (
          !error && <Loading />
        ) : state.view ? (
          <Detail name={state.view} {...{ state, change, question }} onChoose={choose} />
        ) : (
          <>
            <Overview {...{ state, change, overview, question, isLoading, reload }} />
            <Panels {...{ state, change, overview, question, listKeys, isLoading, reload }} onChoose={choose} />
          </>
        )}
      </main>
      <Foot overview={overview} />
    </>
  );
}

/** A panel for each group of statistics, then the goals, drawn one after the other. */
function Panels(props: {
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
  const onCountry = useCallback((row: Row) => onChoose('COUNTRY', row), [onChoose]);
  const step = useSteps(GROUPS.length + 1);
  return (
    <div class="panels">
      {GROUPS.slice(0, step).map(group => {
        const panel = (
          <Panel
            key={group.key}
            group={group}
            given={overview[group.key]}
            givenKey={listKeys[group.key] ?? ''}
            {...{ state, change, question, isLoading, onChoose }}
            {...(group.key === 'times' ? { heatmap: overview.heatmap.cells } : {})}
          />
        );
        if (group.key !== 'places') return panel;
        return (
          <div class="places" key={group.key}>
            <WorldMap question={question} onChoose={onCountry} />
            {panel}
          </div>
        );
      })}
      {step > GROUPS.length && <Goals results={overview.goalResults} isLoading={isLoading} onChanged={reload} />}
    </div>
  );
}

/** Counts from 0 to `last`, each step in a separate task, so that a page drawn part by part stays responsive. */
function useSteps(last: number): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step >= last) return;
    const timer = setTimeout(() => setStep(step + 1));
    return () => clearTimeout(timer);
  }, [step, last]);
  return step;
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
