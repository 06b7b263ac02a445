import { hostLabel } from '../../domain/host-label.ts';
import { partsOf } from '../../messages/translator.ts';
import { page } from '../base.ts';
import { formatRange } from '../format.ts';
import { t } from '../messages.ts';
import { Popover } from '../parts/overlays.tsx';
import { save } from '../parts/save.ts';
import { chartPng, chartSvg } from './chart-file.ts';
import { useDrawn } from './drawn.ts';
import { describe } from './filter-words.ts';
import { comparedText } from './growth.tsx';
import { canHaveAmounts, exportUrl, type Question } from './question.ts';
import type { State } from './state.ts';
import { useShown, useView } from './view.ts';

/** The menu of the files that hold what is shown; it is there before, so that nothing moves. */
export function Export() {
  const { shown } = useView();
  return (
    <Popover name={t('export.title')} label={t('export.title')} align="end">
      {close => (shown ? <Files close={close} /> : <p class="hint">{t('page.loading')}</p>)}
    </Popover>
  );
}

function Files({ close }: { readonly close: () => void }) {
  const { state, overview, question } = useShown();
  const { label } = useDrawn();
  const { from, to } = question.days;
  const name = `${page.domain}-${from}-${to}`;
  const range = formatRange(from, to);
  const segment = overview.segments.find(({ id }) => id === state.segment)?.name;
  const compared = comparedText(overview.summary);
  const heading = {
    title: t('export.chart', { metric: label, domain: hostLabel(page.domain), range }),
    filters: [
      ...(segment === undefined
        ? []
        : [
            partsOf(t, 'segments.chosen', { segment })
              .map(({ text }) => text)
              .join(''),
          ]),
      ...state.conditions.map(part => describe(part)),
    ],
    legend: compared === null ? [] : [t('overview.now', { metric: label, range }), compared],
  };
  const saveSvg = () => {
    const chart = chartSvg(heading);
    if (chart) save(`${name}.svg`, new Blob([chart.text], { type: 'image/svg+xml' }));
    close();
  };
  const savePng = async () => {
    const png = await chartPng(heading);
    if (png) save(`${name}.png`, png);
    close();
  };
  return (
    <ul class="choices" aria-label={t('export.files')}>
      <li>
        <a href={allOf(state, question, (overview.summary.amounts ?? []).length > 0)} download onClick={close}>
          {t('export.all')}
        </a>
      </li>
      {state.view === null && (
        <>
          <li>
            <button type="button" onClick={savePng}>
              {t('export.png')}
            </button>
          </li>
          <li>
            <button type="button" onClick={saveSvg}>
              {t('export.svg')}
            </button>
          </li>
        </>
      )}
    </ul>
  );
}

/** Returns the URL of everything shown in one archive. */
function allOf({ opened, journeys }: State, question: Question, hasAmounts: boolean): string {
  return exportUrl('all.zip', question, {
    amounts: hasAmounts && canHaveAmounts(question) && '1',
    interval: question.interval,
    by: journeys.by,
    [journeys.isBack ? 'end' : 'start']: journeys.node,
    event: opened?.event,
    key: opened?.key,
  });
}
