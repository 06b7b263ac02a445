/** What an alert can be about; their order is stored and never changes. */
export const ALERT_KINDS = ['SPIKE', 'DROP', 'FIRST_HIT', 'NO_HITS'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** What was counted in an hour at the website that is over. */
export interface HourCount {
  /** Days since 1970-01-01 times 24, and the hour of day. */
  readonly hour: number;
  readonly visits: number;
  /** Pageviews and events. */
  readonly hits: number;
}

/** Something that is worth an alert; `count` visits where `usual` would have been so many. */
export interface Finding {
  readonly kind: 'SPIKE' | 'DROP' | 'NO_HITS';
  /** The hour it is about; of a silence the first one without hits. */
  readonly hour: number;
  readonly count: number;
  readonly usual: number;
}

const DAY = 24;
const WEEK = 7 * DAY;
/** Weeks that are looked back on, and how many of them must have been counted. */
export const BASELINE_WEEKS = 8;
const LEAST_WEEKS = 3;
/** Fewer visits than this an hour come and go by chance. */
const LEAST_VISITS = 20;
const SILENCE = DAY;
/** Of the week before a silence so many days must have had hits, or nothing is unusual about it. */
const LIVELY_DAYS = 6;

/**
 * Compares the last of the hours, which come in order and without one that is under way, with the same hour of the same
 * weekday in the weeks before. `since` is the first hour that could have been counted.
 */
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

function unusualChange(hours: readonly HourCount[], last: HourCount, since: number): Finding | null {
  const visitsAt = new Map(hours.map(({ hour, visits }) => [hour, visits]));
  const baseline: number[] = [];
  for (let week = 1; week <= BASELINE_WEEKS; week++) {
    const hour = last.hour - week * WEEK;
    // An hour that the clock skipped is missing, and so is what was before the website was there.
    if (hour >= since && visitsAt.has(hour)) baseline.push(visitsAt.get(hour) ?? 0);
  }
  if (baseline.length < LEAST_WEEKS) return null;
  const usual = median(baseline);
  // How far counts stray by chance alone, and how far these have strayed.
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
