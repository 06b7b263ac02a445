/** The names that the pages of GA4 have for dimensions in English, in lower case, and those of its API. */
const DIMENSIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    browser: 'browser',
    city: 'city',
    country: 'country',
    'country id': 'countryId',
    date: 'date',
    'date + hour (yyyymmddhh)': 'dateHour',
    'device category': 'deviceCategory',
    'event name': 'eventName',
    hostname: 'hostName',
    hour: 'hour',
    'landing page': 'landingPage',
    'landing page + query string': 'landingPagePlusQueryString',
    language: 'language',
    'language code': 'languageCode',
    'nth day': 'nthDay',
    'operating system': 'operatingSystem',
    'operating system version': 'operatingSystemVersion',
    'os version': 'operatingSystemVersion',
    'page path': 'pagePath',
    'page path + query string': 'pagePathPlusQueryString',
    'page path and screen class': 'unifiedPagePathScreen',
    region: 'region',
    'screen resolution': 'screenResolution',
    'session campaign': 'sessionCampaignName',
    'session default channel group': 'sessionDefaultChannelGroup',
    'session manual ad content': 'sessionManualAdContent',
    'session manual campaign name': 'sessionManualCampaignName',
    'session manual medium': 'sessionManualMedium',
    'session manual source': 'sessionManualSource',
    'session manual term': 'sessionManualTerm',
    'session primary channel group': 'sessionPrimaryChannelGroup',
    'session primary channel group (default channel group)': 'sessionPrimaryChannelGroup',
    'session source': 'sessionSource',
  }),
);

/** The same for metrics. */
const METRICS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'active users': 'activeUsers',
    'average session duration': 'averageSessionDuration',
    'bounce rate': 'bounceRate',
    'engaged sessions': 'engagedSessions',
    'event count': 'eventCount',
    sessions: 'sessions',
    'total users': 'totalUsers',
    users: 'activeUsers',
    views: 'screenPageViews',
  }),
);

/**
 * Divides the head of a table: up to the first metric, all columns are dimensions, even one without a name here, because
 * its values divide the rows. Returns null if the names are not English, or not those of GA4.
 */
export function columnsIn(
  cells: readonly string[],
): { readonly dimensions: readonly string[]; readonly metrics: readonly string[] } | null {
  const names = cells.map(cell => cell.trim().toLowerCase());
  const first = names.findIndex(name => METRICS.has(name));
  if (first < 0) return null;
  return {
    dimensions: names.slice(0, first).map(name => DIMENSIONS.get(name) ?? name),
    metrics: names.slice(first).map(name => METRICS.get(name) ?? name),
  };
}

/** Returns whether a cell begins the head of a table. */
export function isHeadCell(cell: string): boolean {
  return DIMENSIONS.has(cell.trim().toLowerCase());
}
