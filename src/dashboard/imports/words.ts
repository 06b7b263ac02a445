import { METRICS } from '../../domain/metrics.ts';
import { formatCount, formatDay, formatRange } from '../format.ts';
import { STATISTICS } from '../registry.ts';
import type { ImportShownFragment as Import } from './__generated__/operations.ts';

export type { Import };

/** The reasons for which rows are left out, each with a sentence about it. */
const REASONS: Readonly<Record<string, readonly [label: string, about: string]>> = {
  bad: ['Rows that cannot be read', 'The first ones are listed below.'],
  counted_here: ['Later days', 'They come after the last day to import.'],
  repeated: ['Repeated rows', 'An earlier import of this tool or another of the files has the same rows.'],
  bot: ['Bots', 'The sender says that it is a program.'],
  excluded_ip: ['Excluded IP addresses', 'They are on the list in the settings of the website.'],
  unknown_website: ['Other websites', 'The host belongs to no website here.'],
  duplicate: ['Duplicates', 'The same hit is in the file twice.'],
  prefetch: ['Prefetched pages', 'Nobody had opened them yet.'],
  link_or_pixel: ['Links and pixels', 'They are not pages of the website.'],
  automatic: ['Automatic events', 'The tool adds them by itself; the first pageview says the same.'],
  app: ['Events of apps', 'Only pages of the website count.'],
  no_page: ['No pages', 'Images, styles, scripts, downloads and the like.'],
  redirect: ['Redirects', 'The page that they lead to counts.'],
  failed_request: ['Failed requests', 'The server answered with an error.'],
  other_method: ['Other requests', 'Only requests that read a page count.'],
};

/** Returns what a reason is called, and a sentence about it, which can be empty. */
export function reasonOf(reason: string): readonly [label: string, about: string] {
  const label = reason.replaceAll('_', ' ');
  return REASONS[reason] ?? [label.charAt(0).toUpperCase() + label.slice(1), ''];
}

/** Returns what a line of the report is called. */
export function nameOf(line: string): string {
  // The total of events has the same label.
  if (line === 'event') return 'Events by name';
  const known = METRICS.find(({ name }) => name === line) ?? STATISTICS.find(({ name }) => name === line.toUpperCase());
  return known?.label ?? (line === 'property' ? 'Properties' : line);
}

export function daysOf({ from, to }: Pick<Import, 'from' | 'to'>): string {
  if (from === null || to === null) return 'none';
  return from === to ? formatDay(from) : formatRange(from, to);
}

const UNITS = ['bytes', 'kB', 'MB', 'GB'];

/** Formats a size such as `12.3 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${new Intl.NumberFormat(undefined, { maximumFractionDigits: power === 0 || value >= 100 ? 0 : 1 }).format(value)} ${UNITS[power]}`;
}

/** Returns true while something happens to an import by itself. */
export function isRunning({ state, finishedAt }: Pick<Import, 'state' | 'finishedAt'>): boolean {
  return finishedAt === null || !['DONE', 'FAILED', 'UNDONE'].includes(state);
}

/** Returns true for an import that needs attention: it is going on, or waits for a decision. */
export function isOpen(shown: Import): boolean {
  return isRunning(shown) || (shown.dryRun && shown.state === 'DONE');
}

/** Returns true for a dry run that was thrown away. */
export function isDiscarded({ dryRun, state }: Import): boolean {
  return dryRun && state === 'UNDONE';
}

/** Returns the files as one text, such as `a.csv and 3 more`. */
export function filesOf({ files }: Pick<Import, 'files'>): string {
  const [first = 'no file', ...more] = files;
  return more.length === 0 ? first : `${first} and ${formatCount(more.length)} more`;
}
