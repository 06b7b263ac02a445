/** The named ranges, in the order the page offers them. */
export const PRESETS = [
  ['TODAY', 'Today'],
  ['YESTERDAY', 'Yesterday'],
  ['LAST_7_DAYS', 'Last 7 days'],
  ['LAST_30_DAYS', 'Last 30 days'],
  ['LAST_90_DAYS', 'Last 90 days'],
  ['LAST_365_DAYS', 'Last 365 days'],
  ['THIS_WEEK', 'This week'],
  ['LAST_WEEK', 'Last week'],
  ['THIS_MONTH', 'This month'],
  ['LAST_MONTH', 'Last month'],
  ['THIS_YEAR', 'This year'],
  ['LAST_YEAR', 'Last year'],
  ['ALL', 'All time'],
] as const;

export type Preset = (typeof PRESETS)[number][0];

/** A range of days such as `2026-01-31`, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const DAY = 86_400_000;

/** Returns today's date in the time zone. */
export function todayIn(timezone: string, now: number = Date.now()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(now).replaceAll('/', '-');
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** Returns the number of days in the range. */
export function countDays({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;
}

/**
 * Returns the days of a preset; null for all time, which only the server knows. Weeks begin on Monday; a running period
 * ends today.
 */
export function daysOfPreset(preset: Preset, today: string): Days | null {
  const at = new Date(`${today}T00:00:00Z`);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const monday = addDays(today, -((at.getUTCDay() + 6) % 7));
  const on = (y: number, m: number, d: number) => new Date(Date.UTC(y, m, d)).toISOString().slice(0, 10);
  switch (preset) {
    case 'TODAY':
      return { from: today, to: today };
    case 'YESTERDAY':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'LAST_7_DAYS':
    case 'LAST_30_DAYS':
    case 'LAST_90_DAYS':
    case 'LAST_365_DAYS':
      return { from: addDays(today, 1 - Number(preset.replace(/\D/g, ''))), to: today };
    case 'THIS_WEEK':
      return { from: monday, to: today };
    case 'LAST_WEEK':
      return { from: addDays(monday, -7), to: addDays(monday, -1) };
    case 'THIS_MONTH':
      return { from: on(year, month, 1), to: today };
    case 'LAST_MONTH':
      return { from: on(year, month - 1, 1), to: on(year, month, 0) };
    case 'THIS_YEAR':
      return { from: on(year, 0, 1), to: today };
    case 'LAST_YEAR':
      return { from: on(year - 1, 0, 1), to: on(year - 1, 11, 31) };
    case 'ALL':
      return null;
  }
}

/** Returns true for a real date in the form `YYYY-MM-DD`. */
export function isDay(text: string | null): text is string {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}
