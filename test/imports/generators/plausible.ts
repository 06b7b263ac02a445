import { dateOf, dayNumber } from '../../../src/domain/calendar.ts';
import type { StatName } from '../../../src/domain/statistics.ts';
import { seeded } from '../../support/import-files.ts';
import { zipOf } from '../../support/zip.ts';
import { count, type Generator } from './generated.ts';

/** The cells that tell values, and the values that they must become; each table takes turns with its own. */
const TABLES: Readonly<
  Record<string, { head: string; rows: [cells: string, values: Partial<Record<StatName, string>>][] }>
> = {
  entry_pages: {
    head: 'entry_page,visitors,entrances,visit_duration,bounces,pageviews',
    rows: [
      ['/', { landing_page: '/' }],
      ['"/a,""b"""', { landing_page: '/a,%22b%22' }],
    ],
  },
  exit_pages: { head: 'exit_page,visitors,exits', rows: [['/café', { exit_page: '/caf%C3%A9' }]] },
  sources: {
    head: 'source,referrer,utm_source,utm_medium,utm_campaign,utm_content,utm_term,visitors,visits,visit_duration,bounces,pageviews',
    rows: [
      [',,,,,,', { source: '', channel: 'Direct', referrer: '' }],
      ['Direct / None,,,,,,', { source: '', channel: 'Direct', referrer: '' }],
      ['Google,www.google.de/,,,,,', { source: 'Google', channel: 'Organic Search', referrer: 'google.de' }],
      ['Twitter,t.co/abc,,,,,', { source: 'X', channel: 'Organic Social', referrer: 't.co' }],
      [
        'letter,,letter,email,spring 🌱,a,b',
        {
          ...{ source: 'letter', channel: 'Email', referrer: '', utm_source: 'letter', utm_medium: 'email' },
          ...{ campaign: 'spring 🌱', utm_content: 'a', utm_term: 'b' },
        },
      ],
    ],
  },
  locations: {
    head: 'country,region,city,visitors,visits,visit_duration,bounces,pageviews',
    rows: [
      [
        'DE,DE-BY,2867714',
        { continent: 'EU:Europe', country: 'DE:Germany', region: 'DE:Bavaria', city: 'DE:Munich, Bavaria' },
      ],
      [
        'US,US-OR,5739936',
        {
          continent: 'NA:North America',
          country: 'US:United States',
          region: 'US:Oregon',
          city: 'US:McMinnville, Oregon',
        },
      ],
      ['DE,DE-BY,1', { continent: 'EU:Europe', country: 'DE:Germany', region: 'DE:Bavaria', city: '' }],
      [',,0', { continent: '', country: '', region: '', city: '' }],
    ],
  },
  devices: {
    head: 'device,visitors,visits,visit_duration,bounces,pageviews',
    rows: [
      ['Laptop', { device: 'desktop' }],
      ['Desktop', { device: 'desktop' }],
      ['Mobile', { device: 'mobile' }],
      ['(not set)', { device: '' }],
    ],
  },
  browsers: {
    head: 'browser,browser_version,visitors,visits,visit_duration,bounces,pageviews',
    rows: [
      ['Microsoft Edge,142.0', { browser: 'Edge', browser_version: 'Edge 142' }],
      ['Safari,18.2', { browser: 'Safari', browser_version: 'Safari 18' }],
      ['Safari,', { browser: 'Safari', browser_version: 'Safari' }],
    ],
  },
  operating_systems: {
    head: 'operating_system,operating_system_version,visitors,visits,visit_duration,bounces,pageviews',
    rows: [
      ['Mac,10.15', { os: 'macOS', os_version: 'macOS' }],
      ['Windows,11', { os: 'Windows', os_version: 'Windows 10/11' }],
    ],
  },
  custom_events: {
    head: 'name,link_url,path,visitors,events',
    rows: [
      ['Outbound Link: Click,https://example.org/,', { event: 'Outbound Link: Click' }],
      ['404,,/gone', { event: '404' }],
    ],
  },
  custom_props: {
    head: 'property,value,visitors,events',
    rows: [
      ['author,Zoë 🎉', {}],
      ['logged in,true', {}],
      ['author,(none)', {}],
    ],
  },
};
/** The statistics that count visits, visitors and events. */
const BY_VISITS = ['landing_page', 'exit_page', 'source', 'channel', 'referrer', 'campaign'];

export const PLAUSIBLE: Generator = {
  name: 'plausible',
  source: 'plausible',
  generate(seed) {
    const random = seeded(seed);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const totals = { pageviews: 0, visitors: 0, visits: 0, bounces: 0, seconds: 0, events: 0 };
    const days: Record<string, number> = {};
    const statistics: Partial<Record<StatName, Record<string, number>>> = {};
    const add = (name: StatName, value: string, more: number) => {
      const counts = statistics[name] ?? {};
      statistics[name] = counts;
      if (more > 0) count(counts, value, more);
    };
    const lines: Record<string, string[]> = {
      visitors: ['date,visitors,pageviews,bounces,visits,visit_duration'],
      pages: [
        'date,hostname,page,visits,visitors,pageviews,total_scroll_depth,total_scroll_depth_visits,total_time_on_page,total_time_on_page_visits',
      ],
    };
    for (const [name, { head }] of Object.entries(TABLES)) lines[name] = [`date,${head}`];
    // The day without visitors has no rows.
    for (const day of [0, 1, 3].map(after => dayNumber('2025-10-25') + after)) {
      const date = dateOf(day);
      const own = { visitors: 1 + upTo(9), pageviews: 0, bounces: upTo(3), visits: 10 + upTo(9), seconds: upTo(5000) };
      for (const page of ['/', '/blog', '/🎉']) {
        const views = 1 + upTo(9);
        own.pageviews += views;
        add('page', page === '/🎉' ? '/%F0%9F%8E%89' : page, views);
        add('host', 'site-1.example', views);
        lines.pages?.push(`${date},www.site-1.example,${page},1,1,${views},${page === '/' ? '\\N' : 150},2,40,2`);
      }
      const { visitors, pageviews, bounces, visits, seconds } = own;
      lines.visitors?.push([date, visitors, pageviews, bounces, visits, seconds].join());
      days[date] = pageviews;
      for (const name of ['visitors', 'pageviews', 'bounces', 'visits', 'seconds'] as const) totals[name] += own[name];
      for (const [table, { head, rows }] of Object.entries(TABLES))
        for (const [cells, values] of rows) {
          const [visitors, visits, events] = [1 + upTo(3), 4 + upTo(3), upTo(5)];
          const counts: Record<string, number> = { visitors, visits, entrances: visits, exits: visits, events };
          const names = head.split(',').slice(head.split(',').indexOf('visitors'));
          lines[table]?.push([date, cells, ...names.map(name => counts[name] ?? 7)].join());
          if (table === 'custom_events') totals.events += events;
          for (const [name, value] of Object.entries(values) as [StatName, string][])
            add(name, value, name === 'event' ? events : isOfVisits(name) ? visits : visitors);
        }
    }
    const files = Object.entries(lines).map(([name, rows]) => [
      `imported_${name}_20251025_20251028.csv`,
      `${rows.join('\n')}\n`,
    ]);
    const zip = zipOf({ ...Object.fromEntries(files), 'imported_new_20251025_20251028.csv': 'date,new,visitors\n' });
    return { files: { 'Plausible export.zip': zip }, totals, days, statistics };
  },
};

function isOfVisits(name: string): boolean {
  return BY_VISITS.includes(name) || name.startsWith('utm_');
}
