import type { ComponentChildren } from 'preact';
import type { MetricName } from '../../domain/metrics.ts';
import { formatCount, formatDifference, formatRange } from '../format.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { Dialog } from '../parts/overlays.tsx';
import { RowButton, Table } from '../parts/table.tsx';
import { ExplainDocument, type ExplainedFragment, type ExplainMetric } from './__generated__/operations.ts';
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

/** A dialog that says why a metric changed; a click on a cause shows its visits only. */
export function ExplanationDialog(props: {
  readonly metric: ExplainMetric;
  readonly label: string;
  readonly onClose: () => void;
}) {
  const { metric, label, onClose } = props;
  const { question } = useShown();
  const { days, filter, compared } = question;
  const { answer, error, isLoading, reload } = useAnswer(
    signal => askHere(ExplainDocument, { ...days, ...compared, metric, filter }, signal),
    [metric],
  );
  return (
    <Dialog title={`Why did ${label.toLowerCase()} change?`} onClose={onClose}>
      <div class="explanation stack" aria-busy={isLoading}>
        {error ? (
          <Fault error={error} retry={reload} />
        ) : answer ? (
          <Explanation label={label} explanation={answer.explain} onClose={onClose} />
        ) : (
          <p class="hint" role="status">
            Looking for causes…
          </p>
        )}
      </div>
    </Dialog>
  );
}

function Explanation(props: {
  readonly label: string;
  readonly explanation: ExplainedFragment['explain'];
  readonly onClose: () => void;
}) {
  const { label, explanation, onClose } = props;
  const { state, change } = useShown();
  const { causes, rest, from, to, previousFrom, previousTo } = explanation;
  const filterBy = (conditions: (typeof causes)[number]['conditions']) => {
    const added = conditions.map(({ name, operator, value }) => ({ name, operator, values: [value] }));
    change({ conditions: added.reduce(withCondition, state.conditions) });
    onClose();
  };
  return (
    <>
      <p class="hint">
        {formatRange(from, to)} compared with {formatRange(previousFrom, previousTo)}. Only days that are over are
        compared.
      </p>
      {causes.length === 0 && <p>Nothing stands out: no single source, place, device or page explains the change.</p>}
      {causes.map(({ sentence }) => (
        <p key={sentence} dir="auto">
          {sentence}
        </p>
      ))}
      <Table
        name={`Parts of the change of ${label.toLowerCase()}`}
        columns={['Part', { number: 'Before' }, { number: 'After' }, { number: 'Change' }, { buttons: 'Filter' }]}
      >
        {causes.map(({ conditions, ...counts }) => {
          const name = conditions.map(({ label: value }) => value).join(' + ');
          return (
            <Part key={counts.sentence} name={name} counts={counts}>
              <RowButton name={`Filter by ${name}`} onClick={() => filterBy(conditions)}>
                Filter
              </RowButton>
            </Part>
          );
        })}
        {causes.length > 0 && <Part name="Everything else" counts={rest} />}
        <Part name="Total" counts={explanation} />
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
