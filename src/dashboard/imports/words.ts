import { METRICS } from '../../domain/metrics.ts';
import { formatDay, formatRange } from '../format.ts';
import { locale, t } from '../messages.ts';
import type { ImportShownFragment as Import } from './__generated__/operations.ts';

export type { Import };

/** Returns what a line of the report is called. */
export function nameOf(line: string): string {
  // The total of events has the same label.
  if (line === 'event') return t('imports.eventsByName');
  return METRICS.some(({ name }) => name === line) ? t(`metric.${line}`) : t(`statistic.${line}`);
}

export function daysOf({ from, to }: Pick<Import, 'from' | 'to'>): string {
  if (from === null || to === null) return t('common.none');
  return from === to ? formatDay(from) : formatRange(from, to);
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];

/** Formats a size such as `12.3 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return new Intl.NumberFormat(locale, {
    ...{ style: 'unit', unit: UNITS[power], unitDisplay: power === 0 ? 'long' : 'short' },
    maximumFractionDigits: power === 0 || value >= 100 ? 0 : 1,
  }).format(value);
}

/** Returns true while something happens to an import by itself. */
export function isRunning({ state, finishedAt }: Pick<Import, 'state' | 'finishedAt'>): boolean {
  return finishedAt === null || !['DONE', 'FAILED', 'UNDONE'].includes(state);
}

/** Returns true for an import that needs attention: it is going on, or waits for a decision. */
export function isOpen(shown: Import): boolean {
  return isRunning(shown) || (shown.dryRun && shown.state === 'DONE');
}

/** Returns true for an import that has counted, which can be undone. */
export function isImported({ dryRun, state }: Import): boolean {
  return !dryRun && state === 'DONE';
}

/** Returns true for a dry run that was thrown away. */
export function isDiscarded({ dryRun, state }: Import): boolean {
  return dryRun && state === 'UNDONE';
}

/** Returns the files as one text, such as `a.csv and 3 more`. */
export function filesOf({ files }: Pick<Import, 'files'>): string {
  const [first = t('imports.noFile'), ...more] = files;
  return more.length === 0 ? first : t('imports.filesMore', { first, count: more.length });
}
