import { zipOf } from '../../support/zip.ts';
import type { Generated, Generator } from './generated.ts';
import { csvOf, type Deed, tellStory, truthOf } from './story.ts';

const KINDS = [
  {
    browser: 'chrome',
    os: 'Windows 10',
    device: 'laptop',
    screen: '1920x1080',
    language: 'en-US',
    country: 'US',
    region: 'US-TX',
    city: 'Austin',
  },
  {
    browser: 'ios',
    os: 'iOS',
    device: 'mobile',
    screen: '390x844',
    language: 'de',
    country: 'DE',
    region: 'DE-NW',
    city: 'Köln',
  },
  {
    browser: 'samsung',
    os: 'Android OS',
    device: 'tablet',
    screen: '',
    language: '',
    country: '',
    region: '',
    city: '',
  },
] as const;
const OURS = [
  {
    ...{ browser: 'Chrome', os: 'Windows', os_version: 'Windows 10/11', device: 'desktop', resolution: '1920x1080' },
    ...{ language: 'en', country: 'US:United States', region: 'US:Texas', city: 'US:Austin, Texas' },
  },
  {
    ...{ browser: 'Safari', os: 'iOS', os_version: 'iOS', device: 'mobile', resolution: '390x844' },
    ...{
      language: 'de',
      country: 'DE:Germany',
      region: 'DE:North Rhine-Westphalia',
      city: 'DE:Köln, North Rhine-Westphalia',
    },
  },
  {
    ...{ browser: 'Samsung Internet', os: 'Android', os_version: 'Android', device: 'tablet', resolution: '' },
    ...{ language: '', country: '', region: '', city: '' },
  },
];

/** The zip of Umami's cloud: columns of today, and the properties of events in a file of their own. */
export const UMAMI_CLOUD: Generator = {
  name: 'umami (cloud)',
  source: 'umami',
  generate(seed) {
    const deeds = tellStory(seed);
    const rows = deeds.map((deed, at) => ({ ...eventOf(deed, at), ...linkOf(deed) }));
    const odd = [
      { ...rows[0], event_id: 'odd-1', hostname: 'other.example' },
      { ...rows[0], event_id: 'odd-2', event_type: '4' },
      { ...rows[0], event_id: 'odd-3', browser: 'searchbot' },
      { ...rows[0], event_id: 'odd-4', created_at: '2026-02-30 10:00:00' },
    ];
    const data = deeds.flatMap(({ event }, at) => {
      if (!event) return [];
      const common = { website_id: 'w', event_id: `e-${at}`, created_at: '2026-02-03 10:00:00' };
      return [
        { ...common, data_key: 'plan', string_value: event.plan, number_value: '', data_type: '1' },
        {
          ...common,
          data_key: 'revenue',
          string_value: String(event.amount),
          number_value: event.amount.toFixed(4),
          data_type: '2',
        },
      ];
    });
    const files = {
      'website_event.csv': csvOf([...rows, ...odd].toReversed()),
      'event_data.csv': csvOf(data),
      'session_data.csv': 'website_id,session_id,data_key,string_value\nw,s,email,ann@example.com\n',
    };
    return {
      files: { 'export.zip': zipOf(files) },
      ...truthOf(deeds, OURS),
      leftOut: { unknown_website: 1, link_or_pixel: 1, bot: 1, bad: 1 },
    };
  },
};

/** The table of an older Umami, as PostgreSQL writes it: without hostnames, visits and campaigns, with \N. */
export const UMAMI_COPY: Generator = {
  name: 'umami (database)',
  source: 'umami',
  generate(seed): Generated {
    const deeds = tellStory(seed + 1).map(deed => ({ ...deed, campaign: '' }));
    const rows = deeds.map((deed, at) => {
      const { website_id, session_id, event_id, event_type, event_name, created_at, hostname, region, ...rest } =
        eventOf(deed, at);
      const old = { ...rest, subdivision1: region.slice(3) || '\\N', subdivision2: '\\N' };
      const time = `${created_at}.250+00`;
      return { created_at: time, event_type, ...old, url_query: '\\N', session_id, event_name, event_id, website_id };
    });
    return { files: { 'website_event.csv': `\uFEFF${csvOf(rows).replaceAll('\n', '\r\n')}` }, ...truthOf(deeds, OURS) };
  },
};

function eventOf({ time, visitor, kind, path, referrer, event }: Deed, at: number) {
  return {
    website_id: 'w',
    session_id: visitor,
    event_id: `e-${at}`,
    hostname: 'site-1.example',
    ...(KINDS[kind] as (typeof KINDS)[number]),
    url_path: path,
    referrer_domain: referrer,
    page_title: 'A "title", of\ntwo lines',
    event_type: event ? '2' : '1',
    event_name: event?.name ?? '',
    created_at: new Date(time).toISOString().slice(0, 19).replace('T', ' '),
  };
}

function linkOf({ campaign }: Deed) {
  return {
    visit_id: 'v',
    url_query: '',
    utm_source: campaign === '' ? '' : 'letter',
    utm_campaign: campaign,
  };
}
