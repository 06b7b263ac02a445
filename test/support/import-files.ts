import { dateOf, dayNumber } from '../../src/domain/calendar.ts';

/** Returns numbers from 0 to 1 that are the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What a generated file must count: sums by statistic and value, and totals. */
export interface Truth {
  readonly totals: Record<'pageviews' | 'visitors' | 'visits' | 'events', number>;
  readonly pages: Map<string, number>;
  /** Pageviews by day. */
  readonly byDay: Map<string, number>;
  readonly days: readonly string[];
}

/** Returns a general file of sums, and what it must count. */
export function generateSums(
  seed: number,
  { first = '2025-11-20', days = 45, pages = 12 } = {},
): { csv: string; truth: Truth; rows: number } {
  const random = seeded(seed);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const totals = { pageviews: 0, visitors: 0, visits: 0, events: 0 };
  const byPage = new Map<string, number>();
  const byDay = new Map<string, number>();
  const lines = ['date,statistic,value,pageviews,visitors,visits,bounces,seconds,events'];
  const dates: string[] = [];
  for (let day = dayNumber(first); day < dayNumber(first) + days; day++) {
    // Days without visitors have no rows.
    if (upTo(9) === 0) continue;
    const date = dateOf(day);
    dates.push(date);
    let pageviews = 0;
    for (let page = 0; page < pages; page++) {
      const count = upTo(5);
      if (count === 0) continue;
      const value = page === 0 ? '/' : page === 1 ? '/a,"b"/🎉' : `/page/${page}`;
      pageviews += count;
      const stored = page === 1 ? '/a,%22b%22/%F0%9F%8E%89' : value;
      byPage.set(stored, (byPage.get(stored) ?? 0) + count);
      lines.push(`${date},page,"${value.replaceAll('"', '""')}",${count},,,,,`);
    }
    const visits = upTo(pageviews);
    const visitors = upTo(visits);
    const chrome = upTo(visitors);
    lines.push(`${date},browser,Chrome,,${chrome},${chrome},,,`, `${date},browser,Firefox,,${visitors - chrome},,,,`);
    lines.push(
      `${date},source,,,,${visits},,,`,
      `${date},total,,${pageviews},${visitors},${visits},0,${visits * 30},0`,
    );
    totals.pageviews += pageviews;
    if (pageviews > 0) byDay.set(date, pageviews);
    totals.visitors += visitors;
    totals.visits += visits;
  }
  return { csv: `${lines.join('\n')}\n`, rows: lines.length - 1, truth: { totals, pages: byPage, byDay, days: dates } };
}

/** Returns hits as lines of JSON in the order of time, and what they must count. */
export function generateHits(
  seed: number,
  { first = '2026-01-10', days = 5, visitors = 6 } = {},
): { ndjson: string; truth: Truth } {
  const random = seeded(seed);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const totals = { pageviews: 0, visitors: 0, visits: 0, events: 0 };
  const byPage = new Map<string, number>();
  const byDay = new Map<string, number>();
  const hits: { time: number; body: Record<string, unknown> }[] = [];
  const dates: string[] = [];
  for (let day = dayNumber(first); day < dayNumber(first) + days; day++) {
    dates.push(dateOf(day));
    for (let visitor = 0; visitor < visitors; visitor++) {
      const views = upTo(4);
      if (views === 0) continue;
      totals.visitors++;
      let time = day * 86_400_000 + upTo(3_600) * 1000;
      let last = Number.NEGATIVE_INFINITY;
      for (let view = 0; view < views; view++) {
        if (time - last > 1_800_000) totals.visits++;
        last = time;
        const path = `/page/${upTo(5)}`;
        byPage.set(path, (byPage.get(path) ?? 0) + 1);
        totals.pageviews++;
        const date = dateOf(Math.floor(time / 86_400_000));
        byDay.set(date, (byDay.get(date) ?? 0) + 1);
        const common = { ip: `203.0.113.${visitor + 1}`, user_agent: AGENT, page: `https://site-1.example${path}` };
        hits.push({ time, body: common });
        if (upTo(2) === 0) {
          totals.events++;
          const event = { name: 'Buy', value: upTo(100), unit: 'EUR', props: { plan: upTo(1) ? 'pro' : 'free' } };
          hits.push({ time: time + 1_000, body: { ...common, event } });
          last = time + 1_000;
        }
        time += upTo(1) === 0 ? 60_000 : 2_400_000;
      }
    }
  }
  hits.sort((a, b) => a.time - b.time);
  const lines = hits.map(({ time, body }) => JSON.stringify({ time: new Date(time).toISOString(), ...body }));
  return { ndjson: `${lines.join('\n')}\n`, truth: { totals, pages: byPage, byDay, days: dates } };
}

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
