import assert from 'node:assert/strict';
import { test } from 'vitest';
import { GA4 } from '../../../src/imports/sources/ga4.ts';
import { countedIn, rowsOf } from '../../support/import-rows.ts';

async function counted(text: string) {
  const { rows, version } = await rowsOf(GA4, { 'download.csv': text });
  assert.equal(version, 'page CSV');
  const sums = countedIn(rows).map(({ day, name, value, sums }) => [day, name, value, sums] as const);
  const told = rows.flatMap(row => (row.type === 'note' || row.type === 'bad' ? [`${row.line} ${row.reason}`] : []));
  return { sums, told };
}

const LINE = '# ----------------------------------------';
const head = (from: string, to: string) =>
  [
    LINE,
    '# Pages and screens',
    '# Account: Me, "and" you',
    '# Property: 12345678',
    LINE,
    '#',
    '# All Users',
    `# Start date: ${from}`,
    `# End date: ${to}`,
  ].join('\n');

test('A table of one day needs no date, and its totals are left out', async () => {
  const text = `${head('20260131', '20260131')}\n\nPage path and screen class,Views,New,Average session duration\n"/a,b","1,234",x,3.5\n/🎉,1,,\n,1235,,Grand total\n`;
  for (const content of [text, text.replaceAll('\n', '\r\n'), `\uFEFF${text}`])
    assert.deepEqual(await counted(content), {
      sums: [
        [20_484, 'page', '/a,b', { pageviews: 1234 }],
        [20_484, 'page', '/%F0%9F%8E%89', { pageviews: 1 }],
        [20_484, 'day', '', { pageviews: 1235 }],
      ],
      told: [],
    });
});

test('Of several tables, those without a day are left out, and others count from the first day of the range', async () => {
  const text = `${head('20260330', '20260401')}\n\nNth day,Sessions,Bounce rate\n0000,10,50%\n0001,4,25.0%\n\nCountry,Active users\nPeru,5\n`;
  const { sums, told } = await counted(text);
  assert.deepEqual(sums, [
    [20_542, 'day', '', { visits: 10, bounces: 5 }],
    [20_543, 'day', '', { visits: 4, bounces: 1 }],
  ]);
  assert.match(told.join(), /table on line 15 is left out\. Its rows belong to no day: add the dimension Date/);
});

test('Files that cannot be counted by day, or are not in English, are refused with what to do', async () => {
  const month = head('20260101', '20260131');
  await assert.rejects(
    counted(`${month}\n\nCountry,Active users\nPeru,5\n`),
    /download\.csv, line 11: Its rows belong to no day/,
  );
  const german = `${month.replace('Start date', 'Startdatum').replace('End date', 'Enddatum')}\n\nSeitenpfad,Aufrufe\n/,5\n`;
  await assert.rejects(counted(german), /not the English ones; set the language/);
  await assert.rejects(rowsOf(GA4, { 'a.csv': '#Software: Microsoft\n#Fields: date time\n' }), /not recognised/);
});

test('A row that is cut off, or a number that is none, is named by its line', async () => {
  const { sums, told } = await counted(
    `${LINE}\n# 20260101-20260131\n${LINE}\n\nDate,Browser,Total users\n20260102,Chrome,7\n20260102,Edge,many\n20260103\n`,
  );
  assert.deepEqual(sums, [[20_455, 'browser', 'Chrome', { visitors: 7 }]]);
  assert.match(told.join('\n'), /^7 The metric totalUsers is "many".*\n8 The row has fewer cells/);
});

test('A value that is called Total counts, and the totals of a table do not', async () => {
  const table = `${LINE}\n# 20260101-20260131\n${LINE}\n\nDate,Event name,Event count\n,,9,Grand total\nTotal,,9\n20260102,Total,7\n20260102,totals,2\n`;
  assert.deepEqual(
    (await counted(table)).sums.flatMap(([, name, value, sums]) => (name === 'event' ? [[value, sums]] : [])),
    [
      ['Total', { events: 7 }],
      ['totals', { events: 2 }],
    ],
  );
  const { sums, told } = await counted(
    `${head('20260131', '20260131')}\n\nBrowser,Total users\nTotal,7\nGrand total,7\n`,
  );
  assert.deepEqual([sums.map(([, , value]) => value), told], [['Total'], []]);
});
