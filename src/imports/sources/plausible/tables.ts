import type { PropertyRef } from '../../../domain/filter.ts';
import type { StoredMetric } from '../../../domain/metrics.ts';
import type { GeoNames } from '../../places/geonames.ts';
import type { SumsTable } from '../../sums-table.ts';
import {
  browserOf,
  browserVersionOf,
  channelOf,
  deviceOf,
  eventOf,
  hostOf,
  keyWriter,
  pageOf,
  referrerOf,
  sourceOf,
  systemOf,
  systemVersionOf,
  textOf,
} from '../../sums-values.ts';
import type { Watch } from '../../watched-rows.ts';

/** The names of places that the tables need. */
export type Places = Pick<GeoNames, 'place' | 'lacks'>;

/** A table of the export; `by` is the column that no other table has, `also` are those that are known but not counted. */
export interface PlausibleTable extends SumsTable {
  readonly by: string;
  /** The columns that every version of the export has, besides the date. */
  readonly always: readonly string[];
  readonly also?: readonly string[];
  readonly watch?: Watch;
}

/** The counts that most tables have. */
const OF_VISITS: Readonly<Record<string, StoredMetric>> = {
  visitors: 'visitors',
  visits: 'visits',
  pageviews: 'pageviews',
  bounces: 'bounces',
  visit_duration: 'seconds',
};
const ALWAYS = ['visitors', 'visits', 'visit_duration', 'bounces'];
const ORIGIN = ['source', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign'];
const PLACE = ['country', 'region', 'city'];

/** The table of totals, which has no column of its own. */
export const TOTALS: SumsTable & Pick<PlausibleTable, 'always'> = {
  name: 'imported_visitors',
  always: ALWAYS,
  metrics: OF_VISITS,
  day: ['visitors', 'visits', 'pageviews', 'bounces', 'seconds'],
  values: [],
};

/** Every other table, with an entry for each statistic that it has. */
export function tablesOf(places: Places): readonly PlausibleTable[] {
  const placeOf = (country: string, region: string, city: string) =>
    places.place({ country: textOf(country), region: textOf(region), city: textOf(city) });
  return [
    {
      name: 'imported_pages',
      by: 'page',
      always: ['hostname', 'visitors', 'pageviews'],
      also: ['visits', 'visitors', 'exits', 'time_on_page'],
      metrics: {
        pageviews: 'pageviews',
        total_time_on_page: 'engagedSeconds',
        total_time_on_page_visits: 'engagedPages',
        total_scroll_depth: 'depthPercent',
        total_scroll_depth_visits: 'depthPages',
      },
      // The engaged time of a day is that of its pages.
      day: ['engagedSeconds', 'engagedPages'],
      values: [
        { name: 'page', from: ['page'], read: pageOf },
        { name: 'host', from: ['hostname'], read: hostOf },
      ],
    },
    {
      name: 'imported_entry_pages',
      by: 'entry_page',
      always: ['visitors', 'entrances'],
      metrics: { ...OF_VISITS, entrances: 'visits' },
      values: [{ name: 'landing_page', from: ['entry_page'], read: pageOf }],
    },
    {
      name: 'imported_exit_pages',
      by: 'exit_page',
      always: ['visitors', 'exits'],
      metrics: { ...OF_VISITS, exits: 'visits' },
      values: [{ name: 'exit_page', from: ['exit_page'], read: pageOf }],
    },
    {
      name: 'imported_sources',
      by: 'source',
      always: ALWAYS,
      metrics: OF_VISITS,
      values: [
        { name: 'source', from: ORIGIN, read: sourceOf },
        { name: 'channel', from: ORIGIN, read: channelOf },
        { name: 'referrer', from: ['referrer'], read: referrerOf },
        { name: 'utm_source', from: ['utm_source'], read: textOf },
        { name: 'utm_medium', from: ['utm_medium'], read: textOf },
        { name: 'campaign', from: ['utm_campaign'], read: textOf },
        { name: 'utm_content', from: ['utm_content'], read: textOf },
        { name: 'utm_term', from: ['utm_term'], read: textOf },
      ],
    },
    {
      name: 'imported_locations',
      by: 'country',
      always: ALWAYS,
      metrics: OF_VISITS,
      watch: {
        from: PLACE,
        isSuch: (country, region, city) => places.lacks({ country, region, city }),
        say: rows =>
          `The city of ${rows} rows is not among the 32,000 largest; they count in their region and country.`,
      },
      values: [
        { name: 'continent', from: PLACE, read: (...cells) => placeOf(...triple(cells)).continent },
        { name: 'country', from: PLACE, read: (...cells) => placeOf(...triple(cells)).country },
        { name: 'region', from: PLACE, needs: 'region', read: (...cells) => placeOf(...triple(cells)).region },
        { name: 'city', from: PLACE, needs: 'city', read: (...cells) => placeOf(...triple(cells)).city },
      ],
    },
    {
      name: 'imported_devices',
      by: 'device',
      always: ALWAYS,
      metrics: OF_VISITS,
      values: [{ name: 'device', from: ['device'], read: deviceOf }],
    },
    {
      name: 'imported_browsers',
      by: 'browser',
      always: ALWAYS,
      metrics: OF_VISITS,
      values: [
        { name: 'browser', from: ['browser'], read: browserOf },
        {
          name: 'browser_version',
          from: ['browser', 'browser_version'],
          needs: 'browser_version',
          read: browserVersionOf,
        },
      ],
    },
    {
      name: 'imported_operating_systems',
      by: 'operating_system',
      always: ALWAYS,
      metrics: OF_VISITS,
      values: [
        { name: 'os', from: ['operating_system'], read: systemOf },
        {
          name: 'os_version',
          from: ['operating_system', 'operating_system_version'],
          needs: 'operating_system_version',
          read: systemVersionOf,
        },
      ],
    },
    {
      name: 'imported_custom_events',
      by: 'name',
      always: ['link_url', 'path', 'visitors', 'events'],
      also: ['visitors'],
      metrics: { events: 'events' },
      day: ['events'],
      values: [{ name: 'event', from: ['name'], read: eventOf }],
      properties: [
        { value: 'link_url', from: ['name'], of: name => ofEvent('url', name) },
        { value: 'path', from: ['name'], of: name => ofEvent('path', name) },
      ],
    },
    {
      name: 'imported_custom_props',
      by: 'property',
      always: ['value', 'visitors', 'events'],
      also: ['visitors'],
      metrics: { events: 'events' },
      values: [],
      properties: [{ value: 'value', from: ['property'], of: ofAnyHit(keyWriter()) }],
    },
  ];
}

function ofEvent(key: string, name: string): PropertyRef | null {
  const event = eventOf(name);
  return event === '' ? null : { key, event };
}

/** The export does not say which hits have a property. */
function ofAnyHit(keyOf: (given: string) => string) {
  return (given: string): PropertyRef | null => {
    const key = keyOf(given);
    return key === '' ? null : { key, event: null };
  };
}

function triple([country = '', region = '', city = '']: string[]): [country: string, region: string, city: string] {
  return [country, region, city];
}
