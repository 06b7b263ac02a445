import { gzipSync } from 'node:zlib';
import { seeded } from '../../support/import-files.ts';
import { count, type Generator } from './generated.ts';

const PAGES = ['/', '/blog/a,"b"', '/🎉', '/caf\u00e9?page=2', '/docs'];
/** As the URL of a page has them. */
const OURS = ['/', '/blog/a,%22b%22', '/%F0%9F%8E%89', '/caf%C3%A9?page=2', '/docs'];
const BROWSERS = [
  ['Chrome 126', 'Windows 10', 'Chrome', 'Windows', 'desktop'],
  ['Firefox 128', 'Linux', 'Firefox', 'Linux', 'desktop'],
  ['Safari 17.5', 'iOS 17.5', 'Safari', 'iOS', 'mobile'],
] as const;
const REFERRERS = [
  ['', '', '', ''],
  ['news.ycombinator.com/item?id=1', 'h', 'news.ycombinator.com', 'Hacker News'],
  ['Google', 'g', 'google.com', 'Google'],
  ['spring newsletter', 'c', '', 'spring newsletter'],
] as const;

export const GOATCOUNTER_CSV: Generator = {
  name: 'goatcounter-csv',
  source: 'goatcounter',
  generate(seed) {
    const random = seeded(seed);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const totals = { pageviews: 0, visitors: 0, visits: 0, events: 0 };
    const days: Record<string, number> = {};
    const of = { page: {}, browser: {}, os: {}, device: {}, country: {}, source: {}, referrer: {}, event: {} };
    const lines = [
      '2Path,Title,Event,UserAgent,Browser,System,Session,Bot,Referrer,Referrer scheme,Screen size,Location,FirstVisit,Date',
    ];
    let bots = 0;
    for (let visitor = 0; visitor < 25; visitor++) {
      const time = Date.parse('2026-02-01T00:10:00Z') + visitor * 5 * 3_600_000;
      const [browser, system, ourBrowser, ourSystem, device] = BROWSERS[upTo(2)] ?? BROWSERS[0];
      const [referrer, scheme, ourReferrer, source] = REFERRERS[upTo(3)] ?? REFERRERS[0];
      const session = `3f9c-${visitor}`;
      totals.visitors++;
      totals.visits++;
      const columns = (at: number, page: string, event: boolean, bot: number, from: boolean) => {
        const date = new Date(time + at * 60_000).toISOString().replace('.000', '');
        const text = `"${page.replaceAll('"', '""')}"`;
        const cells = [text, '"A ""title""\r\nof two lines"', event, '', browser, system, session, bot];
        lines.push(
          [...cells, from ? referrer : '', from ? scheme : '', '"1920,1080,1"', 'DE-BY', from, date].join(','),
        );
        return date.slice(0, 10);
      };
      for (let view = 0; view <= upTo(3); view++) {
        const page = upTo(4);
        const day = columns(view * 2, PAGES[page] as string, false, 0, view === 0);
        totals.pageviews++;
        count(days, day);
        count(of.page, OURS[page] as string);
        if (upTo(3) === 0) {
          columns(view * 2 + 1, 'Sign up', true, 0, false);
          totals.events++;
          count(of.event, 'Sign up');
        }
      }
      if (upTo(4) === 0) {
        columns(9, '/robots', false, 7, true);
        bots++;
      }
      count(of.browser, ourBrowser);
      count(of.os, ourSystem);
      count(of.device, device);
      count(of.country, 'DE:Germany');
      count(of.source, source);
      count(of.referrer, ourReferrer);
    }
    return {
      files: { 'goatcounter.csv.gz': gzipSync(`\uFEFF${lines.join('\r\n')}\r\n`) },
      totals,
      days,
      statistics: of,
      leftOut: { bot: bots },
    };
  },
};
