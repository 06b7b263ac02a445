import { useState } from 'preact/hooks';
import { ask } from '../graphql.ts';
import { rich, t } from '../messages.ts';
import { errorsOf, Form, SelectField, TextField, useForm } from '../parts/form.tsx';
import { STATISTICS } from '../registry.ts';
import { AddCondition, ConditionChips } from '../statistics/conditions.tsx';
import { todayIn } from '../statistics/days.ts';
import type { Part } from '../statistics/filters.ts';
import { SuggestingContext } from '../statistics/suggesting.ts';
import { type ForgetInput, PreviewForgetDocument, type StatFilter } from './__generated__/operations.ts';
import { type Choice, inputOf, readChoice, writeChoice } from './choice.ts';
import { type Found, Preview } from './preview.tsx';
import type { Forget, Site } from './words.ts';

const FILTERABLE = STATISTICS.filter(({ filterable }) => filterable).map(({ name }) => name);

/** The form for what to forget, filled in from the URL, and below it what that amounts to. */
export function ChoiceForm({ site, onBegun }: { readonly site: Site; readonly onBegun: (forget: Forget) => void }) {
  const [given] = useState(() => startOf(site));
  const { values, field, set, run, state, error } = useForm<Choice>(given.choice);
  const [found, setFound] = useState<(Found & { readonly of: Choice }) | null>(null);
  const segment = (site.segments.find(({ id }) => id === values.segment)?.filter ?? null) as StatFilter | null;
  const { conditions } = values;
  const shared = { conditions, segment, onChange: (changed: readonly Part[]) => set({ conditions: changed }) };
  const preview = () => {
    const input: ForgetInput = inputOf(values, segment);
    // A reload asks for the same.
    history.replaceState(null, '', `${location.pathname}?${writeChoice(values)}`);
    setFound(null);
    run(ask(PreviewForgetDocument, { website: site.id, input }), ({ previewForget }) =>
      setFound({ of: values, input, counts: previewForget }),
    );
  };
  return (
    <>
      <section aria-labelledby="choose">
        <h2 id="choose">{t('forget.choose')}</h2>
        <p class="hint">{t('forget.chooseAbout')}</p>
        {!given.isWhole && (
          <p class="fault" role="alert">
            {t('forget.linkFault')}
          </p>
        )}
        <div class="field">
          <SuggestingContext.Provider value={{ domain: site.domain, own: true, days: daysOf(values) }}>
            <ul class="chips" aria-label={t('forget.filters')}>
              <ConditionChips {...shared} />
              <li>
                <AddCondition {...shared} />
              </li>
            </ul>
          </SuggestingContext.Provider>
          {errorsOf(error, 'filter')?.map(text => (
            <p class="problem" role="alert" key={text}>
              {text}
            </p>
          ))}
        </div>
        <Form
          class="stack"
          onSubmit={preview}
          error={error}
          submit={state === 'busy' ? t('forget.counting') : t('forget.preview')}
          isDisabled={state === 'busy'}
        >
          {site.segments.length > 0 && (
            <SelectField
              label={t('forget.segment')}
              {...field('segment')}
              options={[['', t('forget.noSegment')], ...site.segments.map(({ id, name }) => [id, name] as const)]}
            />
          )}
          <div class="pair">
            <TextField label={t('forget.from')} type="date" required {...field('from')} />
            <TextField label={t('forget.to')} type="date" required {...field('to')} />
          </div>
          <details open={given.isMore}>
            <summary>{t('forget.more')}</summary>
            <div class="stack">
              <div class="pair">
                <TextField
                  label={t('forget.fromTime')}
                  type="time"
                  hint={t('forget.fromTimeHint')}
                  {...field('fromTime')}
                />
                <TextField
                  label={t('forget.toTime')}
                  type="time"
                  hint={t('forget.toTimeHint', { timezone: site.timezone.replaceAll('_', ' ') })}
                  {...field('toTime')}
                />
              </div>
              <TextField
                label={t('forget.page')}
                placeholder="/reset/*"
                hint={rich('forget.pageHint', { code: text => <code>{text}</code> })}
                {...field('page')}
              />
              <TextField
                label={t('forget.visitorAt')}
                placeholder="2026-01-31T10:11:12.345Z"
                hint={t('forget.visitorAtHint')}
                {...field('visitorAt')}
              />
            </div>
          </details>
        </Form>
      </section>
      {found?.of === values && (
        <Preview
          site={site}
          found={found}
          onAgain={preview}
          onBegun={forget => {
            setFound(null);
            onBegun(forget);
          }}
        />
      )}
    </>
  );
}

/** Returns the choice of the URL, whether it is all that the URL asked for, and whether it has any of the rarer parts. */
function startOf({ segments, timezone }: Site) {
  const { choice, isWhole } = readChoice(new URLSearchParams(location.search), FILTERABLE, todayIn(timezone));
  const isKnown = choice.segment === '' || segments.some(({ id }) => id === choice.segment);
  const { fromTime, toTime, page, visitorAt } = choice;
  return {
    choice: isKnown ? choice : { ...choice, segment: '' },
    isWhole: isWhole && isKnown,
    isMore: [fromTime, toTime, page, visitorAt].some(text => text !== ''),
  };
}

/** Returns the days whose values are suggested. */
function daysOf({ from, to }: Choice) {
  return from !== '' && to !== '' && from <= to ? { from, to } : null;
}
