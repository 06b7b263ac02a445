import assert from 'node:assert/strict';
import { test } from 'vitest';
import { FATHOM } from '../../../src/imports/sources/fathom.ts';
import { rowsOf } from '../../support/import-rows.ts';

/** Returns what each row counts, and the faults of those that cannot be read. */
async function read(files: Readonly<Record<string, string>>) {
  const { rows } = await rowsOf(FATHOM, files);
  return rows
    .filter(({ type }) => type !== 'note')
    .map(row =>
      row.type === 'sums'
        ? row.counted.map(({ name, value, sums }) => [name, value, sums])
        : row.type === 'bad'
          ? `${row.line}: ${row.reason}`
          : row.type,
    );
}

test('Totals are read in several spellings, with rates and averages as totals', async () => {
  const sums = { pageviews: 10, visitors: 4, visits: 4, bounces: 3, seconds: 50 };
  const plain = 'datetime,pageviews,visitors,bounce_rate,avg_duration\n2025-01-01 00:00:00,10,4,0.75,12.5\n';
  const percent = 'Bounce Rate,Views,Visits,Datetime,New,Visit duration\n75,10,4,2025-01-01,x,12.5\n';
  for (const file of [plain, `\uFEFF${plain.replaceAll('\n', '\r\n')}`, percent, percent.replace('75', '75%')])
    assert.deepEqual(await read({ 'a.csv': file }), [[['day', '', sums]]]);
});

test('An hourly export has the pageviews of hours', async () => {
  const file = 'datetime,pageviews\n2025-01-01 00:00:00,1\n2025-01-01 23:00:00,2\n';
  assert.deepEqual(await read({ 'a.csv': file }), [
    [
      ['pageviews_hours', '00', { pageviews: 1 }],
      ['day', '', { pageviews: 1 }],
    ],
    [
      ['pageviews_hours', '23', { pageviews: 2 }],
      ['day', '', { pageviews: 2 }],
    ],
  ]);
});

test('A statistic comes from the files with the fewest groups', async () => {
  const both = 'datetime,browser,country_code,uniques\n2025-01-01,Chrome,DE,1\n';
  const browsers = 'datetime,browser,uniques\n2025-01-01,Chrome,1\n';
  const later = 'datetime,browser,uniques\n2025-01-01,Chrome,1\n2025-01-02,Chrome,1\n';
  const names = (await read({ 'a.csv': both, 'b.csv': browsers, 'c.csv': later })).map(row =>
    typeof row === 'string' ? row : row.map(([name]) => name),
  );
  assert.deepEqual(names, [['continent', 'country'], ['browser'], ['browser'], ['browser']]);
});

test('Rows that cannot be read are named, and exports by more than a day are refused', async () => {
  const file =
    'datetime,browser,uniques,bounce_rate\n2025-01-01,Chrome,x,0\n2025-13-01,Chrome,1,0\n2025-01-02,Chrome,1,?\n';
  assert.deepEqual(await read({ 'a.csv': file }), [
    '2: The column uniques has "x", which is not a whole number from 0 on.',
    '3: The datetime "2025-13-01" is not a day such as 2026-01-31.',
    '4: The bounce_rate "?" is not a number.',
  ]);
  const at = (...times: string[]) => ({ 'a.csv': `datetime,pageviews\n${times.map(time => `${time},1\n`).join('')}` });
  await assert.rejects(
    read(at('2025-01')),
    /^Error: a\.csv, line 2: Its rows are by month or year; choose the date grouping Daily/,
  );
  await assert.rejects(read(at('2025-01-01', '2025-03-01')), /Its rows are by month;/);
  await assert.rejects(read(at('2025-01-06', '2025-01-13', '2025-01-27')), /Its rows are by week;/);
  assert.equal((await read(at('2025-01-06', '2025-01-13'))).length, 2);
});

test('A rare event on days that are weeks or months apart is no export by week or month', async () => {
  const file = (head: string, days: readonly string[]) => `${head}\n${days.map(day => `${day},a,1\n`).join('')}`;
  const events = (...days: string[]) => file('datetime,event_name,conversions', days);
  const weeks = ['2025-01-06', '2025-01-13', '2025-01-27', '2025-02-10', '2025-02-17'];
  const months = ['2025-01-01', '2025-03-01', '2025-04-01', '2025-05-01'];
  assert.equal((await read({ 'a.csv': events(...weeks.slice(0, 3)) })).length, 3);
  assert.equal((await read({ 'a.csv': events(...months.slice(0, 2)) })).length, 2);
  await assert.rejects(read({ 'a.csv': events(...weeks) }), /^Error: a\.csv: Its rows are by week;/);
  await assert.rejects(read({ 'a.csv': events(...months) }), /^Error: a\.csv: Its rows are by month;/);
  const pages = file('datetime,pathname,pageviews', ['2025-01-06', '2025-01-07']);
  assert.equal((await read({ 'a.csv': events(...weeks), 'b.csv': pages })).length, 7);
});

test('A day that is cut off at the end of a file is a row that cannot be read', async () => {
  const rows = await read({ 'a.csv': 'pageviews,datetime\n1,2025-01-01\n2,2025-01' });
  assert.deepEqual(rows[0], [['day', '', { pageviews: 1 }]]);
  assert.match(String(rows[1]), /^3: .*"2025-01"/);
});
