import type { StoredMetric } from '../../../domain/metrics.ts';

interface Derived {
  readonly metric: StoredMetric;
  readonly from: readonly string[];
  readonly of: (...numbers: number[]) => number;
}

const one = (count = 0) => count;

/** How our metrics follow from those of GA4; of several ways, the first that a table allows is taken. */
const DERIVED: readonly Derived[] = [
  { metric: 'pageviews', from: ['screenPageViews'], of: one },
  { metric: 'visitors', from: ['totalUsers'], of: one },
  { metric: 'visitors', from: ['activeUsers'], of: one },
  { metric: 'visits', from: ['sessions'], of: one },
  {
    metric: 'bounces',
    from: ['sessions', 'engagedSessions'],
    of: (sessions = 0, engaged = 0) => Math.max(0, sessions - engaged),
  },
  { metric: 'bounces', from: ['sessions', 'bounceRate'], of: (sessions = 0, rate = 0) => Math.round(sessions * rate) },
  {
    metric: 'seconds',
    from: ['sessions', 'averageSessionDuration'],
    of: (sessions = 0, average = 0) => Math.round(sessions * average),
  },
  { metric: 'events', from: ['eventCount'], of: one },
];

/** The metrics of GA4 that are not whole numbers. */
const FRACTIONS: ReadonlySet<string> = new Set(['bounceRate', 'averageSessionDuration']);

/** Returns whether a metric follows from these of GA4. */
export function isKnown(metric: StoredMetric, given: readonly string[]): boolean {
  return derivedOf(metric, given) !== undefined;
}

/** Returns the names of GA4's metrics from which one of ours follows, for people. */
export function sourcesOf(metric: StoredMetric): string {
  return DERIVED.find(one => one.metric === metric)?.from.join(' and ') ?? metric;
}

/** Returns a metric of a row, or a sentence on what is wrong with the numbers that it follows from. */
export function metricOf(metric: StoredMetric, given: readonly string[], texts: readonly string[]): number | string {
  const derived = derivedOf(metric, given);
  if (!derived) throw new Error(`The table has no ${metric}.`);
  const numbers: number[] = [];
  for (const name of derived.from) {
    const text = texts[given.indexOf(name)] ?? '';
    const number = numberIn(text);
    if (!(number >= 0) || (!FRACTIONS.has(name) && !Number.isSafeInteger(number)))
      return `The metric ${name} is ${JSON.stringify(text.slice(0, 40))}, which is not a ${FRACTIONS.has(name) ? 'number' : 'whole number'} from 0 on.`;
    numbers.push(number);
  }
  return derived.of(...numbers);
}

function derivedOf(metric: StoredMetric, given: readonly string[]): Derived | undefined {
  return DERIVED.find(one => one.metric === metric && one.from.every(name => given.includes(name)));
}

/** Reads a number with commas between thousands, or in percent. */
function numberIn(text: string): number {
  const plain = text.trim().replaceAll(',', '');
  if (plain === '') return Number.NaN;
  return plain.endsWith('%') ? Number(plain.slice(0, -1)) / 100 : Number(plain);
}
