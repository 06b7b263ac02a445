import { countedFor, isNoise } from '../domain/change.ts';
import { EXPLAINED_METRICS, type ExplainedMetric } from '../domain/explain.ts';
import { METRICS, type MetricName, type StoredMetric } from '../domain/metrics.ts';
import { type Words, wordsIn } from './words.ts';

/** A number of a period and of the period before; `before` is null if nothing is compared. */
export interface Compared {
  readonly now: number;
  readonly before: number | null;
}

interface PartlyKnown {
  readonly now: number | null;
  readonly before: number | null;
}

/** By metric; null for a ratio that imports do not know. */
export type Figures = {
  readonly [Name in MetricName]: Name extends StoredMetric ? Compared : PartlyKnown;
};

/** A metric of both periods. */
export interface Moved {
  readonly metric: ShownMetric;
  readonly now: number;
  readonly before: number;
  readonly isNoise: boolean;
}

/** A metric that a report shows. */
export type ShownMetric = Extract<(typeof METRICS)[number], { readonly isInMails: true }>;

/** The metrics that a report shows, in their order. */
export const SHOWN = METRICS.filter((metric): metric is ShownMetric => 'isInMails' in metric);

/** Returns a metric of both periods; null if it is not known in both, as a rate without any visits is not. */
export function movedIn(metric: ShownMetric, figures: Figures): Moved | null {
  const { now, before } = figures[metric.name];
  if (now === null || before === null) return null;
  const whole = 'ratio' in metric ? figures[metric.ratio[1]] : null;
  if (whole && !(whole.now && whole.before)) return null;
  const counted = countedFor(metric, countsOf(figures, 'now'), countsOf(figures, 'before'));
  return { metric, now, before, isNoise: isNoise(now, before, counted) };
}

/**
 * Returns the shown metric that changed most beyond noise, a rate or a mean only if no count did; null if none did. A
 * change that rounding hides is none: nobody can see it in a mail.
 */
export function changedMost(figures: Figures): Moved | null {
  const moved = SHOWN.flatMap(metric => movedIn(metric, figures) ?? []).filter(
    one => !one.isNoise && !isAlike(one, wordsIn('en')),
  );
  const counts = moved.filter(({ metric }) => metric.unit === 'count');
  const [first, ...others] = counts.length > 0 ? counts : moved;
  return others.reduce<Moved | null>((most, one) => (most && factor(one) <= factor(most) ? most : one), first ?? null);
}

/** Returns the metric whose causes a report names: the count that changed most, visitors if none did. */
export function explainedIn(figures: Figures): ExplainedMetric {
  const name = changedMost(figures)?.metric.name;
  return EXPLAINED_METRICS.find(one => one === name) ?? 'visitors';
}

/** Returns whether a mail writes both values in the same way; languages differ in words, but all round alike. */
export function isAlike({ metric: { unit }, now, before }: Moved, words: Words): boolean {
  return words.figure(unit, now) === words.figure(unit, before);
}

/** How many times one value is the other, whichever is larger. */
function factor({ now, before }: Moved): number {
  return Math.max(now, before) / Math.min(now, before);
}

function countsOf(figures: Figures, of: 'now' | 'before') {
  return Object.fromEntries(METRICS.map(({ name }) => [name, figures[name][of]]));
}
