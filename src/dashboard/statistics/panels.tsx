import { useCallback } from 'preact/hooks';
import { useSteps } from '../parts/use-steps.ts';
import { GROUPS, type StatName } from '../registry.ts';
import type { OverviewFragment } from './__generated__/operations.ts';
import { Goals } from './goals.tsx';
import type { Row } from './list-table.tsx';
import { Panel } from './panel.tsx';
import type { Question } from './question.ts';
import type { State } from './state.ts';
import type { Change } from './use-address.ts';
import { WorldMap } from './world-map.tsx';

/** A panel for each group of statistics, then the goals, drawn one after the other. */
export function Panels(props: {
  readonly state: State;
  readonly change: Change;
  readonly overview: OverviewFragment;
  readonly question: Question;
  readonly listKeys: Readonly<Record<string, string>>;
  readonly isLoading: boolean;
  readonly onChoose: (name: StatName, row: Pick<Row, 'value'>) => void;
  readonly onGoalsChanged: () => void;
}) {
  const { state, change, overview, question, listKeys, isLoading, onChoose, onGoalsChanged } = props;
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
      {step > GROUPS.length && (
        <Goals results={overview.goalResults} isLoading={isLoading} onChanged={onGoalsChanged} />
      )}
    </div>
  );
}
