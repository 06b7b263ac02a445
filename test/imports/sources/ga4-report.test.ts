import assert from 'node:assert/strict';
import { test } from 'vitest';
import { GA4 } from '../../../src/imports/sources/ga4.ts';
import { countedIn, rowsOf } from '../../support/import-rows.ts';

type Cells = readonly string[];

/** Returns a report of the Data API; each row has its dimensions, and then its metrics. */
function report(dimensions: Cells, metrics: Cells, rows: readonly Cells[], more: object = {}) {
  const values = (cells: Cells) => cells.map(value => ({ value }));
  return {
    dimensionHeaders: dimensions.map(name => ({ name })),
    metricHeaders: metrics.map(name => ({ name, type: 'TYPE_INTEGER' })),
    rows: rows.map(cells => ({
      dimensionValues: values(cells.slice(0, dimensions.length)),
      metricValues: values(cells.slice(dimensions.length)),
    })),
    rowCount: rows.length,
    metadata: { currencyCode: 'EUR', timeZone: 'UTC' },
    kind: 'analyticsData#runReport',
    ...more,
  };
}

/** Returns what is counted as `statistic value metric=count`, and the notes and bad rows. */
async function counted(...files: unknown[]) {
  const { rows } = await rowsOf(
    GA4,
    Object.fromEntries(files.map((file, at) => [`${at}.json`, JSON.stringify(file, null, at)])),
  );
  const sums = countedIn(rows).map(({ name, value, sums }) =>
    [name, value, ...Object.entries(sums).map(pair => pair.join('='))].join(' '),
  );
  const told = rows.flatMap(row => (row.type === 'note' || row.type === 'bad' ? [row.reason] : []));
  const left = rows.flatMap(row => (row.type === 'left out' ? [row.reason] : []));
  return { sums, told, left };
}

const DAY = '20260131';

test('Totals follow from sessions, and a report in its own file and in a batch is the same', async () => {
  const metrics = ['totalUsers', 'sessions', 'engagedSessions', 'averageSessionDuration', 'screenPageViews'];
  const one = report(['date'], metrics, [[DAY, '7', '9', '5', '61.23', '30']]);
  const sums = ['day  pageviews=30 visitors=7 visits=9 bounces=4 seconds=551'];
  for (const file of [one, [one], { reports: [one], kind: 'x' }, Object.fromEntries(Object.entries(one).reverse())])
    assert.deepEqual(await counted(file), { sums, told: [], left: [] });
  const rate = report(['date'], ['sessions', 'bounceRate'], [[DAY, '9', '0.4444444']]);
  assert.deepEqual((await counted(rate)).sums, ['day  visits=9 bounces=4']);
});

test('Each statistic comes from the report with the fewest dimensions, and nothing counts twice', async () => {
  const pages = report(
    ['date', 'pagePath'],
    ['screenPageViews'],
    [
      [DAY, '/a', '2'],
      [DAY, '/caf\u00e9', '1'],
    ],
  );
  const both = report(
    ['pagePath', 'country', 'date'],
    ['screenPageViews', 'totalUsers'],
    [['/a', 'Germany', DAY, '2', '1']],
  );
  const days = report(['date'], ['totalUsers'], [[DAY, '2']]);
  const { sums, told, left } = await counted(both, pages, pages, days);
  assert.deepEqual(sums.sort(), [
    'day  pageviews=3',
    'day  visitors=2',
    'page /a pageviews=2',
    'page /caf%C3%A9 pageviews=1',
  ]);
  assert.deepEqual(left.sort(), ['other_report', 'repeated', 'repeated']);
  assert.equal(told.length, 1);
  assert.match(told[0] ?? '', /pagePath, country, date cannot be added up to the statistic country/);
});

/** Checks the pages of two reports, in either order of files. */
async function checkPages(earlier: unknown, later: unknown, leftOut: string): Promise<void> {
  for (const reports of [
    [earlier, later],
    [later, earlier],
  ]) {
    const { sums, left } = await counted(...reports);
    const pages = sums.filter(text => text.startsWith('page '));
    assert.deepEqual(pages.sort(), ['page /a pageviews=3', 'page /a pageviews=4', 'page /a pageviews=5']);
    assert.deepEqual(left, [leftOut]);
  }
}

test('Days that only one report has come from it, whatever others have of other days', async () => {
  const earlier = report(
    ['date', 'pagePath', 'country'],
    ['screenPageViews'],
    [
      ['20260130', '/a', 'Germany', '4'],
      [DAY, '/a', 'Germany', '2'],
    ],
  );
  const later = report(
    ['date', 'pagePath'],
    ['screenPageViews', 'totalUsers'],
    [
      [DAY, '/a', '3', '1'],
      ['20260201', '/a', '5', '2'],
    ],
  );
  await checkPages(earlier, later, 'other_report');
});

test('Of rows that two reports have, that of the later report counts', async () => {
  const of = (...rows: Cells[]) => report(['date', 'pagePath'], ['screenPageViews'], rows);
  const earlier = of(['20260130', '/a', '4'], [DAY, '/a', '1']);
  const later = of([DAY, '/a', '3'], ['20260201', '/a', '5']);
  await checkPages(earlier, later, 'repeated');
});

