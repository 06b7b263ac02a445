import { useId, useState } from 'preact/hooks';
import { useAnswer } from '../parts/answer.tsx';
import { Form, SelectField, TextField } from '../parts/form.tsx';
import { Icon, IconButton } from '../parts/icon.tsx';
import { Popover } from '../parts/overlays.tsx';
import { STATISTICS, statisticOf } from '../registry.ts';
import { type OverviewFragment, type StatName, SuggestionsDocument } from './__generated__/operations.ts';
import { type Condition, labelOfValue, OPERATORS, type Operator } from './filters.ts';
import { askHere, type Question } from './question.ts';
import { Segments } from './segments.tsx';
import type { State } from './state.ts';
import type { Change } from './url-state.ts';

/** Milliseconds without a keystroke before suggestions are read. */
const PAUSE = 150;

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
              <IconButton
                icon="close"
                name={`Remove the segment ${segment?.name ?? ''}`}
                class=""
                onClick={() => change({ segment: null })}
              />
            </li>
          )}
          {conditions.map((condition, index) => (
            <li class="chip" key={JSON.stringify(condition)}>
              <Popover name={`Change the filter ${describe(condition)}`} label={<ChipText condition={condition} />}>
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
              <IconButton
                icon="close"
                name={`Remove the filter ${describe(condition)}`}
                class=""
                onClick={() => replace(index, null)}
              />
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

function ChipText({ condition }: { readonly condition: Condition }) {
  const [what, values] = wordsOf(condition);
  return (
    <span class="chip-text">
      {what} <strong>{values}</strong>
    </span>
  );
}

/** The form for one condition; it suggests the values counted in the range while the reader types. */
function FilterForm(props: {
  readonly before: Condition | null;
  readonly question: Question | null;
  readonly onDone: (condition: Condition) => void;
}) {
  const { before, question, onDone } = props;
  const [name, setName] = useState<StatName>(before?.name ?? 'PAGE');
  const [operator, setOperator] = useState<Operator>(before?.operator ?? 'IS');
  const [value, setValue] = useState(before?.values[0] ?? '');
  const list = useId();
  const { answer } = useAnswer(
    signal => question && askHere(SuggestionsDocument, { name, ...question.days, search: value || null }, signal),
    [name, value, question],
    PAUSE,
  );
  const offered = answer?.stats.rows ?? [];
  const others = before?.values.slice(1) ?? [];
  const isEmpty = value === '' && operator !== 'IS' && operator !== 'IS_NOT';
  return (
    <Form
      class="filter-form"
      onSubmit={() => {
        // People type the label they read; the stored value may have a code before it.
        const meant = offered.find(({ label }) => label === value)?.value ?? value;
        if (!isEmpty) onDone({ name, operator, values: [meant, ...others] });
      }}
    >
      <SelectField
        label="Filter by"
        value={name}
        onInput={setName}
        options={STATISTICS.filter(({ filterable }) => filterable).map(one => [one.name, singular(one.name)] as const)}
      />
      <SelectField
        label="Condition"
        value={operator}
        onInput={setOperator}
        options={OPERATORS.map(([, api, text]) => [api, text] as const)}
      />
      <TextField
        label="Value"
        value={value}
        onInput={setValue}
        list={list}
        maxlength={255}
        hint={
          isEmpty
            ? 'Enter a value; an empty one would match everything.'
            : value === ''
              ? 'Empty matches unknown values and direct visits.'
              : undefined
        }
      />
      <datalist id={list}>
        {offered.map(row => (
          <option key={row.value} value={operator === 'IS' || operator === 'IS_NOT' ? row.value : row.label}>
            {row.label}
          </option>
        ))}
      </datalist>
      <button type="submit" class="button small" disabled={isEmpty}>
        Apply
      </button>
    </Form>
  );
}

/** Returns the condition as a phrase, such as `Page is /pricing`. */
const describe = (condition: Condition): string => wordsOf(condition).join(' ');

/** Returns what is compared and how, such as `Page does not contain`, and the values. */
function wordsOf({ name, operator, values }: Condition): [what: string, values: string] {
  const [, , word] = OPERATORS.find(([, api]) => api === operator) ?? OPERATORS[0];
  return [`${singular(name)} ${word}`, values.map(value => labelOfValue(name, value)).join(' or ')];
}

const SINGULAR: Readonly<Record<string, string>> = { CITY: 'City', COUNTRY: 'Country' };

/** Returns the singular of a statistic's label, such as `Landing page`. */
function singular(name: Condition['name']): string {
  return SINGULAR[name] ?? statisticOf(name).label.replace(/s$/, '');
}
