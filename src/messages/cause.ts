import type { BeforeAfter, ExplainedMetric } from '../domain/explain.ts';
import { isDevice } from './label.ts';
import type { Translate } from './translator.ts';

/** A condition of a cause, as `CauseCondition` has it. */
interface Condition {
  /** The name of a statistic, such as `landing_page`. */
  readonly name: string;
  /** IS, or STARTS_WITH for a section of the website. */
  readonly operator: string;
  readonly value: string;
  readonly label: string;
}

/** The statistics with phrases of their own, which read better than `with “letter” (Campaign media)`. */
const PHRASED = [
  'browser',
  'browser_version',
  'campaign',
  'channel',
  'city',
  'continent',
  'country',
  'device',
  'event',
  'landing_page',
  'language',
  'os',
  'os_version',
  'referrer',
  'region',
  'resolution',
  'source',
  'utm_content',
  'utm_medium',
  'utm_source',
  'utm_term',
] as const;

/**
 * Returns one sentence about a cause: `Visits from Google fell from 1,200 to 300, while the rest rose by 2%.` It can be the
 * end of another one, after a colon.
 */
export function causeSentence(
  t: Translate,
  metric: ExplainedMetric,
  conditions: readonly Condition[],
  { before, after }: BeforeAfter,
  rest: BeforeAfter,
  place: 'alone' | 'end' = 'alone',
): string {
  const [first = '', second] = conditions.map(condition => phraseOf(t, metric, condition));
  const percent = rest.before === 0 ? 0 : Math.round((100 * (rest.after - rest.before)) / rest.before);
  return t(`cause.${metric}`, {
    place,
    conditions: second === undefined ? first : t('cause.both', { first, second }),
    way: wayOf(after - before),
    before,
    after,
    // A rest that was nothing has not changed by any share.
    rest: rest.before === 0 ? 'none' : wayOf(percent),
    percent: Math.abs(percent) / 100,
  });
}

function wayOf(change: number): 'rose' | 'fell' | 'same' {
  return change === 0 ? 'same' : change > 0 ? 'rose' : 'fell';
}

function phraseOf(t: Translate, metric: ExplainedMetric, { name, operator, value, label }: Condition): string {
  if (operator === 'STARTS_WITH') return t('cause.section', { metric, label });
  const phrased = PHRASED.find(one => one === name);
  if (!phrased) return t('cause.other', { label, statistic: t(`statistic.${name}`) });
  const device = value === '' ? 'unknown' : isDevice(value) ? value : 'other';
  return t(`cause.of.${phrased}`, { metric, label, known: value === '' ? 'no' : 'yes', device });
}
