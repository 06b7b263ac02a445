import { useContext } from 'preact/hooks';
import type { PropertyRef } from '../../domain/filter.ts';
import { compareNames } from '../format.ts';
import { t } from '../messages.ts';
import { useAnswer } from '../parts/answer.tsx';
import { SelectField } from '../parts/form.tsx';
import { STATISTICS } from '../registry.ts';
import { PropertyKeysDocument, SuggestionsDocument } from './__generated__/operations.ts';
import type { Draft } from './filter-draft.ts';
import { nameOf } from './filter-words.ts';
import { OPERATORS } from './filters.ts';
import { askAbout } from './question.ts';
import { SuggestingContext } from './suggesting.ts';

/** What a condition compares, and how. */
export function ConditionFields(props: { readonly draft: Draft; readonly set: (part: Partial<Draft>) => void }) {
  const { draft, set } = props;
  const { name, property, operator } = draft;
  return (
    <>
      <div class="filter-pair">
        <SelectField
          label={t('filters.by')}
          value={name}
          onInput={next => {
            const none = next === 'PROPERTY' ? { key: '', event: null } : undefined;
            // Values of one dimension mean nothing in another.
            set({ name: next, property: none, values: [] });
          }}
          options={STATISTICS.filter(({ filterable }) => filterable)
            .map(one => [one.name, nameOf(one.name)] as const)
            .toSorted(([, one], [, other]) => compareNames(one, other))}
        />
        <SelectField
          label={t('filters.condition')}
          value={operator}
          onInput={next => set({ operator: next })}
          options={OPERATORS.map(([, api]) => [api, t(`filters.operator.${api}`)] as const)}
        />
      </div>
      {property && <PropertyFields property={property} onChoose={next => set({ property: next, values: [] })} />}
    </>
  );
}

/** The choice of an event, or of pageviews, and of one of the properties that these had in the range. */
function PropertyFields(props: { readonly property: PropertyRef; readonly onChoose: (property: PropertyRef) => void }) {
  const { property, onChoose } = props;
  const { event, key: chosen } = property;
  const suggesting = useContext(SuggestingContext);
  const { days } = suggesting;
  const inputs = [days?.from, days?.to];
  const { answer: events } = useAnswer(
    signal =>
      days ? askAbout(suggesting, SuggestionsDocument, { name: 'EVENT', ...days, perPage: 100 }, signal) : null,
    inputs,
  );
  const { answer, isLoading } = useAnswer(
    signal => (days ? askAbout(suggesting, PropertyKeysDocument, { event, ...days }, signal) : null),
    [event, ...inputs],
  );
  const names = new Set(events?.stats.rows.map(({ value }) => value));
  if (event !== null) names.add(event);
  const keys = new Set(isLoading ? [] : answer?.properties.map(({ key }) => key));
  if (chosen !== '') keys.add(chosen);
  return (
    <>
      <SelectField
        label={t('filters.of')}
        value={event ?? ''}
        onInput={next => onChoose({ event: next || null, key: '' })}
        options={[
          ['', t('metric.pageviews')] as const,
          ...Array.from(names, event => [event, t('filters.event', { event })] as const),
        ]}
      />
      <SelectField
        label={nameOf('PROPERTY')}
        value={chosen}
        onInput={key => onChoose({ event, key })}
        options={[['', t('filters.choose')] as const, ...Array.from(keys, key => [key, key] as const)]}
        hint={!isLoading && keys.size === 0 ? t('filters.noProperties') : undefined}
      />
    </>
  );
}
