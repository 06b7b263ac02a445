import { useState } from 'preact/hooks';
import { hostLabel } from '../../domain/host-label.ts';
import { formatCount, formatRange } from '../format.ts';
import { AskError, ask } from '../graphql.ts';
import { rich, t } from '../messages.ts';
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
        {t('forget.nothingFound')}
      </p>
    );
  const figures = [
    ['metric.visits', counts.visits],
    ['metric.visitors', counts.visitors],
    ['metric.pageviews', counts.pageviews],
    ['metric.events', counts.events],
    ['forget.daysWithAny', counts.days],
  ] as const;
  return (
    <section aria-labelledby="goes">
      <h2 id="goes">{t('forget.goes')}</h2>
      <p role="status">{t('forget.goesAbout', { amount: amountOf(counts), days: counts.days })}</p>
      <dl class="facts">
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {counts.byDay.length > 1 && (
        <details class="numbers">
          <summary>{t('forget.byDay')}</summary>
          <Table
            name={t('forget.byDayTable')}
            columns={[
              t('common.day'),
              { number: t('metric.visits') },
              { number: t('metric.pageviews') },
              { number: t('metric.events') },
            ]}
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
        <p class="hint">{t(input.page || input.visitorAt ? 'forget.noFilter' : 'forget.wholeDays')}</p>
      )}
      <p class="buttons">
        <button type="button" class="button danger" onClick={() => setAsking(true)}>
          {t('forget.begin', { amount: amountOf(counts) })}
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
      {t('common.cancel')}
    </button>
  );
  if (refused.length > 0)
    return (
      <Dialog title={t('forget.refused')} onClose={onClose}>
        <div class="stack">
          {refused.map(([name, texts]) => (
            <p role="alert" key={name}>
              {name.endsWith('hits') ? t('forget.outdated') : texts.join(' ')}
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
              {t('forget.again')}
            </button>
            {cancel}
          </footer>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={t('forget.question', { amount: amountOf(counts) })} onClose={onClose}>
      <Form
        onSubmit={begin}
        error={error}
        submit={t('forget.confirm')}
        buttonClass="button danger"
        isDisabled={state === 'busy'}
        beside={cancel}
      >
        <p>{t('forget.removes', { amount: amountOf(counts), domain: hostLabel(site.domain), days: counts.days })}</p>
        <p>{rich('forget.forGood', { strong: text => <strong>{text}</strong> })}</p>
      </Form>
    </Dialog>
  );
}
