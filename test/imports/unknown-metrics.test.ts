import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { lastPeriod } from '../../src/domain/report.ts';
import type { StatName } from '../../src/domain/statistics.ts';
import { createLog } from '../../src/log.ts';
import { readDigest } from '../../src/reports/digest.ts';
import { reportMail } from '../../src/reports/report-mail.ts';
import { wordsIn } from '../../src/reports/words.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { websiteOfRow } from '../../src/websites/website.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import { Importing, NOW } from '../support/imports.ts';

type Sums = Readonly<Record<string, number | undefined>>;

/** What two files and the website itself say of days and pages; a file says nothing of what it leaves out. */
const FILES: Readonly<
  Record<string, readonly { readonly day: string; readonly value?: string; readonly sums: Sums }[]>
> = {
  'counts.csv': [
    { day: '2026-01-01', sums: { pageviews: 90, visits: 40 } },
    { day: '2026-01-02', sums: { pageviews: 10, visits: 5 } },
    { day: '2026-01-02', value: '/', sums: { pageviews: 10 } },
  ],
  'all.csv': [
    { day: '2026-01-05', sums: { pageviews: 30, visits: 20, bounces: 15, seconds: 400 } },
    { day: '2026-01-03', sums: { pageviews: 8, visits: 4, bounces: 0, seconds: 100 } },
  ],
  'views.csv': [{ day: '2026-01-04', sums: { pageviews: 7 } }],
};
/** One visit of two pages in 60 seconds, which ends on `/end`. */
const OWN: Sums = { pageviews: 2, visits: 1, bounces: 0, seconds: 60 };
const OWN_DAY = '2026-01-03';
const METRICS = ['pageviews', 'visits', 'bounces', 'seconds'] as const;
const RATIOS = {
  pagesPerVisit: ['pageviews', 'visits'],
  bounceRate: ['bounces', 'visits'],
  visitDuration: ['seconds', 'visits'],
} as const;

function csvOf(rows: (typeof FILES)[string]): string {
  const metrics = METRICS.filter(metric => rows.some(({ sums }) => sums[metric] !== undefined));
  const lines = rows.map(({ day, value, sums }) =>
    [day, value === undefined ? '' : 'page', value ?? '', ...metrics.map(metric => sums[metric] ?? '')].join(),
  );
  return `${[['date', 'statistic', 'value', ...metrics].join(), ...lines].join('\n')}\n`;
}

/** Counts a ratio again, from whatever says both of its metrics. */
function recount([part, whole]: readonly [string, string], from: string, to: string): number | null {
  const all = [...Object.values(FILES).flat(), { day: OWN_DAY, sums: OWN }].filter(
    ({ day, ...row }) => !('value' in row) && from <= day && day <= to,
  );
  const both = all.filter(({ sums }) => sums[part] !== undefined && sums[whole] !== undefined);
  const add = (name: string) => both.reduce((sum, { sums }) => sum + (sums[name] ?? 0), 0);
  if (add(whole) > 0) return add(part) / add(whole);
  return all.length > both.length ? null : 0;
}

