import { columnName, STORED_METRICS } from './metrics.ts';
import { STATISTICS } from './statistics.ts';

/** The columns of a file of sums with counts. */
const COUNTS: readonly string[] = STORED_METRICS.map(columnName);

/** The statistics that can have a column of their own in a file of sums; totals of a day are not among them. */
export const WIDE_STATISTICS: readonly string[] = STATISTICS.map(({ name }) => name as string).filter(
  name => !COUNTS.includes(name),
);

/** Our names for the columns of a file of sums. */
export const SUMS_COLUMNS: readonly string[] = ['date', 'statistic', 'value', ...COUNTS, ...WIDE_STATISTICS];

/** Our names for the fields of a hit. */
export const HIT_FIELDS: readonly string[] = [
  ...['time', 'page', 'referrer', 'event', 'event.name', 'event.value', 'event.unit', 'event.props', 'props', 'id'],
  ...['visitor', 'ip', 'user_agent', 'language', 'screen_resolution', 'browser', 'browser_version', 'os', 'os_version'],
  ...['device', 'country', 'region', 'city', 'engagement', 'depth'],
];
