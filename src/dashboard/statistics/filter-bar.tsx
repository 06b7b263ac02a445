import { Icon } from '../parts/icon.tsx';
import { Popover } from '../parts/overlays.tsx';
import type { OverviewFragment } from './__generated__/operations.ts';
import { FilterForm } from './filter-form.tsx';
import { describe, singular, wordOf } from './filter-words.ts';
import { type Condition, labelOfValue } from './filters.ts';
import type { Question } from './question.ts';
import { Segments } from './segments.tsx';
import type { State } from './state.ts';
import type { Change } from './use-address.ts';

/** The filters of the page: a chip for each condition, which can be changed or removed. */
export function FilterBar(props: {
  readonly state: State;
  readonly change: Change;
  readonly question: Question | null;
  readonly segments: OverviewFragment['segments'];
  readonly onSegmentsChanged: () => void;
}) {
  const { state, change, question, segments, onSegmentsChanged } = props;
  const { conditions } = state;
  const replace = (index: number, condition: Condition | null) =>
    change({ conditions: conditions.flatMap((one, at) => (at === index ? (condition ? [condition] : []) : [one])) });
  const segment = segments.find(({ id }) => id === state.segment);
  return (
    <div class="filters">
      {(conditions.length > 0 || state.segment) && (
        <ul class="chips" aria-label="Filters">
          {state.segment && (
            <li class="chip">
              <span class="chip-text">
                Segment <strong>{segment?.name ?? state.segment}</strong>
              </span>
              <button
                type="button"
                aria-label={`Remove the segment ${segment?.name ?? ''}`}
                onClick={() => change({ segment: null })}
              >
                <Icon name="close" />
              </button>
            </li>
          )}
          {conditions.map((condition, index) => (
            <li class="chip" key={JSON.stringify(condition)}>
              <Popover name={`Change the filter ${describe(condition)}`} label={<ChipText {...condition} />}>
                {close => (
                  <FilterForm
                    before={condition}
                    question={question}
                    onDone={changed => {
                      replace(index, changed);
                      close();
                    }}
                  />
                )}
              </Popover>
              <button
                type="button"
                aria-label={`Remove the filter ${describe(condition)}`}
                onClick={() => replace(index, null)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
          {conditions.length > 1 && (
            <li>
              <button type="button" class="quiet text" onClick={() => change({ conditions: [], segment: null })}>
                Clear filters
              </button>
            </li>
          )}
        </ul>
      )}
      <Popover
        name="Add a filter"
        label={
          <>
            <Icon name="filter" /> Filter
          </>
        }
      >
        {close => (
          <FilterForm
            before={null}
            question={question}
            onDone={condition => {
              change({ conditions: [...conditions, condition] });
              close();
            }}
          />
        )}
      </Popover>
      <Segments {...{ state, change, segments, onSegmentsChanged }} />
    </div>
  );
}

function ChipText({ name, operator, values }: Condition) {
  return (
    <span class="chip-text">
      {singular(name)} {wordOf(operator)} <strong>{values.map(value => labelOfValue(name, value)).join(' or ')}</strong>
    </span>
  );
}
