import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { StatName } from '../../../src/domain/statistics.ts';
import { recognise } from '../../../src/imports/registry.ts';
import { PLAUSIBLE } from '../../../src/imports/sources/plausible.ts';
import { rowsOf } from '../../support/import-rows.ts';

/** Returns the values of each row by their statistic, and the faults of those that cannot be read. */
async function read(files: Readonly<Record<string, string>>) {
  const { rows } = await rowsOf(PLAUSIBLE, files);
  return rows
    .filter(({ type }) => type !== 'note')
    .map(row =>
      row.type === 'sums'
        ? Object.fromEntries(row.counted.map(({ name, value, sums }) => [name, name === 'day' ? sums : value]))
        : row.type === 'bad'
          ? `${row.line}: ${row.reason}`
          : row.type,
    );
}

async function valuesOf(file: string, name: StatName): Promise<unknown[]> {
  return (await read({ 'imported_x.csv': file })).map(row => (typeof row === 'string' ? row : row[name]));
}

test('Tables are read whatever their version, the order of their columns, their line breaks and unknown columns', async () => {
  const plain = 'date,page,hostname,visits,visitors,pageviews\n2025-01-01,"/a ""b"", 🎉",www.Example.com,1,1,2\n';
  const row = { page: '/a%20%22b%22,%20%F0%9F%8E%89', host: 'example.com' };
  const older =
    'date,hostname,page,visits,visitors,pageviews,exits,time_on_page\n2025-01-01,example.com,"/a ""b"", 🎉",1,1,2,1,7\n';
  const turned = 'Pageviews,new,visitors,page,hostname,date\n2,x,1,"/a ""b"", 🎉",example.com,2025-01-01\n';
  for (const content of [plain, `\uFEFF${plain}`, plain.replaceAll('\n', '\r\n'), older, turned])
    assert.deepEqual(await read({ 'imported_pages.csv': content }), [row]);
  const newer =
    'date,hostname,page,visits,visitors,pageviews,total_scroll_depth,total_scroll_depth_visits,total_time_on_page,total_time_on_page_visits\n2025-01-01,a.example,/,1,1,2,\\N,0,30,1\n';
  assert.deepEqual(await read({ 'imported_pages.csv': newer }), [
    { page: '/', host: 'a.example', day: { engagedSeconds: 30, engagedPages: 1 } },
  ]);
});

test('Statistics of which a table has no counts are left out', async () => {
  const exits = 'date,exit_page,visitors,bounces\n2025-01-01,/a,1,0\n';
  assert.deepEqual(await read({ 'imported_exit_pages.csv': exits }), [{}]);
  const sources =
    'date,source,utm_medium,utm_campaign,utm_content,utm_term,visitors,visits,visit_duration,bounces\n2019-01-01,Google,cpc,,,,1,1,0,1\n';
  assert.deepEqual(await read({ 'imported_sources.csv': sources }), [
    { source: 'Google', channel: 'Paid Search', utm_medium: 'cpc', campaign: '', utm_content: '', utm_term: '' },
  ]);
  const countries = 'date,country,visitors,visits,visit_duration,bounces\n2019-01-01,NO,1,1,0,1\n';
  assert.deepEqual(await read({ 'imported_locations.csv': countries }), [
    { continent: 'EU:Europe', country: 'NO:Norway' },
  ]);
});

test('Places are named as the city database names them, and unknown ones count in what is known', async () => {
  const head = 'date,country,region,city,visitors,visits\n';
  const rows = [
    'FR,FR-20R,0',
    'FR,FR-IDF,2988507',
    'DE,,2950159',
    'GB,GB-ENG,99999999',
    'XX,,0',
    'DE,DE-99,',
    ',,2950159',
  ];
  const file = `${head}${rows.map(cells => `2025-01-01,${cells},1,1\n`).join('')}`;
  assert.deepEqual(await valuesOf(file, 'city'), [
    '',
    'FR:Paris, Ile-de-France',
    'DE:Berlin, Berlin',
    '',
    '',
    '',
    'DE:Berlin, Berlin',
  ]);
  assert.deepEqual(await valuesOf(file, 'region'), [
    ...['FR:Corsica', 'FR:Ile-de-France', 'DE:Berlin', 'GB:England', '', 'DE:DE-99', 'DE:Berlin'],
  ]);
  assert.equal((await valuesOf(file, 'country'))[4], '');
});

test('Values that mean nothing are empty, and pages, browsers and devices are called as here', async () => {
  const pages = ['/', '/#/app/ü', '(not set)', ':other', '/a?b=%20c', '/%e4'];
  const file = `date,entry_page,visitors,entrances\n${pages.map(page => `2025-01-01,${page},1,1\n`).join('')}`;
  assert.deepEqual(await valuesOf(file, 'landing_page'), ['/', '/#/app/ü', '', ':other', '/a?b=%20c', '/%e4']);
  const browsers = ['Mobile App,', 'Samsung Browser,23.0', 'Yandex Browser,', '(not set),(not set)', 'Chrome,x'];
  const ofBrowsers = `date,browser,browser_version,visitors,visits\n${browsers.map(cells => `2025-01-01,${cells},1,1\n`).join('')}`;
  assert.deepEqual(await valuesOf(ofBrowsers, 'browser_version'), [
    ...['Mobile App', 'Samsung Internet 23', 'Yandex', '', 'Chrome'],
  ]);
  const systems = ['GNU/Linux,', 'Ubuntu,22.04', 'Mac,14.1', 'iPadOS,17.0', 'Windows,8.1'];
  const ofSystems = `date,operating_system,operating_system_version,visitors,visits\n${systems.map(cells => `2025-01-01,${cells},1,1\n`).join('')}`;
  assert.deepEqual(await valuesOf(ofSystems, 'os_version'), ['Linux', 'Linux', 'macOS 14', 'iOS 17', 'Windows 8.1']);
});

