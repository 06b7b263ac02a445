import { useEffect, useId, useState } from 'preact/hooks';
import { page } from '../base.ts';
import { ask } from '../graphql.ts';
import { SelectField, TextField } from '../parts/form.tsx';
import { STATISTICS, type StatName } from '../registry.ts';
import { SuggestionsDocument, type SuggestionsFragment } from './__generated__/operations.ts';
import { singular } from './filter-words.ts';
import { type Condition, OPERATORS, type Operator } from './filters.ts';
import type { Question } from './question.ts';

/** The form for one condition; it suggests the values counted in the range while the reader types. */
export function FilterForm(props: {
  readonly before: Condition | null;
  readonly question: Question | null;
  readonly onDone: (condition: Condition) => void;
}) {
  const { before, question, onDone } = props;
  const [name, setName] = useState<StatName>(before?.name ?? 'PAGE');
  const [operator, setOperator] = useState<Operator>(before?.operator ?? 'IS');
  const [value, setValue] = useState(before?.values[0] ?? '');
  const [offered, setOffered] = useState<SuggestionsFragment['stats']['rows']>([]);
  const list = useId();

  useEffect(() => {
    if (!question) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const variables = {
        domain: page.domain,
        own: page.website !== '',
        name,
        ...question.days,
        search: value || null,
      };
      ask(SuggestionsDocument, variables, stop.signal)
        .then(({ website, shared }) => setOffered((website ?? shared)?.stats.rows ?? []))
        .catch(() => undefined);
    }, 150);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [name, value, question]);

  const others = before?.values.slice(1) ?? [];
  const isEmpty = value === '' && operator !== 'IS' && operator !== 'IS_NOT';
  return (
    <form
      class="filter-form"
      onSubmit={event => {
        event.preventDefault();
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
    </form>
  );
}
