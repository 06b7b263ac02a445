import type { Generator } from './generated.ts';
import { csvOf, type Deed, tellStory, truthOf } from './story.ts';

const KINDS = [
  {
    ...{ browserName: 'Chrome', browserVersion: '142.0', operatingSystemName: 'Windows', operatingSystemVersion: '10' },
    ...{ deviceType: 'Desktop', resolution: '1920x1080', languageCode: 'en-us', countryCode: 'us', regionCode: 'TX' },
    ...{ region: 'Texas', city: 'Austin' },
  },
  {
    ...{
      browserName: 'Mobile Safari',
      browserVersion: '18.1',
      operatingSystemName: 'iOS',
      operatingSystemVersion: '18',
    },
    ...{ deviceType: 'Smartphone', resolution: '390x844', languageCode: 'de', countryCode: 'de', regionCode: '' },
    ...{ region: 'Unknown', city: '' },
  },
  {
    ...{
      browserName: 'Samsung Browser',
      browserVersion: '',
      operatingSystemName: 'Android',
      operatingSystemVersion: '',
    },
    ...{ deviceType: 'Phablet', resolution: 'unknown', languageCode: 'xx', countryCode: 'xx', regionCode: 'xx' },
    ...{ region: 'Unknown', city: '' },
  },
];
const OURS = [
  {
    ...{
      browser: 'Chrome',
      browser_version: 'Chrome 142',
      os: 'Windows',
      os_version: 'Windows 10/11',
      device: 'desktop',
    },
    ...{
      resolution: '1920x1080',
      language: 'en',
      country: 'US:United States',
      region: 'US:Texas',
      city: 'US:Austin, Texas',
    },
  },
  {
    ...{ browser: 'Safari', browser_version: 'Safari 18', os: 'iOS', os_version: 'iOS 18', device: 'mobile' },
    ...{ resolution: '390x844', language: 'de', country: 'DE:Germany', region: '', city: '' },
  },
  {
    ...{ browser: 'Samsung Internet', browser_version: 'Samsung Internet', os: 'Android', os_version: 'Android' },
    ...{ device: 'mobile', resolution: '', language: '', country: '', region: '', city: '' },
  },
];

/** Two pages of the API, the newest visit first; they overlap, and a visit of the second went on before the first. */
export const MATOMO_JSON: Generator = {
  name: 'matomo (JSON)',
  source: 'matomo',
  generate(seed) {
    const visits = visitsOf(tellStory(seed)).toReversed();
    const middle = Math.floor(visits.length / 2);
    const shared = visits[middle] as (typeof visits)[number];
    const earlier = { ...shared, actionDetails: shared.actionDetails.slice(0, 1) };
    const goals = visits.flatMap(({ actionDetails }) => actionDetails).filter(({ type }) => type === 'goal').length;
    const foreign = {
      type: 'action',
      url: 'https://other.example/',
      timestamp: shared.actionDetails[0]?.timestamp,
      pageId: 1,
    };
    const odd = [
      { ...shared, idVisit: 90_001, actionDetails: [foreign, { ...foreign, timestamp: null, pageId: 2 }] },
      { ...shared, idVisit: null },
    ];
    return {
      files: {
        '1.json': JSON.stringify([earlier, ...visits.slice(middle + 1), ...odd]),
        '0.json': JSON.stringify(visits.slice(0, middle + 1), null, 2),
        '2.json': '[]',
      },
      ...truthOf(deedsOf(seed), OURS),
      leftOut: { goal: goals, unknown_website: 1, bad: 2, repeated: 1 },
    };
  },
};

/** The flat form that Matomo offers for download: a row for each visit, in UTF-16. */
export const MATOMO_CSV: Generator = {
  name: 'matomo (CSV)',
  source: 'matomo',
  generate(seed) {
    const visits = visitsOf(tellStory(seed + 1));
    const rows = visits.map(
      ({ actionDetails, ...visit }): Record<string, string | number | undefined> => ({
        ...visit,
        ...Object.fromEntries(
          actionDetails.flatMap((action, at) =>
            Object.entries(action).map(([name, value]) => [`actionDetails_${at}_${name}`, value]),
          ),
        ),
      }),
    );
    const columns = [...new Set(rows.flatMap(row => Object.keys(row)))];
    const whole = rows.map(row => Object.fromEntries(columns.map(name => [name, row[name]])));
    const file = Buffer.from(`\uFEFF${csvOf(whole)}`, 'utf16le');
    return { files: { 'Export.csv': file }, ...truthOf(deedsOf(seed + 1), OURS) };
  },
};

/** Returns a story as it must count. */
function deedsOf(seed: number): Deed[] {
  return tellStory(seed).map(deed => ({
    ...deed,
    event: deed.event && { ...deed.event, name: `Shop: ${deed.event.name}` },
  }));
}

function visitsOf(deeds: readonly Deed[]) {
  const visits = [...Map.groupBy(deeds, ({ visitor }) => visitor)];
  return visits.map(([visitor, mine], at) => {
    const [first] = mine as [Deed];
    const type = first.referrer !== '' ? 'website' : first.campaign !== '' ? 'campaign' : 'direct';
    return {
      idSite: 1,
      idVisit: at + 1,
      visitIp: '1.2.0.0',
      visitorId: visitor,
      userId: 'ann@example.com',
      ...KINDS[first.kind],
      siteCurrency: 'EUR',
      referrerType: type,
      referrerName: first.referrer || first.campaign,
      referrerUrl: first.referrer === '' ? '' : `https://www.${first.referrer}/a?b=c`,
      actionDetails: mine.flatMap((deed, no) => actionsOf(deed, `${at}${no}`)),
    };
  });
}

type Action = Readonly<Record<string, string | number>>;

function actionsOf({ time, path, event }: Deed, pageId: string): Action[] {
  const action = { url: `https://site-1.example${path}`, timestamp: time / 1000, pageId, timeSpent: '60' };
  if (!event) return [{ type: 'action', pageTitle: 'A "title"', ...action }];
  const more = { eventCategory: 'Shop', eventAction: event.name, eventName: event.plan, eventValue: event.amount };
  return [
    { type: 'event', ...action, ...more },
    { type: 'goal', ...action, goalName: 'Bought' },
  ];
}
