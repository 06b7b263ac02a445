import { base } from '../base.ts';
import { formatCount, formatDuration, formatShare } from '../format.ts';
import { rich, t } from '../messages.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { Head } from '../parts/table.tsx';
import { CameBackDocument } from './__generated__/operations.ts';
import { CountsFrom } from './imported.tsx';
import { askHere } from './question.ts';
import { type Turn, useDrawn } from './turn.ts';
import { useShown } from './view.ts';

/** Visits of a day from which on they share a row. */
const MANY = 5;

/** How often visitors come back within a day, which is as far as anyone is recognised. */
export function CameBack({ turn }: { readonly turn: Turn }) {
  const { isNear } = turn;
  const { question } = useShown();
  const { answer, isLoading, error, reload } = useAnswer(
    signal => {
      const { days, filter } = question;
      return isNear ? askHere(CameBackDocument, { ...days, filter }, signal) : null;
    },
    [isNear, question],
  );
  const found = answer?.returns;
  useDrawn(turn, (found ?? error) != null);
  const rows = found?.rows.filter(({ visits }) => visits < MANY) ?? [];
  const many = found?.rows.filter(({ visits }) => visits >= MANY).reduce((sum, { visitors }) => sum + visitors, 0) ?? 0;
  const all = [
    ...rows.map(({ visits, visitors }) => ({ label: t('count.visits', { count: visits }), visitors })),
    ...(many > 0 ? [{ label: t('returns.many', { visits: formatCount(MANY) }), visitors: many }] : []),
  ];
  const most = Math.max(1, ...all.map(({ visitors }) => visitors));
  return (
    <section class="panel path returns" aria-labelledby="returns-title" hidden={turn.isHidden}>
      <header>
        <h2 id="returns-title">{t('returns.title')}</h2>
      </header>
      <div aria-busy={isNear && isLoading}>
        {error ? <Fault error={error} retry={reload} /> : null}
        <CountsFrom day={found?.countsFrom} />
        {found && found.visitors > 0 && (
          <table class="list">
            <caption class="hidden">{t('returns.table')}</caption>
            <Head columns={[t('returns.visits'), { number: t('metric.visitors') }, { number: t('list.share') }]} />
            <tbody>
              {all.map(({ label, visitors }) => (
                <tr key={label} style={{ '--part': visitors / most }}>
                  <th scope="row">{label}</th>
                  <td class="number">{formatCount(visitors)}</td>
                  <td class="number">{formatShare(visitors / found.visitors)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {found && (
          <p class="hint">
            {found.medianMinutes !== null &&
              `${t('returns.within', { duration: formatDuration(found.medianMinutes * 60) })} `}
            {rich('returns.privacy', {
              link: text => (
                <a href={`${base}/docs/privacy`} hreflang="en">
                  {text}
                </a>
              ),
            })}
          </p>
        )}
      </div>
    </section>
  );
}
