import { dayNumber } from '../../domain/calendar.ts';
import { dayRange, earlierRange } from '../../domain/range.ts';
import { page } from '../base.ts';
import { formatCount, formatDay, formatHour, formatRange } from '../format.ts';
import { t } from '../messages.ts';
import { Change } from '../parts/trend.tsx';
import { statisticOf } from '../registry.ts';
import type { ListFragment, OverviewFragment, StatName } from './__generated__/operations.ts';
import { momentIn } from './days.ts';
import type { Shown } from './use-statistics.ts';

type Moved = Pick<ListFragment['rows'][number], 'count' | 'compared' | 'previous' | 'change' | 'isNoise'>;
/** A count and how it has changed; of a running range, only what had come by an hour is compared. */
interface Compared {
  readonly row: Moved;
  /** Null if the range is over. */
  readonly until: string | null;
}

/** Returns the hour up to which the counts of a statistic are compared; those of some are known only for whole days. */
export function untilOf(name: StatName, { comparedUntil }: OverviewFragment['summary']): string | null {
  return comparedUntil && (statisticOf(name).countedFiltered ? hourOf(comparedUntil) : formatHour(0));
}

/** Returns the hour of a moment such as `2026-01-31T10`. */
export function hourOf(until: string): string {
  return formatHour(Number(until.slice(11)));
}

/** Says what the summary is compared with, of a running range only up to an hour; null without a comparison. */
export function comparedText({ previousFrom, previousTo, comparedUntil }: OverviewFragment['summary']): string | null {
  if (!previousFrom || !previousTo) return null;
  const range = formatRange(previousFrom, previousTo);
  return comparedUntil && Number(comparedUntil.slice(11)) !== 0
    ? t('overview.comparedUntil', { range, hour: hourOf(comparedUntil) })
    : t('overview.compared', { range });
}

/** Says why nothing is compared although something should be; null with a comparison, and if none is wanted. */
export function notComparedText({ overview, question, at }: Omit<Shown, 'asked'>): string | null {
  const { days, compared } = question;
  const compare = compared.compareFrom ? { from: dayNumber(compared.compareFrom) } : compared.compare;
  const { firstDay, summary } = overview;
  if (!compare || !firstDay || summary.previousFrom) return null;
  const earlier = earlierRange(dayRange(days.from, days.to), compare);
  if (!earlier || earlier.from < dayNumber(firstDay))
    return t('overview.notCompared.before', { day: formatDay(firstDay) });
  const { day, hour } = momentIn(page.timezone, at);
  const hasBegun = days.from < day || (days.from === day && hour > 0);
  return t(`overview.notCompared.${hasBegun ? 'hits' : 'begun'}`);
}

/** Returns the heading of changes, of a running range with the hour up to which they are. */
export function changeHead(until: string | null): string {
  return until === null ? t('list.change') : t('list.changeUntil', { hour: until });
}

/** Returns what is compared of a count, with what, and up to which hour; undefined if it is the whole count. */
export function partText({ row: { count, compared, previous }, until }: Compared): string | undefined {
  if (until === null || compared === null || previous === null || compared === count) return;
  return t('tiles.exactUntil', { hour: until, compared: formatCount(compared), previous: formatCount(previous) });
}

/** The change of a count; without it if nothing had come by then, since a fall by 100 % would belie the count. */
export function Growth({ row, until }: Compared) {
  const part = partText({ row, until });
  return (
    <>
      {(row.compared !== 0 || row.count === 0) && <Change change={row.change} isNoise={row.isNoise} />}
      {part && <span class="hidden"> {part}</span>}
    </>
  );
}