eachDatabase('What imports do not know', open => {
  let place: Place;
  let database: Database;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place);
    const time = Date.parse(`${OWN_DAY}T12:00:00Z`);
    await foldAll(database, place, [
      [hitOf({ time }), hitOf({ time: time + 60_000, values: { page: '/end', exit_page: '/end' } })],
    ]);
    const importing = new Importing(database, place);
    for (const [name, rows] of Object.entries(FILES)) {
      const done = await importing.import({ files: { [name]: csvOf(rows) }, until: dayNumber('2026-02-01') });
      assert.deepEqual([done.state, done.error], ['done', null]);
    }
  });
  afterAll(() => database.close());

  const period = (from: string, to: string) => ({
    ...{ website: 1, from: dayNumber(from), to: dayNumber(to), timezone: 'UTC', filter: null },
  });

  it('is in no ratio of a range, of points, of rows, nor of what they are compared with', async () => {
    const loader = createStatsLoader(openReading(database));
    for (const [from, to] of [
      ['2026-01-01', '2026-01-05'],
      ['2026-01-01', '2026-01-02'],
      ['2026-01-01', '2026-01-01'],
      ['2026-01-03', '2026-01-03'],
      ['2026-01-04', '2026-01-04'],
      ['2026-01-06', '2026-01-07'],
    ] as const) {
      const asked = period(from, to);
      const { figures } = await loader.summary({ ...asked, compare: null });
      for (const [name, ratio] of Object.entries(RATIOS) as [keyof typeof RATIOS, readonly [string, string]][])
        assert.equal(figures[name].value, recount(ratio, from, to), `${name} from ${from} to ${to}`);
    }
    const asked = {
      ...period('2026-01-01', '2026-01-05'),
      interval: 'DAY',
      compare: 'PREVIOUS_PERIOD',
      now: NOW,
    } as const;
    const { points } = await loader.timeseries(asked);
    for (const { start, ratios, sums } of points)
      for (const [name, ratio] of Object.entries(RATIOS) as [keyof typeof RATIOS, readonly [string, string]][]) {
        const [part, whole] = ratio as readonly [(typeof METRICS)[number], (typeof METRICS)[number]];
        const plain = sums[whole] === 0 ? 0 : sums[part] / sums[whole];
        assert.equal(
          ratios[name] === undefined ? plain : ratios[name],
          recount(ratio, start, start),
          `${name} on ${start}`,
        );
      }
    const later = await loader.summary({ ...period('2026-01-03', '2026-01-04'), compare: 'PREVIOUS_PERIOD' });
    assert.equal(later.figures.bounceRate.previous, recount(RATIOS.bounceRate, '2026-01-01', '2026-01-02'));
    assert.equal(later.figures.visits.previous, 45);

    const list = {
      search: null,
      sortBy: 'VALUE',
      sort: 'ASC',
      perPage: 100,
      page: 1,
      sums: true,
      exits: true,
    } as const;
    const load = (name: StatName) => loader.load({ ...period('2026-01-01', '2026-01-04'), ...list, name });
    const days = await load('pageviews');
    assert.deepEqual(days.totals.ratios.bounceRate, recount(RATIOS.bounceRate, '2026-01-01', '2026-01-04'));
    // The file has ten pageviews of `/`, and does not say where visits ended.
    const { rows } = await load('page');
    assert.deepEqual(
      rows.map(({ value, count, exitRate }) => [value, count, exitRate]),
      [
        ['/', 11, 0],
        ['/end', 1, 1],
      ],
    );
  });

  it('is in no mail: its numbers are those of the statistics page', async () => {
    const row = await database.websites.findByPk(1);
    assert.ok(row);
    const loader = createStatsLoader(openReading(database));
    const period = lastPeriod('WEEKLY', dayNumber('2026-01-05'));
    const digest = await readDigest({ database, stats: loader, log: createLog('silent') }, websiteOfRow(row), period);
    const range = { website: 1, from: period.from, to: period.to };
    const shown = await loader.summary({ ...range, timezone: 'UTC', filter: null, compare: null });
    for (const [name, { value }] of Object.entries(shown.figures))
      assert.deepEqual(digest.figures[name as keyof typeof digest.figures], { now: value, before: null }, name);
    const list = { search: null, sortBy: 'COUNT', sort: 'DESC', perPage: 100, page: 1 } as const;
    const pages = await loader.load({ ...range, ...list, name: 'page' });
    assert.deepEqual(
      digest.lists.find(({ name }) => name === 'page')?.rows.map(({ label, count, share }) => [label, count, share]),
      pages.rows.map(({ label, count, share }) => [label, count, share]),
    );
    const { text } = reportMail(digest, 'https://stats.example', 'token');
    const { pageviews, visitDuration } = shown.figures;
    assert.match(text, new RegExp(`^Pageviews +${pageviews.value}\\b`, 'm'));
    assert.match(text, new RegExp(`^Visit duration +${wordsIn('en').duration(visitDuration.value ?? 0)}`, 'm'));
  });
});
