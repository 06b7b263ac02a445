import type { Generator } from './generated.ts';
import { csvOf, type Deed, tellStory, truthOf } from './story.ts';

const KINDS = [
  {
    ...{
      browser_name: 'Chrome',
      browser_version: '142.0.0',
      os_name: 'Windows',
      os_version: '10',
      device_type: 'desktop',
    },
    ...{ screen_width: 1920, screen_height: 1080, lang_language: 'en', lang_region: 'US', country_code: 'US' },
  },
  {
    ...{ browser_name: 'Safari', browser_version: '18.1', os_name: 'iOS', os_version: '18', device_type: 'mobile' },
    ...{ screen_width: 390, screen_height: 844, lang_language: 'de', lang_region: 'DE', country_code: 'DE' },
  },
  {
    ...{
      browser_name: 'Samsung Internet',
      browser_version: '',
      os_name: 'Android',
      os_version: '',
      device_type: 'tablet',
    },
    ...{ screen_width: '', screen_height: '', lang_language: '', lang_region: '', country_code: '' },
  },
];
const OURS = [
  {
    ...{ browser: 'Chrome', browser_version: 'Chrome 142', os: 'Windows', os_version: 'Windows 10/11' },
    ...{ device: 'desktop', resolution: '1920x1080', language: 'en', country: 'US:United States' },
  },
  {
    ...{ browser: 'Safari', browser_version: 'Safari 18', os: 'iOS', os_version: 'iOS 18' },
    ...{ device: 'mobile', resolution: '390x844', language: 'de', country: 'DE:Germany' },
  },
  {
    ...{ browser: 'Samsung Internet', browser_version: 'Samsung Internet', os: 'Android', os_version: 'Android' },
    ...{ device: 'tablet', resolution: '', language: '', country: '' },
  },
];

/** An array of objects, with sessions, attention and properties as an object. */
export const SIMPLE_ANALYTICS_JSON: Generator = {
  name: 'simple_analytics (JSON)',
  source: 'simple_analytics',
  generate(seed) {
    const deeds = tellStory(seed);
    const points = deeds.map((deed, at) => ({
      ...pointOf(deed),
      uuid: `p-${at}`,
      session_id: deed.visitor,
      ...(deed.event
        ? { metadata: { plan: deed.event.plan, list: [1] } }
        : { duration_seconds: 4, scrolled_percentage: 60 }),
    }));
    const odd = [
      { ...points[0], uuid: 'odd-1', is_robot: true },
      { ...points[0], uuid: 'odd-2', hostname: 'other.example' },
      { ...points[0], uuid: 'odd-3', added_iso: 'yesterday' },
      17,
    ];
    return {
      files: { 'points.json': JSON.stringify([...points, ...odd], null, 1) },
      ...truthOf(deeds, OURS),
      leftOut: { bot: 1, unknown_website: 2, bad: 2 },
    };
  },
};

/** Rows of CSV in two files, without sessions: each visitor's first pageview is marked. */
export const SIMPLE_ANALYTICS_CSV: Generator = {
  name: 'simple_analytics (CSV)',
  source: 'simple_analytics',
  generate(seed) {
    const deeds = tellStory(seed + 1);
    const rows = deeds.map(({ event, isFirst, ...deed }) => {
      const { added_iso, hostname, ...rest } = pointOf({ event, isFirst, ...deed });
      const numbers = {
        added_unix: deed.time / 1000,
        is_unique: isFirst,
        'metadata.plan_text': event?.plan,
        more: 'x',
      };
      return { ...rest, ...numbers };
    });
    const isView = deeds.map(({ event }) => event === null);
    const firsts = deeds.filter(({ isFirst }) => isFirst);
    const { totals, days, statistics } = truthOf(deeds, OURS);
    const { statistics: ofFirsts } = truthOf(firsts, OURS);
    const { page = {}, event = {} } = statistics;
    return {
      files: {
        'pageviews.csv': csvOf(rows.filter((_, at) => isView[at])),
        'events.csv': csvOf(rows.filter((_, at) => !isView[at])),
      },
      totals: { ...totals, visitors: firsts.length, visits: firsts.length },
      days,
      statistics: { ...ofFirsts, page, event },
    };
  },
};

function pointOf({ time, kind, path, referrer, campaign, event }: Deed) {
  return {
    added_iso: new Date(time).toISOString(),
    hostname: 'site-1.example',
    path,
    query: '',
    is_robot: false,
    document_referrer: referrer === '' ? '' : `https://www.${referrer}/a`,
    utm_campaign: campaign,
    datapoint: event?.name ?? 'pageview',
    ...KINDS[kind],
  };
}
