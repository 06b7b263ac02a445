import type { ComponentChildren } from 'preact';
import type { ExplainedMetric } from '../../domain/explain.ts';
import type { MetricName } from '../../domain/metrics.ts';
import { causeSentence } from '../../messages/cause.ts';
import { page } from '../base.ts';
import { formatCount, formatDay, formatDifference, formatHour, formatRange } from '../format.ts';
import { labelOfRow } from '../labels.ts';
import { t } from '../messages.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { Dialog } from '../parts/overlays.tsx';
import { RowButton, Table } from '../parts/table.tsx';
import {
  ExplainDocument,
  type ExplainedFragment,
  type ExplainMetric,
  type OverviewFragment,
} from './__generated__/operations.ts';
import { todayIn } from './days.ts';
import { withCondition } from './filter-merge.ts';
import { askHere } from './question.ts';
import { useShown } from './view.ts';

const METRICS: Readonly<Partial<Record<MetricName, ExplainMetric>>> = {
  visitors: 'VISITORS',
  visits: 'VISITS',
  pageviews: 'PAGEVIEWS',
  events: 'EVENTS',
};

/** Returns the name under which the change of a metric can be explained; undefined for rates and durations. */
export function explainMetric(name: MetricName): ExplainMetric | undefined {
  return METRICS[name];
}

/** Returns whether both ranges have single visits, which an explanation counts; imported sums have none. */
export function hasVisitsToExplain({ firstHitAt, summary }: OverviewFragment): boolean {
  const { basis, previousTo } = summary;
  if (basis === 'IMPORTED' || firstHitAt === null || previousTo === null) return false;
  return previousTo >= todayIn(page.timezone, Date.parse(firstHitAt));
}

const asDomain = (metric: ExplainMetric) => metric.toLowerCase() as ExplainedMetric;

/** A dialog that says why a metric changed; a click on a cause shows its visits only. */
export function ExplanationDialog(props: { readonly metric: ExplainMetric; readonly onClose: () => void }) {
  const { metric, onClose } = props;
  const { question } = useShown();
  const { days, filter, compared } = question;
  const { answer, error, isLoading, reload } = useAnswer(
    signal => askHere(ExplainDocument, { ...days, ...compared, metric, filter }, signal),
    [metric],
  );
  return (
    <Dialog title={t('explanation.title', { metric: asDomain(metric) })} onClose={onClose}>
      <div class="explanation stack" aria-busy={isLoading}>
        {error ? (
          <Fault error={error} retry={reload} />
        ) : answer ? (
          <Explanation metric={asDomain(metric)} explanation={answer.explain} onClose={onClose} />
        ) : (
          <p class="hint" role="status">
            {t('explanation.loading')}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function Explanation(props: {
  readonly metric: ExplainedMetric;
  readonly explanation: ExplainedFragment['explain'];
  readonly onClose: () => void;
}) {
  const { metric, explanation, onClose } = props;
  const { question, state, change } = useShown();
  const { rest, from, to, previousFrom, previousTo, comparedUntil } = explanation;
  const earlier = formatRange(previousFrom, previousTo);
  const causes = explanation.causes.map(cause => {
    const conditions = cause.conditions.map(one => ({ ...one, label: labelOfRow(one.name, one) }));
    const named = conditions.map(one => ({ ...one, name: one.name.toLowerCase() }));
    return { ...cause, conditions, sentence: causeSentence(t, metric, named, cause, rest) };
  });
  const filterBy = (conditions: (typeof causes)[number]['conditions']) => {
    const added = conditions.map(({ name, operator, value }) => ({ name, operator, values: [value] }));
    change({ conditions: added.reduce(withCondition, state.conditions) });
    onClose();
  };
  return (
    <>
      <p class="hint">
        {comparedUntil === null
          ? t('explanation.days', { days: formatRange(from, to), earlier })
          : t('explanation.hours', { day: formatDay(to), earlier, hour: formatHour(Number(comparedUntil.slice(11))) })}
        {comparedUntil === null && to !== question.days.to && ` ${t('explanation.onlyOver')}`}
      </p>
      {causes.length === 0 && <p>{t('explanation.nothing')}</p>}
      {causes.map(({ sentence }) => (
        <p key={sentence} dir="auto">
          {sentence}
        </p>
      ))}
      <Table
        name={t('explanation.parts', { metric })}
        columns={[
          t('explanation.part'),
          { number: t('explanation.before') },
          { number: t('explanation.after') },
          { number: t('explanation.change') },
          { buttons: t('explanation.filter') },
        ]}
      >
        {causes.map(({ conditions, sentence, ...counts }) => {
          const name = conditions.map(({ label }) => label).join(' + ');
          return (
            <Part key={sentence} name={name} counts={counts}>
              <RowButton name={t('pathFilter.by', { label: name })} onClick={() => filterBy(conditions)}>
                {t('explanation.filter')}
              </RowButton>
            </Part>
          );
        })}
        {causes.length > 0 && <Part name={t('explanation.rest')} counts={rest} />}
        <Part name={t('explanation.total')} counts={explanation} />
      </Table>
    </>
  );
}

function Part(props: {
  readonly name: string;
  readonly counts: { readonly before: number; readonly after: number; readonly change: number };
  readonly children?: ComponentChildren;
}) {
  const { name, counts, children } = props;
  return (
    <tr>
      <th scope="row" dir="auto">
        {name}
      </th>
      <td class="number">{formatCount(counts.before)}</td>
      <td class="number">{formatCount(counts.after)}</td>
      <td class="number">{formatDifference(counts.change)}</td>
      <td>{children}</td>
    </tr>
  );
}