test('Rows that are cut off or not counts are named by their line, and the rest counts', async () => {
  const file =
    'date,device,visitors,visits\n2025-01-01,Mobile,1.0,2\n2025-02-30,Mobile,1,1\n2025-01-02,Tablet,-1,1\n2025-01-02,Tab';
  assert.deepEqual(await read({ 'imported_devices.csv': file }), [
    { device: 'mobile' },
    '3: The date "2025-02-30" is not a day such as 2026-01-31.',
    '4: The column visitors has "-1", which is not a whole number from 0 on.',
    '5: The row has 2 cells, but the head has 4; the file may be cut off.',
  ]);
});

test('Only files of an export are recognised, and tables that are new are passed over', async () => {
  const table = 'date,device,visitors,visits,visit_duration,bounces\n';
  const isRecognised = (files: Record<string, string>, named = false) =>
    PLAUSIBLE.recognise(
      Object.entries(files).map(([name, text]) => ({ name, text })),
      named,
    ) !== null;
  assert.ok(isRecognised({ 'a.csv': table, 'imported_new_20250101_20250102.csv': 'date,new,visitors\n', 'b.csv': '' }));
  assert.ok(!isRecognised({ 'a.csv': table, 'b.csv': 'date,pageviews\n' }));
  assert.ok(isRecognised({ 'a.csv': table, 'b.csv': 'date,pageviews\n' }, true));
  for (const head of [
    'date,statistic,value,pageviews,visitors,visits,bounces,seconds,events\n',
    'date,page,pageviews\n',
    '',
  ])
    assert.ok(!isRecognised({ 'a.csv': head }, true), head);
});

test('Tables of every version are recognised whatever their names, and a CSV of sums with the same columns is not', () => {
  const sourceOf = (head: string, name = 'a.csv') => recognise([{ name, text: `${head}\n` }], null)?.importer.source;
  const visits = 'visitors,visits,visit_duration,bounces';
  for (const head of [
    'date,visitors,pageviews,bounces,visits,visit_duration',
    'date,visitors,bounces,visits,visit_duration',
    'date,hostname,page,visits,visitors,pageviews,exits,time_on_page',
    'date,hostname,page,visits,visitors,pageviews,total_scroll_depth,total_scroll_depth_visits,total_time_on_page,total_time_on_page_visits',
    'date,entry_page,visitors,entrances,visit_duration,bounces',
    'date,exit_page,visitors,exits',
    'date,exit_page,visitors,visits,exits,pageviews,visit_duration,bounces',
    `date,source,utm_medium,utm_campaign,utm_content,utm_term,${visits}`,
    `date,source,referrer,utm_source,utm_medium,utm_campaign,utm_content,utm_term,pageviews,${visits}`,
    `date,country,${visits}`,
    `date,country,region,city,${visits},pageviews`,
    `date,device,${visits}`,
    `date,browser,browser_version,${visits}`,
    `date,operating_system,operating_system_version,${visits},pageviews`,
    'date,name,link_url,path,visitors,events',
    'date,property,value,visitors,events',
  ])
    assert.equal(sourceOf(head), 'plausible', head);
  for (const head of [
    'date,page,country,pageviews,visitors',
    'date,country,visitors,pageviews',
    'date,source,visits,visitors',
    'date,device,visitors,visits',
    'date,browser,visitors,visits,bounces,seconds',
    'date,exit_page,visitors,visits',
    `date,device,country,${visits}`,
  ])
    assert.equal(sourceOf(head), 'csv', head);
  assert.equal(
    sourceOf('date,device,visitors,visits', 'export.zip/imported_devices_20250101_20250131.csv'),
    'plausible',
  );
});

test('Notes name tables and columns that are not known, what a file lacks, and how many cities are unknown', async () => {
  const { rows } = await rowsOf(PLAUSIBLE, {
    'imported_exit_pages.csv': 'date,exit_page,visitors,bounces,new\n2025-01-01,/a,1,0,x\n',
    'imported_locations.csv':
      'date,country,region,city,visitors,visits\n2025-01-01,DE,,2950159,1,1\n2025-01-01,GB,,99999999,1,1\n2025-01-02,GB,,99999998,1,1\n',
    'imported_new.csv': 'date,new,visitors\n2025-01-01,a,1\n',
  });
  assert.deepEqual(
    rows.flatMap(row => (row.type === 'note' ? [[row.file, row.line, row.reason]] : [])),
    [
      ['imported_exit_pages.csv', 0, 'The column new is not known, and was left out.'],
      [
        'imported_exit_pages.csv',
        0,
        'The statistic exit_page was left out, because the file does not have its visits.',
      ],
      [
        'imported_locations.csv',
        3,
        'The city of 2 rows is not among the 32,000 largest; they count in their region and country.',
      ],
      ['imported_new.csv', 0, 'The table is not known, and was left out; its columns are date, new, visitors.'],
      [
        'imported_exit_pages.csv',
        0,
        'The table imported_visitors is not among the files, so the pageviews, visitors and visits of days are not known.',
      ],
    ],
  );
});
