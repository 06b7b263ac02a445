import { ROLLUP_HOUR } from '../counting/rollups.ts';
import { weekdayOf } from '../domain/calendar.ts';
import { periodMetrics } from './counts.ts';
import type { PeriodQuery } from './query.ts';
import type { SumReader } from './sum-reader.ts';
import { pageviewsWithoutHours } from './without-hours.ts';

/** The counts for one hour of one day of the week, over all weeks of a range. */
export interface HeatmapCell {
  /** 1 for Monday to 7 for Sunday. */
  readonly weekday: number;
  /** 0 to 23, in the website's time zone. */
  readonly hour: number;
  readonly pageviews: number;
  readonly visitors: number;
}

export interface Heatmap {
  /** All 168 hours of a week, starting with Monday 0:00, in the website's time zone. */
  readonly cells: readonly HeatmapCell[];
  /** The pageviews of the range that are in no cell. */
  readonly withoutHours: number;
}

/** Returns the counts of a range by day of the week and hour. */
export async function readHeatmap(reader: SumReader, { website, filter, from, to }: PeriodQuery): Promise<Heatmap> {
  const { ids, metrics, columns } = await reader.read(website, filter, {
    rollup: ROLLUP_HOUR,
    by: 'hour',
    from,
    to,
    // The rollups hold them together; of single visits, each metric costs time.
    metrics: filter ? ['pageviews', 'visitors'] : periodMetrics(false),
  });
  const pageviews = columns[metrics.indexOf('pageviews')] ?? [];
  const visitors = columns[metrics.indexOf('visitors')] ?? [];
  const cells = Array.from({ length: 168 }, (_, at) => ({
    weekday: Math.floor(at / 24) + 1,
    hour: at % 24,
    pageviews: 0,
    visitors: 0,
  }));
  ids.forEach((id, at) => {
    const cell = cells[(weekdayOf(Math.floor(id / 24)) - 1) * 24 + (id % 24)];
    if (!cell) return;
    cell.pageviews += pageviews[at] ?? 0;
    cell.visitors += visitors[at] ?? 0;
  });
  return { cells, withoutHours: filter ? 0 : await pageviewsWithoutHours(reader, website, { from, to }) };
}
