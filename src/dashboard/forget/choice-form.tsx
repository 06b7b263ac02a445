import { useState } from 'preact/hooks';
import { ask } from '../graphql.ts';
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
        <h2 id="choose">What to forget</h2>
        <p class="hint">Visits that meet every condition are removed whole, with all their pageviews and events.</p>
        {!given.isWhole && (
          <p class="fault" role="alert">
            The link to this page has conditions that could not be read. Check those below, and add what is missing.
          </p>
        )}
        <div class="field">
          <SuggestingContext.Provider value={{ domain: site.domain, own: true, days: daysOf(values) }}>
            <ul class="chips" aria-label="Filters">
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
          submit={state === 'busy' ? 'Counting…' : 'Preview'}
          isDisabled={state === 'busy'}
        >
          {site.segments.length > 0 && (
            <SelectField
              label="Segment"
              {...field('segment')}
              options={[['', 'None'], ...site.segments.map(({ id, name }) => [id, name] as const)]}
            />
          )}
          <div class="pair">
            <TextField label="From" type="date" required {...field('from')} />
            <TextField label="To" type="date" required {...field('to')} />
          </div>
          <details open={given.isMore}>
            <summary>More: time of day, a pattern of pages, one visitor</summary>
            <div class="stack">
              <div class="pair">
                <TextField
                  label="From time"
                  type="time"
                  hint="Only visits that began at this time of the first day or later."
                  {...field('fromTime')}
                />
                <TextField
                  label="To time"
                  type="time"
                  hint={`Only visits that began before this time of the last day. Times are in ${site.timezone.replaceAll('_', ' ')}.`}
                  {...field('toTime')}
                />
              </div>
              <TextField
                label="Page"
                placeholder="/reset/*"
                hint={
                  <>
                    A path that the visit has a pageview of; <code>*</code> is any text.
                  </>
                }
                {...field('page')}
              />
              <TextField
                label="Visitor with a hit at"
                placeholder="2026-01-31T10:11:12.345Z"
                hint="The exact time of one of the visitor's hits, as in the export of hits. Only that visitor's visits of that day are removed."
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
