import { useId } from 'preact/hooks';
import { useAnswer } from '../parts/answer.tsx';
import { Form, SelectField, TextField, useForm } from '../parts/form.tsx';
import { IconButton } from '../parts/icon.tsx';
import { Popover } from '../parts/overlays.tsx';
import { STATISTICS, statisticOf } from '../registry.ts';
import { SuggestionsDocument } from './__generated__/operations.ts';
import { type Condition, labelOfValue, OPERATORS } from './filters.ts';
import { askHere } from './question.ts';
import { Segments } from './segments.tsx';
import { useView } from './view.ts';

/** Milliseconds without a keystroke before suggestions are read. */
const PAUSE = 150;

/** The filters of the page: a chip for each condition, which can be changed or removed. */
export function FilterBar() {
  const { state, change, shown } = useView();
  const { conditions } = state;
  const replace = (index: number, condition: Condition | null) =>
    change({ conditions: conditions.flatMap((one, at) => (at === index ? (condition ? [condition] : []) : [one])) });
  const segment = shown?.overview.segments.find(({ id }) => id === state.segment);
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
      <Popover name="Add a filter" icon="filter" label="Filter">
        {close => (
          <FilterForm
            before={null}
            onDone={condition => {
              change({ conditions: [...conditions, condition] });
              close();
            }}
          />
        )}
      </Popover>
      <Segments />
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
function FilterForm(props: { readonly before: Condition | null; readonly onDone: (condition: Condition) => void }) {
  const { before, onDone } = props;
  const { name: known = 'PAGE', operator: compared = 'IS', values: [first = '', ...others] = [] } = before ?? {};
  const { values, field } = useForm({ name: known, operator: compared, value: first });
  const { name, operator, value } = values;
  const list = useId();
  const days = useView().shown?.question.days;
  const { answer } = useAnswer(
    signal => (days ? askHere(SuggestionsDocument, { name, ...days, search: value || null }, signal) : null),
    [name, value, days?.from, days?.to],
    PAUSE,
  );
  const offered = answer?.stats.rows ?? [];
  const isWhole = operator === 'IS' || operator === 'IS_NOT';
  const isEmpty = value === '' && !isWhole;
  return (
    <Form
      class="filter-form"
      onSubmit={() => {
        // People type the label they read; the stored value may have a code before it.
        const meant = offered.find(({ label }) => label === value)?.value ?? value;
        onDone({ name, operator, values: [meant, ...others] });
      }}
      submit="Apply"
      buttonClass="button small"
      isDisabled={isEmpty}
    >
      <SelectField
        label="Filter by"
        {...field('name')}
        options={STATISTICS.filter(({ filterable }) => filterable).map(one => [one.name, singular(one.name)] as const)}
      />
      <SelectField
        label="Condition"
        {...field('operator')}
        options={OPERATORS.map(([, api, text]) => [api, text] as const)}
      />
      <TextField
        label="Value"
        {...field('value')}
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
          <option key={row.value} value={isWhole ? row.value : row.label}>
            {row.label}
          </option>
        ))}
      </datalist>
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
