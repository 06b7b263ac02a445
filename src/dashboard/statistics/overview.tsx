import { metricsIn } from '../../domain/metrics.ts';
import { page } from '../base.ts';
import { formatDay, formatMetric, formatRange } from '../format.ts';
import { t } from '../messages.ts';
import { Numbers } from '../parts/numbers.tsx';
import { useSteps } from '../parts/steps.ts';
import { Table } from '../parts/table.tsx';
import type { MomentFragment } from './__generated__/operations.ts';
import { AddAnnotation, AnnotationList } from './annotations.tsx';
import { todayIn } from './days.ts';
import { type Drawn, useDrawn } from './drawn.ts';
import { comparedText, notComparedText } from './growth.tsx';
import { CountsFrom, ImportedLegend, importedText, NoHitsYet } from './imported.tsx';
import { nameOf, partOf, valueAt } from './points.ts';
import { intervalsFor } from './question.ts';
import { usePart } from './retries.ts';
import { SummaryTiles } from './tiles.tsx';
import { useShown } from './view.ts';

const METRICS = metricsIn('summary');

const loadChart = () => import('./time-chart.tsx');
// In parallel with the first query, but not before the page can be drawn.
loadChart().catch(() => undefined);

/** The figures of the range and, in tasks of their own, what belongs to the chart of one of them, and the chart. */
export function Overview() {
  const { overview, isLoading } = useShown();
  const step = useSteps(2);
  return (
    <section class="over-time" aria-label={t('overview.title')} aria-busy={isLoading}>
      <NoHitsYet />
      <SummaryTiles />
      <CountsFrom day={overview.summary.countsFrom} />
      {step > 0 && <OverTime hasChart={step > 1} />}
    </section>
  );
}

/** The chart of a figure with its annotations, and its numbers as a table. */
function OverTime({ hasChart }: { readonly hasChart: boolean }) {
  const { change, overview, question, at } = useShown();
  const { from, to } = question.days;
  const { amounts = [], amountsFrom } = overview.summary;
  const compared = comparedText(overview.summary);
  const notCompared = notComparedText({ overview, question, at });
  const drawn = useDrawn();
  const intervals = intervalsFor(question.days, question.interval === 'DAY' ? 1 : 2);
  return (
    <>
      <div class="chart-bar">
        <p class="hint legend">
          <span class="is-now">{t('overview.now', { metric: drawn.label, range: formatRange(from, to) })}</span>
          {compared && <span class="compared">{compared}</span>}
          {notCompared && <span>{notCompared}</span>}
          {amounts.length > 0 && amountsFrom && amountsFrom > from && (
            <span>{t('overview.amountsFrom', { day: formatDay(amountsFrom) })}</span>
          )}
        </p>
        {intervals.length > 1 && (
          <fieldset class="intervals">
            <legend class="hidden">{t('overview.interval')}</legend>
            {intervals.map(interval => (
              <button
                type="button"
                key={interval}
                aria-pressed={interval === question.interval}
                onClick={() => change({ interval })}
              >
                {t(`overview.interval.${interval}`)}
              </button>
            ))}
          </fieldset>
        )}
        {page.isOwner && <AddAnnotation key={to} day={to} />}
      </div>
      <LazyChart drawn={hasChart ? drawn : null} />
      <ImportedLegend />
      <AnnotationList />
      <ChartTable drawn={drawn} />
    </>
  );
}

/** The chart once its part of the app has loaded and it is its turn; an empty box of its size until then. */
function LazyChart({ drawn }: { readonly drawn: Drawn | null }) {
  const part = usePart(loadChart);
  return part && drawn ? <part.TimeChart drawn={drawn} /> : <div class="chart" />;
}

/** The numbers behind the chart as a table, for readers who cannot see it or want exact values. */
function ChartTable({ drawn }: { readonly drawn: Drawn }) {
  const { overview, question } = useShown();
  const { points } = overview.timeseries;
  const { interval, days } = question;
  const today = todayIn(page.timezone);
  // Those of the last question may still be drawn.
  const amounts = drawn.unit !== null && drawn.question === question ? drawn : null;
  const columns = [...METRICS.map(({ name }) => t(`metric.${name}`)), ...(amounts ? [amounts.label] : [])];
  return (
    <Numbers class="numbers" title={t('overview.asTable')}>
      {() => (
        <Table name={t('overview.table')} columns={[t('common.time'), ...columns.map(number => ({ number }))]}>
          {points.map((point, index) => (
            <tr key={point.start}>
              <th scope="row">
                {nameOf(points, index, question)} {partOf(points, index, { interval, days, today })}
                {point.imported > 0 && <span class="hint"> {importedText(point)}</span>}
              </th>
              {METRICS.map(metric => (
                <td class="number" key={metric.name}>
                  {numberText(drawn, point, metric)}
                </td>
              ))}
              {amounts?.points[index] && (
                <td class="number">{amounts.write(amounts.read(amounts.points[index]) ?? 0)}</td>
              )}
            </tr>
          ))}
        </Table>
      )}
    </Numbers>
  );
}

function numberText(drawn: Drawn, point: MomentFragment, metric: (typeof METRICS)[number]): string {
  const value = drawn.isUnknown(point) ? null : valueAt(point, metric.name);
  return value === null ? '–' : formatMetric(metric, value);
}
