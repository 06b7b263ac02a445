/** The kinds of alerts; their order is stored and never changes. */
export const ALERT_KINDS = ['SPIKE', 'DROP', 'FIRST_HIT', 'NO_HITS'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** The counts of a past hour of a website. */
export interface HourCount {
  /** Days since 1970-01-01 times 24, plus the hour of day. */
  readonly hour: number;
  readonly visits: number;
  /** Pageviews and events. */
  readonly hits: number;
}

/** Something worth an alert: `count` visits instead of the `usual` number; for NO_HITS, `usual` hits in a day. */
export interface Finding {
  readonly kind: 'SPIKE' | 'DROP' | 'NO_HITS';
  /** The hour concerned; for NO_HITS, the first hour without hits. */
  readonly hour: number;
  readonly count: number;
  readonly usual: number;
}

const DAY = 24;
const WEEK = 7 * DAY;
/** The number of past weeks to compare with, and how many of them must have counts. */
export const BASELINE_WEEKS = 8;
const LEAST_WEEKS = 3;
/** Fewer visits per hour than this vary by chance. */
const LEAST_VISITS = 20;
const SILENCE = DAY;
/** The number of days with hits that the week before a silence must have; with fewer, the silence is not unusual. */
const LIVELY_DAYS = 6;
/** Hours without a second alert of the same kind: one rush of visitors is one piece of news. */
export const QUIET_HOURS = 12;

/** Compares the last of `hours`, all past, with the same hour of the weeks from `since` (an hour) on. */
export function findUnusual(hours: readonly HourCount[], since: number): Finding[] {
  const last = hours.at(-1);
  if (!last) return [];
  const findings: Finding[] = [];
  const change = unusualChange(hours, last, since);
  if (change) findings.push(change);
  const silence = longSilence(hours, last);
  if (silence) findings.push(silence);
  return findings;
}

/** Returns the hours whose mean is the usual number of visits in `hour`: the middle one or two of those it is compared with. */
export function usualHours(hours: readonly HourCount[], hour: number, since: number): HourCount[] {
  const sorted = baselineOf(hours, hour, since).sort((a, b) => a.visits - b.visits);
  const middle = (sorted.length - 1) / 2;
  return sorted.slice(Math.max(0, Math.floor(middle)), Math.ceil(middle) + 1);
}

/** Returns the same hour of the weeks before, without hours skipped by a clock change or before the website existed. */
function baselineOf(hours: readonly HourCount[], hour: number, since: number): HourCount[] {
  const byHour = new Map(hours.map(one => [one.hour, one]));
  const weeks = Array.from({ length: BASELINE_WEEKS }, (_, week) => hour - (week + 1) * WEEK);
  return weeks.flatMap(one => (one >= since ? (byHour.get(one) ?? []) : []));
}

function unusualChange(hours: readonly HourCount[], last: HourCount, since: number): Finding | null {
  const baseline = baselineOf(hours, last.hour, since).map(({ visits }) => visits);
  if (baseline.length < LEAST_WEEKS) return null;
  const usual = median(baseline);
  // The larger of the spread expected by chance and the observed spread.
  const spread = Math.max(Math.sqrt(usual), 1.5 * median(baseline.map(count => Math.abs(count - usual))));
  const found = { hour: last.hour, count: last.visits, usual: Math.round(usual) };
  if (last.visits >= LEAST_VISITS && last.visits >= 2 * usual && last.visits > usual + 4 * spread) {
    return { kind: 'SPIKE', ...found };
  }
  if (usual >= LEAST_VISITS && last.visits <= usual / 2 && last.visits < usual - 4 * spread) {
    return { kind: 'DROP', ...found };
  }
  return null;
}

function longSilence(hours: readonly HourCount[], last: HourCount): Finding | null {
  const end = hours.findLast(({ hits }) => hits > 0);
  if (!end || last.hour - end.hour < SILENCE) return null;
  const days = new Map<number, number>();
  for (const { hour, hits } of hours) {
    const day = Math.floor((end.hour - hour) / DAY);
    if (day >= 0 && day < 7) days.set(day, (days.get(day) ?? 0) + hits);
  }
  const counts = Array.from({ length: 7 }, (_, day) => days.get(day) ?? 0);
  if (counts.filter(count => count > 0).length < LIVELY_DAYS) return null;
  return { kind: 'NO_HITS', hour: end.hour + 1, count: 0, usual: Math.round(median(counts)) };
}

function median(counts: readonly number[]): number {
  const sorted = [...counts].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