test('Names are those of the collector, and further values stay together', async () => {
  const by = async (dimensions: Cells, metric: string, ...rows: Cells[]) =>
    (
      await counted(
        report(
          ['date', ...dimensions],
          [metric],
          rows.map(cells => [DAY, ...cells]),
        ),
      )
    ).sums;
  const [users, sessions] = ['activeUsers', 'sessions'];
  assert.deepEqual(
    await by(['country', 'region', 'city'], users, ['Türkiye', '(not set)', 'Ankara', '1'], ['', '', '', '2']),
    ['city TR:Ankara visitors=1', 'city  visitors=2'],
  );
  assert.deepEqual(await by(['language'], users, ['German', '1'], ['(other)', '2']), [
    'language de visitors=1',
    'language  visitors=2',
  ]);
  assert.deepEqual(
    await by(['sessionSource'], sessions, ['(direct)', '1'], ['t.co', '2'], ['(other)', '3'], ['my-blog.example', '4']),
    [
      ...['source  visits=1', 'source X visits=2', 'source (other) visits=3', 'source my-blog.example visits=4'],
      'day  visits=10',
    ],
  );
  assert.deepEqual(await by(['sessionCampaignName'], sessions, ['(organic)', '1'], ['🎉', '2']), [
    ...['campaign  visits=1', 'campaign 🎉 visits=2', 'day  visits=3'],
  ]);
  assert.deepEqual(await by(['operatingSystem', 'operatingSystemVersion'], users, ['Macintosh', '10.15.7', '1']), [
    'os_version macOS visitors=1',
  ]);
});

test('What GA4 writes where it has no value is none, in every dimension', async () => {
  const values = ['(not set)', '(NOT SET)', '(data not available)', '(not provided)'];
  const none: readonly (readonly [dimension: string, metric: string, ...more: string[]])[] = [
    ...['pagePath', 'pagePathPlusQueryString', 'unifiedPagePathScreen', 'hostName'].map(
      name => [name, 'screenPageViews'] as const,
    ),
    ['eventName', 'eventCount'],
    ...['landingPage', 'landingPagePlusQueryString', 'sessionDefaultChannelGroup', 'sessionPrimaryChannelGroup'].map(
      name => [name, 'sessions'] as const,
    ),
    ['sessionSource', 'sessions', '(direct)', '(none)'],
    ...['sessionCampaignName', 'sessionManualCampaignName', 'sessionManualSource', 'sessionManualMedium'].map(
      name => [name, 'sessions', '(direct)', '(none)', '(organic)'] as const,
    ),
    ...['sessionManualTerm', 'sessionManualAdContent'].map(name => [name, 'sessions', '(none)'] as const),
    ...['country', 'browser', 'operatingSystem', 'deviceCategory', 'screenResolution', 'language'].map(
      name => [name, 'totalUsers'] as const,
    ),
  ];
  for (const [dimension, metric, ...more] of none) {
    const rows = [...values, ...more].map(value => [DAY, value, '1']);
    const { sums } = await counted(report(['date', dimension], [metric], rows));
    const own = sums.filter(text => !text.startsWith('day '));
    assert.equal(own.length, rows.length, dimension);
    for (const text of own) assert.match(text, /^\w+ {2}\w+=1$/, dimension);
  }
});

test('Events are those that are neither pageviews nor automatic, and hours come from the time', async () => {
  const events = report(
    ['date', 'eventName'],
    ['eventCount'],
    [
      [DAY, 'page_view', '9'],
      [DAY, 'purchase', '2'],
      [DAY, 'sign up', '1'],
      [DAY, ` ${'e'.repeat(70)} `, '4'],
    ],
  );
  const hours = report(
    ['dateHour'],
    ['screenPageViews'],
    [
      [`${DAY}07`, '4'],
      [`${DAY}24`, '4'],
    ],
  );
  const { sums, told, left } = await counted(events, hours);
  assert.deepEqual(sums.sort(), [
    'day  events=7',
    'day  pageviews=4',
    `event ${'e'.repeat(64)} events=4`,
    'event purchase events=2',
    'event sign up events=1',
    'pageviews_hours 07 pageviews=4',
  ]);
  assert.deepEqual(left, ['automatic']);
  assert.match(told[0] ?? '', /hour "24"/);
});

test('What the counts of a report are worth is told, and which pages of it are missing', async () => {
  const metadata = { timeZone: 'America/New_York', samplingMetadatas: [{}], subjectToThresholding: true };
  const { told } = await counted(
    report(['date', 'browser'], ['totalUsers'], [[DAY, '(other)', '1']], { metadata, rowCount: 20 }),
  );
  for (const reason of [/estimates/, /too small/, /in 1 rows/, /New_York/, /20 rows, of which 1 are here.*"offset": 1/])
    assert.ok(
      told.some(text => reason.test(text)),
      String(reason),
    );
});

test('Reports without a day, without their heads or with damaged rows are told, and what to do', async () => {
  await assert.rejects(
    counted(report(['pagePath'], ['screenPageViews'], [['/', '1']])),
    /0\.json.*no dimension date.*add \{"name": "date"\}/,
  );
  await assert.rejects(
    counted(report(['date', 'country'], ['screenPageViews'], [[DAY, 'Peru', '1']], {}), 7),
    /not recognised/,
  );
  await assert.rejects(
    counted(report(['date', 'itemName'], ['itemRevenue'], [[DAY, 'x', '1']])),
    /no statistic that is kept/,
  );
  const odd = report(
    ['date', 'pagePath'],
    ['screenPageViews'],
    [[DAY, '/', '1'], ['(other)', '/b', '1'], [DAY, '/c', '1.5'], [DAY]],
  );
  const { sums, told } = await counted(odd);
  assert.deepEqual(sums, ['page / pageviews=1', 'day  pageviews=1']);
  assert.match(told.join(' '), /"\(other\)" is not a day.*not a whole number.*does not have one value/);
});
