import type { StoredMetric } from '../../../domain/metrics.ts';
import type { StatName } from '../../../domain/statistics.ts';
import { agentNamed, browserNamed, deviceNamed, systemNamed } from '../../agent-named.ts';
import { placeNamed } from '../../place-named.ts';
import {
  campaignNamed,
  channelNamed,
  eventNamed,
  hostNamed,
  known,
  languageNamed,
  pageNamed,
  resolutionNamed,
  sourceNamed,
} from './values.ts';

/** How a statistic is read from the dimensions of a table. */
export interface Reading {
  readonly name: StatName | 'day';
  readonly dimensions: readonly string[];
  /** The metrics that it takes, the one it counts first. */
  readonly metrics: readonly StoredMetric[];
  /** Returns our value from those of the dimensions, in their order. */
  readonly value: (...values: string[]) => string;
}

const OF_DAY = ['pageviews', 'visitors', 'visits', 'bounces', 'seconds'] as const;
const OF_VISITORS = ['visitors', 'visits', 'pageviews', 'bounces', 'seconds'] as const;
const OF_VISITS = ['visits', 'visitors', 'pageviews', 'bounces', 'seconds'] as const;

/** Every way to read a statistic; of those that a file allows, the first is taken. */
export const READINGS: readonly Reading[] = [
  { name: 'day', dimensions: [], metrics: OF_DAY, value: () => '' },
  { name: 'pageviews_hours', dimensions: ['hour'], metrics: ['pageviews'], value: hour => hour.padStart(2, '0') },
  { name: 'pageviews_hours', dimensions: ['dateHour'], metrics: ['pageviews'], value: time => time.slice(8, 10) },
  ...['pagePathPlusQueryString', 'pagePath', 'unifiedPagePathScreen'].map(
    dimension => ({ name: 'page', dimensions: [dimension], metrics: ['pageviews'], value: pageNamed }) as const,
  ),
  { name: 'host', dimensions: ['hostName'], metrics: ['pageviews'], value: hostNamed },
  { name: 'event', dimensions: ['eventName'], metrics: ['events'], value: eventNamed },
  ...['landingPagePlusQueryString', 'landingPage'].map(
    dimension => ({ name: 'landing_page', dimensions: [dimension], metrics: OF_VISITS, value: pageNamed }) as const,
  ),
  { name: 'source', dimensions: ['sessionSource'], metrics: OF_VISITS, value: sourceNamed },
  ...['sessionDefaultChannelGroup', 'sessionPrimaryChannelGroup'].map(
    dimension => ({ name: 'channel', dimensions: [dimension], metrics: OF_VISITS, value: channelNamed }) as const,
  ),
  ...(
    [
      ['campaign', 'sessionManualCampaignName'],
      ['campaign', 'sessionCampaignName'],
      ['utm_source', 'sessionManualSource'],
      ['utm_medium', 'sessionManualMedium'],
      ['utm_term', 'sessionManualTerm'],
      ['utm_content', 'sessionManualAdContent'],
    ] as const
  ).map(([name, dimension]) => ({ name, dimensions: [dimension], metrics: OF_VISITS, value: campaignNamed })),
  ...['countryId', 'country'].flatMap((dimension): Reading[] => [
    {
      name: 'country',
      dimensions: [dimension],
      metrics: OF_VISITORS,
      value: (country = '') => placeNamed({ country }).country,
    },
    {
      name: 'region',
      dimensions: [dimension, 'region'],
      metrics: OF_VISITORS,
      value: (country = '', region = '') => placeNamed({ country, region: known(region) }).region,
    },
    {
      name: 'city',
      dimensions: [dimension, 'region', 'city'],
      metrics: OF_VISITORS,
      value: (country = '', region = '', city = '') =>
        placeNamed({ country, region: known(region), city: known(city) }).city,
    },
  ]),
  { name: 'browser', dimensions: ['browser'], metrics: OF_VISITORS, value: name => browserNamed(known(name)) },
  { name: 'os', dimensions: ['operatingSystem'], metrics: OF_VISITORS, value: name => systemNamed(known(name)) },
  {
    name: 'os_version',
    dimensions: ['operatingSystem', 'operatingSystemVersion'],
    metrics: OF_VISITORS,
    value: (os = '', osVersion = '') => agentNamed({ os, osVersion }).osVersion,
  },
  { name: 'device', dimensions: ['deviceCategory'], metrics: OF_VISITORS, value: deviceNamed },
  { name: 'resolution', dimensions: ['screenResolution'], metrics: OF_VISITORS, value: resolutionNamed },
  ...['languageCode', 'language'].map(
    dimension => ({ name: 'language', dimensions: [dimension], metrics: OF_VISITORS, value: languageNamed }) as const,
  ),
];

/** Events that are pageviews, or that repeat what the first pageview of a visit or its attention says. */
export const NOT_EVENTS: ReadonlySet<string> = new Set([
  ...['page_view', 'screen_view', 'session_start', 'first_visit', 'first_open', 'user_engagement', 'scroll'],
]);
