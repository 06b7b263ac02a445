import { dateOf, dayNumber } from '../../../src/domain/calendar.ts';
import { seeded } from '../../support/import-files.ts';
import { count, type Generated } from './generated.ts';

/** A table of GA4: a row has its day, its dimensions and then its metrics. */
export interface GaTable {
  readonly dimensions: readonly string[];
  readonly metrics: readonly string[];
  readonly rows: (readonly [date: string, ...cells: (string | number)[]])[];
}

const PAGES = [
  ['/', '/'],
  ['/a,"b"', '/a,%22b%22'],
  ['/🎉', '/%F0%9F%8E%89'],
  ['(other)', '(other)'],
] as const;
const SOURCES = [
  ['google', 'Google'],
  ['(direct)', ''],
  ['news.example', 'news.example'],
] as const;
const COUNTRIES = [
  ['Germany', 'DE:Germany'],
  ['Türkiye', 'TR:Türkiye'],
  ['(not set)', ''],
] as const;

/** Returns the tables that reports have, and what they must count. */
export function gaTables(seed: number): {
  readonly tables: Readonly<Record<string, GaTable>>;
  readonly truth: Omit<Generated, 'files'>;
} {
  const random = seeded(seed);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const totals = { pageviews: 0, visitors: 0, visits: 0, events: 0, bounces: 0, seconds: 0 };
  const days: Record<string, number> = {};
  const of = { page: {}, source: {}, country: {}, event: {} };
  const table = (dimensions: string[], ...metrics: string[]): GaTable => ({ dimensions, metrics, rows: [] });
  const tables = {
    totals: table([], 'totalUsers', 'sessions', 'engagedSessions', 'averageSessionDuration', 'screenPageViews'),
    pages: table(['pagePath'], 'screenPageViews'),
    sources: table(['sessionSource'], 'sessions'),
    countries: table(['country'], 'totalUsers'),
    events: table(['eventName'], 'eventCount'),
  };
  let automatic = 0;
  for (let day = dayNumber('2026-01-28'); day < dayNumber('2026-02-04'); day++) {
    if (upTo(5) === 0) continue;
    const date = dateOf(day);
    let pageviews = 0;
    for (const [page, ours] of PAGES) {
      const views = upTo(1_500);
      if (views === 0) continue;
      tables.pages.rows.push([date, page, views]);
      count(of.page, ours, views);
      pageviews += views;
    }
    let sessions = 0;
    for (const [source, ours] of SOURCES) {
      const visits = 1 + upTo(30);
      tables.sources.rows.push([date, source, visits]);
      count(of.source, ours, visits);
      sessions += visits;
    }
    for (const [country, ours] of COUNTRIES) {
      const users = 1 + upTo(20);
      tables.countries.rows.push([date, country, users]);
      count(of.country, ours, users);
    }
    const purchases = 1 + upTo(4);
    tables.events.rows.push([date, 'page_view', pageviews], [date, 'purchase', purchases]);
    automatic++;
    count(of.event, 'purchase', purchases);
    const [users, engaged, average] = [upTo(sessions), upTo(sessions), upTo(90_000) / 1000];
    tables.totals.rows.push([date, users, sessions, engaged, average, pageviews]);
    if (pageviews > 0) days[date] = pageviews;
    totals.pageviews += pageviews;
    totals.visitors += users;
    totals.visits += sessions;
    totals.events += purchases;
    totals.bounces += sessions - engaged;
    totals.seconds += Math.round(sessions * average);
  }
  return { tables, truth: { totals, days, statistics: of, leftOut: { automatic } } };
}
