import type { Guide } from '../../importer.ts';
import { READINGS } from './statistics.ts';

const API = 'https://analyticsdata.googleapis.com/v1beta/properties/PROPERTY:runReport';
const REQUEST = {
  dateRanges: [{ startDate: '2025-01-01', endDate: '2025-12-31' }],
  dimensions: [{ name: 'date' }, { name: 'pagePath' }],
  metrics: [{ name: 'screenPageViews' }],
  limit: 250_000,
};

/** The dimensions of reports, with their metric, by the statistic that they become. */
const REPORTS: readonly (readonly [string, string])[] = [...new Set(READINGS.map(({ name }) => name))]
  .filter(name => name !== 'day')
  .map(name => {
    const ways = READINGS.filter(reading => reading.name === name).map(
      ({ dimensions }) => `\`${dimensions.join('`, `')}\``,
    );
    return [ways.join(' or '), `the statistic \`${name}\``] as const;
  });

/** What docs/imports.md says about the three forms. */
export const GUIDE: Guide = {
  get: [
    '**Reports of the Data API** (sums): ask for one report of each kind, all with the dimension `date`, and send the answers as files of JSON, together:',
    '',
    '```',
    'gcloud auth application-default login \\',
    '  --scopes=https://www.googleapis.com/auth/analytics.readonly,https://www.googleapis.com/auth/cloud-platform',
    `curl -X POST ${API} \\`,
    '  -H "Authorization: Bearer $(gcloud auth application-default print-access-token)" \\',
    '  -H "x-goog-user-project: PROJECT" -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify(REQUEST)}' > pages.json`,
    '```',
    '',
    'The totals of the days are a report of `date` alone, with `totalUsers`, `sessions`, `engagedSessions`, `averageSessionDuration` and `screenPageViews`; events are one of `eventName` with `eventCount`; sources, channels, campaigns and landing pages need `sessions`, and places, browsers, systems, devices and languages `totalUsers`. The answers of `batchRunReports`, and those with an `offset`, can be sent as they are.',
    '',
    '**Export to BigQuery** (hits): write each day to a file of JSON, in any order:',
    '',
    '```',
    'bq query --nouse_legacy_sql --format=json --max_rows=10000000 \\',
    "  'SELECT * FROM `PROJECT.analytics_PROPERTY.events_20260131`' | gzip > events_20260131.json.gz",
    '```',
    '',
    'An `EXPORT DATA` as newline-delimited JSON can be sent as well, any number of files at once.',
    '',
    '**CSV of its pages** (sums): in *Explore*, make a free-form exploration with the dimension *Date* and one other, set *Show rows* to the most, and choose *Export data*, *CSV*. A CSV of *Reports* has no dates, so it counts only if its range is a single day. The language of the account must be English. Several files can be sent together.',
  ].join('\n'),
  names: [
    ['`totalUsers`, otherwise `activeUsers`', 'visitors'],
    ['`sessions`', 'visits'],
    ['`screenPageViews`', 'pageviews'],
    ['`sessions` less `engagedSessions`, otherwise `bounceRate` of them', 'bounces'],
    ['`averageSessionDuration` × `sessions`', 'seconds, rounded to whole ones for each row'],
    ['`eventCount` by `eventName`', 'events'],
    ...REPORTS,
    [
      '`page_view` in BigQuery',
      'a pageview of `page_location`, from `page_referrer`, with its other parameters as properties',
    ],
    ['`user_engagement`, `scroll`', 'the attention that the page got: `engagement_time_msec` and `percent_scrolled`'],
    ['`purchase` and all other events', 'an event with `value`, `currency`, and its other parameters as properties'],
    ['`user_pseudo_id`', 'the visitor, for a day; without it, the pageviews identify nobody'],
    ['`device`, `geo`', 'browser, system, type of device, language; country, region and city'],
  ],
  leftOut:
    'Of reports: whatever another report has with fewer dimensions, so that nothing counts twice; revenue and key events; events that are pageviews or automatic. Users cannot be added up over several rows, so a statistic of visitors or visits needs a report with no other dimension than the date. Totals equal the rows of the reports to the unit; GA4 itself estimates users and sessions, so its own total of a month differs from the sum of its days. If GA4 has sampled a report, left out rows with few users or put values together as `(other)`, the dry run says so. Of BigQuery: `session_start`, `first_visit` and `first_open`, because the first pageview says the same; events of apps; `transaction_id`, `items` and user properties, which belong to single people; the engagement time of a `page_view`, which was spent on the page before. Its visits are those of Footfall, which end after 30 minutes, at midnight, or with a new referrer or campaign, so their number differs from the sessions of GA4. Send a range in one form only, and all its reports together: the first import of a day’s value stands.',
};
