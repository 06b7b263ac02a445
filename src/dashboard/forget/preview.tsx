import { useState } from 'preact/hooks';
import { counted, formatCount, formatRange } from '../format.ts';
import { AskError, ask } from '../graphql.ts';
import { Form, useChange } from '../parts/form.tsx';
import { Dialog } from '../parts/overlays.tsx';
import { Table } from '../parts/table.tsx';
import { BeginForgetDocument, type ForgetInput, type PreviewForgetMutation } from './__generated__/operations.ts';
import { amountOf, type Forget, type Site } from './words.ts';

/** What a choice amounts to. */
export interface Found {
  readonly input: ForgetInput;
  readonly counts: PreviewForgetMutation['previewForget'];
}

interface PreviewProps {
  readonly site: Site;
  readonly found: Found;
  readonly onAgain: () => void;
  readonly onBegun: (forget: Forget) => void;
}

/** What would go, and the button that removes it. */
export function Preview(props: PreviewProps) {
  const { counts, input } = props.found;
  const [isAsking, setAsking] = useState(false);
  if (counts.hits === 0)
    return (
      <p class="fault" role="status">
        Nothing matches, so there is nothing to forget. Check the days and the conditions.
      </p>
    );
  const figures = [
    ['Visits', counts.visits],
    ['Visitors', counts.visitors],
    ['Pageviews', counts.pageviews],
    ['Events', counts.events],
    ['Days with any', counts.days],
  ] as const;
  return (
    <section aria-labelledby="goes">
      <h2 id="goes">What would go</h2>
      <p role="status">
        {amountOf(counts)} on {counted(counts.days, 'day')}. Nothing is removed yet.
      </p>
      <dl class="facts">
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {counts.byDay.length > 1 && (
        <details class="numbers">
          <summary>By day</summary>
          <Table
            name="What would go, by day"
            columns={['Day', { number: 'Visits' }, { number: 'Pageviews' }, { number: 'Events' }]}
          >
            {counts.byDay.map(({ date, visits, pageviews, events }) => (
              <tr key={date}>
                <th scope="row">{formatRange(date, date)}</th>
                <td class="number">{formatCount(visits)}</td>
                <td class="number">{formatCount(pageviews)}</td>
                <td class="number">{formatCount(events)}</td>
              </tr>
            ))}
          </Table>
        </details>
      )}
      {input.filter == null && (
        <p class="hint">
          No filter is set, so it is everything
          {input.page || input.visitorAt ? ' that matches the rest' : ' of these days'}.
        </p>
      )}
      <p class="buttons">
        <button type="button" class="button danger" onClick={() => setAsking(true)}>
          Forget {amountOf(counts)}…
        </button>
      </p>
      {isAsking && <Confirmation {...props} onClose={() => setAsking(false)} />}
    </section>
  );
}

/** Asks before anything is removed, and names it once more. */
function Confirmation(props: PreviewProps & { readonly onClose: () => void }) {
  const { site, found, onAgain, onBegun, onClose } = props;
  const { input, counts } = found;
  const { run, state, error } = useChange();
  const begin = () =>
    run(ask(BeginForgetDocument, { website: site.id, input: { ...input, hits: counts.hits } }), ({ forget }) =>
      onBegun(forget),
    );
  const refused = error instanceof AskError ? Object.entries(error.fields) : [];
  const cancel = (
    <button type="button" class="button plain-button" onClick={onClose}>
      Cancel
    </button>
  );
  if (refused.length > 0)
    return (
      <Dialog title="Nothing was forgotten" onClose={onClose}>
        <div class="stack">
          {refused.map(([name, texts]) => (
            <p role="alert" key={name}>
              {name.endsWith('hits')
                ? 'It is another number now than in the preview, which is out of date.'
                : texts.join(' ')}
            </p>
          ))}
          <footer>
            <button
              type="button"
              class="button"
              onClick={() => {
                onClose();
                onAgain();
              }}
            >
              Preview again
            </button>
            {cancel}
          </footer>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={`Forget ${amountOf(counts)}?`} onClose={onClose}>
      <Form
        onSubmit={begin}
        error={error}
        submit="Forget for good"
        buttonClass="button danger"
        isDisabled={state === 'busy'}
        beside={cancel}
      >
        <p>
          This removes {amountOf(counts)} of {site.domain} on {counted(counts.days, 'day')} from all statistics, and
          their hits from the database.
        </p>
        <p>
          <strong>This can't be undone.</strong> Only a backup from before can bring them back, so it is wise to have
          one. Backups and exported files keep what they have.
        </p>
      </Form>
    </Dialog>
  );
}
