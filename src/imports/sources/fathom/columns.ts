import type { StatName } from '../../../domain/statistics.ts';
import type { ValueRule } from '../../sums-table.ts';
import {
  browserOf,
  channelOf,
  deviceOf,
  eventOf,
  hostOf,
  pageOf,
  referrerOf,
  sourceOf,
  systemOf,
  textOf,
} from '../../sums-values.ts';
import type { Places } from '../plausible/tables.ts';

/** Other spellings of its columns. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    avg_time_on_site: 'avg_duration',
    completions: 'conversions',
    country: 'country_code',
    device: 'device_type',
    name: 'event_name',
    os: 'operating_system',
    page_views: 'pageviews',
    referrer: 'referrer_hostname',
    region: 'state',
    unique_visitors: 'visitors',
    views: 'pageviews',
    visit_duration: 'avg_duration',
  }),
);

/** Counts of people, which mean the same; the first that a file has counts. */
export const PEOPLE = ['visitors', 'visits', 'uniques'];
/** The columns that are not counts, by which a file is grouped. */
const GROUPS = [
  ...['hostname', 'pathname', 'country_code', 'state', 'city', 'device_type', 'browser', 'operating_system'],
  ...['referrer_hostname', 'referrer_pathname', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
  'event_name',
];
/** Columns about which nobody needs a word: those of other tables, and those that the guide names. */
export const KNOWN = ['datetime', ...PEOPLE, ...GROUPS, 'conversions', 'unique_conversions', 'value', 'currency'];
const PLACE = ['country_code', 'state', 'city'];
const ORIGIN = ['referrer_hostname', 'utm_source', 'utm_medium', 'utm_campaign'];

/** Returns the columns of a head by the names that are used here. */
export function columnsOf(head: readonly string[]): string[] {
  return head.map(column => {
    const name = column.replace(/[\s-]+/g, '_');
    return SPELLINGS.get(name) ?? name;
  });
}

/** Returns the columns by which a file is grouped, in one order. */
export function groupsIn(columns: readonly string[]): string[] {
  return GROUPS.filter(name => columns.includes(name));
}

/** Returns how the value of each statistic is read. */
export function rulesOf(places: Places): readonly ValueRule[] {
  const placeOf =
    (part: 'continent' | 'country' | 'region' | 'city') => (country: string, state: string, city: string) => {
      const code = textOf(country).toUpperCase();
      const region = textOf(state);
      // A state of two or three letters is the end of its code.
      const isShort = /^[A-Z0-9]{1,3}$/.test(region);
      return places.place({ country: code, region: isShort ? `${code}-${region}` : region, city: textOf(city) })[part];
    };
  const rules: readonly (readonly [
    name: StatName,
    from: readonly string[],
    read: ValueRule['read'],
    needs?: string,
  ])[] = [
    ['page', ['pathname'], pageOf],
    ['host', ['hostname'], hostname => hostOf(hostname.replace(/^https?:\/\//, ''))],
    ['continent', PLACE, placeOf('continent')],
    ['country', PLACE, placeOf('country')],
    ['region', PLACE, placeOf('region'), 'state'],
    ['city', PLACE, placeOf('city'), 'city'],
    ['device', ['device_type'], deviceOf],
    ['browser', ['browser'], browserOf],
    ['os', ['operating_system'], systemOf],
    ['referrer', ['referrer_hostname'], referrerOf],
    ['source', ORIGIN, (host, utmSource) => sourceOf('', host, utmSource ?? '')],
    ['channel', ORIGIN, (host, utmSource, medium, campaign) => channelOf('', host, utmSource, medium, campaign)],
    ['utm_source', ['utm_source'], textOf],
    ['utm_medium', ['utm_medium'], textOf],
    ['campaign', ['utm_campaign'], textOf],
    ['utm_term', ['utm_term'], textOf],
    ['utm_content', ['utm_content'], textOf],
    ['event', ['event_name'], eventOf],
  ];
  return rules.map(([name, from, read, needs]) => ({ name, from, read, ...(needs !== undefined && { needs }) }));
}
