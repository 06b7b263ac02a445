import { gzipSync } from 'node:zlib';
import { seeded } from '../../support/import-files.ts';
import { count, type Generator } from './generated.ts';

const PAGES = ['/', '/pricing?plan=pro', '/%F0%9F%8E%89'];
const DEVICES = [
  ['Chrome', '142.0.0.0', 'Windows', 'Windows 10', 'desktop', 'Windows', 'Windows 10/11'],
  ['Safari (in-app)', '18.1', 'iOS', '18.1', 'mobile', 'iOS', 'iOS 18'],
  ['Firefox', '140.0', 'Macintosh', 'Intel 10.15', 'desktop', 'macOS', 'macOS'],
] as const;
const PLACES = [
  ['Germany', 'Bavaria', 'Munich', 'DE:Germany', 'DE:Bavaria', 'DE:Munich, Bavaria'],
  ['Türkiye', '', '(not set)', 'TR:Türkiye', '', ''],
] as const;

/** Events of each day by name, as an export has them, with numbers as texts in the second file. */
export const GA4_BIGQUERY: Generator = {
  name: 'ga4-bigquery',
  source: 'ga4',
  generate(seed) {
    const random = seeded(seed);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const totals = { pageviews: 0, visitors: 0, visits: 0, events: 0 };
    const days: Record<string, number> = {};
    const of = {
      page: {},
      os: {},
      os_version: {},
      country: {},
      region: {},
      city: {},
      language: {},
      event: {},
      source: {},
    };
    const files: Record<string, string | Buffer> = {};
    let automatic = 0;
    for (const [at, date] of ['2026-02-28', '2026-02-27'].entries()) {
      const events: Record<string, unknown>[] = [];
      for (let visitor = 0; visitor < 8; visitor++) {
        const start = Date.parse(`${date}T0${visitor}:15:00Z`);
        const [browser, version, system, systemVersion, category, os, osVersion] = DEVICES[upTo(2)] ?? DEVICES[0];
        const [country, region, city, ourCountry, ourRegion, ourCity] = PLACES[upTo(1)] ?? PLACES[0];
        const isFromSearch = upTo(1) === 0;
        const add = (name: string, milliseconds: number, params: Record<string, string | number>, page = '/') => {
          const text = (value: unknown) => (at === 1 ? String(value) : value);
          const given = (value: string | number) =>
            typeof value === 'string'
              ? { string_value: value, int_value: null }
              : { [Number.isInteger(value) ? 'int_value' : 'double_value']: text(value) };
          const all = {
            page_location: `https://www.site-1.example${page}`,
            ga_session_id: 17_000 + visitor,
            ...params,
          };
          events.push({
            event_date: date.replaceAll('-', ''),
            event_timestamp: text((start + milliseconds) * 1000 + 7),
            event_name: name,
            event_params: Object.entries(all).map(([key, value]) => ({ key, value: given(value) })),
            user_pseudo_id: `17.${visitor}`,
            device: {
              category,
              operating_system: system,
              operating_system_version: systemVersion,
              language: 'de-de',
              web_info: { browser, browser_version: version },
            },
            geo: { continent: '-', country, region, city },
            platform: 'WEB',
          });
        };
        add('session_start', 0, {});
        add('first_visit', 0, {});
        automatic += 2;
        totals.visitors++;
        totals.visits++;
        for (let view = 0; view <= upTo(2); view++) {
          const page = PAGES[upTo(2)] as string;
          const referrer = view === 0 && isFromSearch ? { page_referrer: 'https://www.google.com/' } : {};
          add('page_view', view * 60_000, { ...referrer, page_title: 'A\n"title"', engagement_time_msec: 5 }, page);
          add('user_engagement', view * 60_000 + 30_000, { engagement_time_msec: 20_000 }, page);
          totals.pageviews++;
          count(days, date);
          count(of.page, page);
        }
        if (upTo(1) === 0) {
          add('purchase', 150_000, { value: 19.99, currency: 'EUR', transaction_id: `T${visitor}`, coupon: 'SPRING' });
          totals.events++;
          count(of.event, 'purchase');
        }
        count(of.os, os);
        count(of.os_version, osVersion);
        count(of.country, ourCountry);
        count(of.region, ourRegion);
        count(of.city, ourCity);
        count(of.language, 'de');
        count(of.source, isFromSearch ? 'Google' : '');
      }
      const byName = events.toSorted((a, b) => (String(a.event_name) < String(b.event_name) ? -1 : 1));
      const lines = byName.map(event => JSON.stringify(event));
      const name = `events_${date.replaceAll('-', '')}`;
      if (at === 1) files[`${name}.json`] = `[${lines.join(',\n')}]`;
      else files[`${name}.json.gz`] = gzipSync(`${lines.join('\n')}\n`);
    }
    return { files, totals, days, statistics: of, leftOut: { automatic } };
  },
};
