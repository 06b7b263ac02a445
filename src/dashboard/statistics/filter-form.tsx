import { useId } from 'preact/hooks';
import { useAnswer } from '../parts/answer.tsx';
import { Form, SelectField, TextField, useForm } from '../parts/form.tsx';
import { STATISTICS } from '../registry.ts';
import { PropertyKeysDocument, SuggestionsDocument } from './__generated__/operations.ts';
import { singular } from './filter-words.ts';
import { type Condition, OPERATORS } from './filters.ts';
import { askHere } from './question.ts';
import { useView } from './view.ts';

/** Milliseconds without a keystroke before suggestions are read. */
const PAUSE = 150;

/** The form for one condition; it suggests the values counted in the range while the reader types. */
export function FilterForm(props: {
  readonly before: Condition | null;
  readonly onDone: (condition: Condition) => void;
}) {
  const { before, onDone } = props;
  const {
    name: known = 'PAGE',
    property: { key: knownKey, event: knownEvent } = { key: '', event: null },
    operator: compared = 'IS',
    values: [first = '', ...others] = [],
  } = before ?? {};
  const { values, field, set } = useForm({
    name: known,
    event: knownEvent ?? '',
    key: knownKey,
    operator: compared,
    value: first,
  });
  const { name, event, key, operator, value } = values;
  const isProperty = name === 'PROPERTY';
  const property = isProperty ? { key, event: event || null } : undefined;
  const list = useId();
  const days = useView().shown?.question.days;
  const { answer } = useAnswer(
    signal =>
      days && (!isProperty || key !== '')
        ? askHere(SuggestionsDocument, { name, ...property, ...days, search: value || null }, signal)
        : null,
    [name, event, key, value, days?.from, days?.to],
    PAUSE,
  );
  const offered = isProperty && key === '' ? [] : (answer?.stats.rows ?? []);
  const isWhole = operator === 'IS' || operator === 'IS_NOT';
  const isEmpty = value === '' && !isWhole;
  return (
    <Form
      class="filter-form"
      onSubmit={() => {
        // People type the label they read; the stored value may have a code before it.
        const meant = offered.find(({ label }) => label === value)?.value ?? value;
        onDone({ name, ...(property && { property }), operator, values: [meant, ...others] });
      }}
      submit="Apply"
      buttonClass="button small"
      isDisabled={isEmpty || (isProperty && key === '')}
    >
      <SelectField
        label="Filter by"
        {...field('name')}
        options={STATISTICS.filter(({ filterable }) => filterable).map(one => [one.name, singular(one.name)] as const)}
      />
      {isProperty && <PropertyFields event={event} chosen={key} onChoose={set} />}
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
              ? isProperty
                ? 'Empty matches those without the property.'
                : 'Empty matches unknown values and direct visits.'
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

/** The choice of an event, or of pageviews, and of one of the properties that these had in the range. */
function PropertyFields(props: {
  readonly event: string;
  readonly chosen: string;
  readonly onChoose: (part: { readonly event?: string; readonly key: string }) => void;
}) {
  const { event, chosen, onChoose } = props;
  const days = useView().shown?.question.days;
  const inputs = [days?.from, days?.to];
  const { answer: events } = useAnswer(
    signal => (days ? askHere(SuggestionsDocument, { name: 'EVENT', ...days, perPage: 100 }, signal) : null),
    inputs,
  );
  const { answer, isLoading } = useAnswer(
    signal => (days ? askHere(PropertyKeysDocument, { event: event || null, ...days }, signal) : null),
    [event, ...inputs],
  );
  const names = new Set(events?.stats.rows.map(({ value }) => value));
  if (event !== '') names.add(event);
  const keys = new Set(isLoading ? [] : answer?.properties.map(({ key }) => key));
  if (chosen !== '') keys.add(chosen);
  return (
    <>
      <SelectField
        label="Of"
        value={event}
        onInput={next => onChoose({ event: next, key: '' })}
        options={[['', 'Pageviews'] as const, ...Array.from(names, name => [name, `Event ${name}`] as const)]}
      />
      <SelectField
        label="Property"
        value={chosen}
        onInput={key => onChoose({ key })}
        options={[['', 'Choose…'] as const, ...Array.from(keys, key => [key, key] as const)]}
        hint={!isLoading && keys.size === 0 ? 'None of these had a property in this range.' : undefined}
      />
    </>
  );
}
