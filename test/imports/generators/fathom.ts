import { dateOf, dayNumber } from '../../../src/domain/calendar.ts';
import type { StatName } from '../../../src/domain/statistics.ts';
import { seeded } from '../../support/import-files.ts';
import { count, type Generator } from './generated.ts';

type Values = Partial<Record<StatName, string>>;

/** For each export, how it is grouped, and what the cells of its groups must become. */
const EXPORTS: Readonly<Record<string, { groups: string; rows: [cells: string, values: Values][] }>> = {
  pages: {
    groups: 'hostname,pathname',
    rows: [
      ['https://www.site-1.example,/', { host: 'site-1.example', page: '/' }],
      ['https://site-1.example,"/a,b"', { host: 'site-1.example', page: '/a,b' }],
    ],
  },
  referrers: {
    groups: 'referrer_hostname,utm_source',
    rows: [
      [',', { referrer: '', source: '', channel: 'Direct' }],
      ['https://www.google.com,', { referrer: 'google.com', source: 'Google', channel: 'Organic Search' }],
      [',letter', { referrer: '', source: 'letter', channel: 'Referral', utm_source: 'letter' }],
    ],
  },
  places: {
    groups: 'country_code,state,city',
    rows: [
      [
        'US,Oregon,Portland',
        {
          continent: 'NA:North America',
          country: 'US:United States',
          region: 'US:Oregon',
          city: 'US:Portland, Oregon',
        },
      ],
      ['DE,BY,', { continent: 'EU:Europe', country: 'DE:Germany', region: 'DE:Bavaria', city: '' }],
    ],
  },
  devices: {
    groups: 'device_type',
    rows: [
      ['Desktop', { device: 'desktop' }],
      ['Phone', { device: 'mobile' }],
    ],
  },
  // The devices of this file are not counted again.
  browsers: {
    groups: 'browser,device_type',
    rows: [
      ['Chrome,Desktop', { browser: 'Chrome' }],
      ['Chrome,Phone', { browser: 'Chrome' }],
      ['Safari,Phone', { browser: 'Safari' }],
    ],
  },
  events: { groups: 'event_name', rows: [['Sign up 🎉', { event: 'Sign up 🎉' }]] },
};
const OF_PAGEVIEWS = ['page', 'host'];

export const FATHOM: Generator = {
  name: 'fathom',
  source: 'fathom',
  generate(seed) {
    const random = seeded(seed);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const totals = { pageviews: 0, visitors: 0, visits: 0, bounces: 0, seconds: 0, events: 0 };
    const days: Record<string, number> = {};
    const statistics: Partial<Record<StatName, Record<string, number>>> = {};
    const lines: Record<string, string[]> = { totals: ['pageviews,visitors,bounce_rate,avg_duration,datetime'] };
    for (const [name, { groups }] of Object.entries(EXPORTS))
      lines[name] = [`datetime,${groups},${name === 'events' ? 'conversions,value,currency' : 'pageviews,uniques'}`];
    for (const day of [0, 1, 4].map(after => dayNumber('2025-03-29') + after)) {
      const time = `${dateOf(day)} 00:00:00`;
      const visitors = 4 * (1 + upTo(9));
      const pageviews = visitors + upTo(20);
      days[dateOf(day)] = pageviews;
      lines.totals?.push([pageviews, visitors, '0.25', '12.5', time].join());
      totals.pageviews += pageviews;
      totals.visitors += visitors;
      totals.visits += visitors;
      totals.bounces += visitors / 4;
      totals.seconds += visitors * 12.5;
      for (const [name, { rows }] of Object.entries(EXPORTS))
        for (const [cells, values] of rows) {
          const [views, uniques] = [5 + upTo(5), 1 + upTo(4)];
          const isOfEvents = name === 'events';
          if (isOfEvents) totals.events += views;
          lines[name]?.push([time, cells, views, ...(isOfEvents ? ['100', 'USD'] : [uniques])].join());
          for (const [statistic, value] of Object.entries(values) as [StatName, string][]) {
            const counts = statistics[statistic] ?? {};
            statistics[statistic] = counts;
            count(counts, value, isOfEvents || OF_PAGEVIEWS.includes(statistic) ? views : uniques);
          }
        }
    }
    const files = Object.entries(lines).map(([name, rows]) => [
      `pageviews-${name}.csv`,
      `\uFEFF${rows.join('\r\n')}\r\n`,
    ]);
    return { files: Object.fromEntries(files), totals, days, statistics };
  },
};
