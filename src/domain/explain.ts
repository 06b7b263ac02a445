import type { FilterOperator } from './filter.ts';
import type { StatName } from './statistics.ts';

/** The metrics whose change can be explained. */
export const EXPLAINED_METRICS = ['visitors', 'visits', 'pageviews', 'events'] as const;
export type ExplainedMetric = (typeof EXPLAINED_METRICS)[number];

/** One of the values that a cause is about, or all values that start with it. */
export interface CauseCondition {
  readonly name: StatName;
  readonly operator: Extract<FilterOperator, 'IS' | 'STARTS_WITH'>;
  readonly value: string;
  readonly label: string;
}

/** A count in two ranges. */
export interface BeforeAfter {
  readonly before: number;
  readonly after: number;
}

/** Returns the change of a count beyond the relative change of the rest; the whole change if the rest was nothing. */
export function beyondRest({ before, after }: BeforeAfter, rest: BeforeAfter): number {
  return after - (rest.before === 0 ? before : (before * rest.after) / rest.before);
}

/** Returns one sentence about a cause: `Visits from Google fell from 1,200 to 300, while the rest rose by 2%.` */
export function causeSentence(
  metric: ExplainedMetric,
  conditions: readonly CauseCondition[],
  cause: BeforeAfter,
  rest: BeforeAfter,
): string {
  const { before, after } = cause;
  const phrases = conditions.map(condition => phraseOf(condition, metric === 'visitors' ? 'who' : 'that'));
  const verb =
    after === before
      ? `stayed at ${grouped(before)}`
      : `${after > before ? 'rose' : 'fell'} from ${grouped(before)} to ${grouped(after)}`;
  return `${SUBJECTS[metric]} ${phrases.join(' ')} ${verb}${restText(rest)}.`;
}

const SUBJECTS: Readonly<Record<ExplainedMetric, string>> = {
  visitors: 'Visitors',
  visits: 'Visits',
  pageviews: 'Pageviews of visits',
  events: 'Events of visits',
};

function restText({ before, after }: BeforeAfter): string {
  if (before === 0) return '';
  const percent = Math.round((100 * (after - before)) / before);
  if (percent === 0) return ', while the rest stayed the same';
  return `, while the rest ${percent > 0 ? 'rose' : 'fell'} by ${grouped(Math.abs(percent))}%`;
}

function phraseOf({ name, operator, value, label }: CauseCondition, pronoun: string): string {
  if (value === '') return UNKNOWN[name]?.(pronoun) ?? `with an unknown ${wordsOf(name)}`;
  if (operator === 'STARTS_WITH') return `${pronoun} began below ${label}`;
  return PHRASES[name]?.(label, pronoun) ?? `with the ${wordsOf(name)} ${label}`;
}

type Phrase = (label: string, pronoun: string) => string;

const FROM: Phrase = label => `from ${label}`;
const WITH: Phrase = label => `with ${label}`;
const ON: Phrase = label => `on ${label}`;
/** A statistic without an entry is named: `with the utm medium letter`. */
const PHRASES: Readonly<Partial<Record<string, Phrase>>> = {
  source: FROM,
  referrer: FROM,
  channel: label => `of the channel ${label}`,
  campaign: label => `of the campaign ${label}`,
  continent: FROM,
  country: FROM,
  region: FROM,
  city: FROM,
  browser: WITH,
  browser_version: WITH,
  os: ON,
  os_version: ON,
  host: ON,
  device: label => `on ${/^[A-Z][a-z]+$/.test(label) ? label.toLowerCase() : label} devices`,
  resolution: label => `with a screen of ${label}`,
  landing_page: (label, pronoun) => `${pronoun} began on ${label}`,
};
const UNKNOWN: Readonly<Partial<Record<string, (pronoun: string) => string>>> = {
  referrer: pronoun => `${pronoun} came directly`,
  source: pronoun => `${pronoun} came directly`,
};

function wordsOf(name: string): string {
  return name.replaceAll('_', ' ').replace(/^os\b/, 'operating system');
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
