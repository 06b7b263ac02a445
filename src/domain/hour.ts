import { lazy } from './lazy.ts';

/** Returns what writes an hour of the day in a locale, from 0 to 23: `2:00 PM` or `14:00`. */
export function hourWriter(locale?: string): (hour: number) => string {
  const format = lazy(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }));
  return hour => format().format(Date.UTC(2026, 0, 1, hour));
}
