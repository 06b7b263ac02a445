import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readMapping } from '../../../src/domain/inputs/import-mapping.ts';
import { CSV } from '../../../src/imports/sources/csv.ts';
import { HITS } from '../../../src/imports/sources/hits.ts';
import { rowsOf } from '../../support/import-rows.ts';

type Mapping = Readonly<Record<string, string>>;

async function sums(text: string, mapping: Mapping | null = null) {
  const { rows } = await rowsOf(CSV, { 'a.csv': text }, { mapping, named: mapping !== null });
  return rows.map(row =>
    row.type === 'sums'
      ? row.counted.map(({ name, value, sums }) =>
          [name, value, ...Object.entries(sums).map(pair => pair.join('='))].join(' '),
        )
      : row.type === 'bad' && row.reason,
  );
}

async function hits(text: string, mapping: Mapping | null = null, zone = 'UTC') {
  const { rows } = await rowsOf(HITS, { 'a.txt': text }, { mapping, zone, named: mapping !== null });
  return rows.map(row => (row.type === 'hit' ? row : assert.fail(JSON.stringify(row))));
}

test('Counts are whole numbers, however a spreadsheet or a program writes them', async () => {
  const read = (count: string) => sums(`date,page,pageviews\n2026-01-31,/a,"${count}"\n`);
  const wholes = { '12': 12, ' 12 ': 12, '12.0': 12, '12.00': 12, '1,234,567': 1_234_567, '1,234.0': 1234 };
  const long = {
    '0000000000000000012': 12,
    '1234567890123456': 1234567890123456,
    '1,234,567,890,123,456.0': 1234567890123456,
  };
  for (const [text, count] of Object.entries({ ...wholes, ...long }))
    assert.deepEqual(await read(text), [[`day  pageviews=${count}`, `page /a pageviews=${count}`]], text);
  for (const text of ['1.000', '1.5', '12.', '-1', '1e3', '1,23', '12345678901234567x'])
    assert.deepEqual(await read(text), [`The column pageviews has "${text}", which is not a whole number from 0 on.`]);
});

test('A row with a column for each statistic counts under all of them, and for its day', async () => {
  const wide =
    'date,page,country,pageviews,visitors,note\n2026-01-31T10:00:00Z,/a,DE:Germany,"1,234",7,x\n20260131,/b,,1,,\n';
  assert.deepEqual(await sums(wide), [
    [
      'day  pageviews=1234 visitors=7',
      'country DE:Germany pageviews=1234 visitors=7',
      'page /a pageviews=1234 visitors=7',
    ],
    ['day  pageviews=1', 'country  pageviews=1', 'page /b pageviews=1'],
  ]);
  const one = { date: '=2026-01-31', statistic: '=page', value: '={Host}{Path}', pageviews: 'Hits' };
  assert.deepEqual(await sums('\uFEFFHost;Path;Hits\r\na.example;/x;3\r\n', one), [['page a.example/x pageviews=3']]);
  assert.deepEqual(await sums('date,source,pageviews\n2026-01-31,x,3\n'), [['day  pageviews=3']]);
});

test('Names of events are those of hits: without blanks around them, and cut to 64 characters', async () => {
  const name = '🎉'.repeat(64);
  for (const head of ['date,statistic,value', 'date,x,event']) {
    const rows = [`2026-01-31,event,${name}x,1`, '2026-01-31,event, Sign up ,2', '2026-01-31,event, ,4'];
    assert.deepEqual(
      (await sums(`${head},events\n${rows.join('\n')}\n`)).flat().filter(text => !String(text).startsWith('day')),
      [`event ${name} events=1`, 'event Sign up events=2', 'event  events=4'],
    );
  }
});

test('Countries and continents count under our names, by their codes or English names', async () => {
  const countries = ['DE', 'de', 'Germany', 'DE:Germany', 'Czech Republic', '(not set)', 'XX', 'Narnia', ''];
  const ours = ['DE:Germany', 'DE:Germany', 'DE:Germany', 'DE:Germany', 'CZ:Czechia', '', 'XX', 'Narnia', ''];
  const file = (head: string, values: readonly string[], statistic = '') =>
    `${head},visitors\n${values.map(value => `2026-01-31${statistic},${value},1\n`).join('')}`;
  assert.deepEqual(
    (await sums(file('date,country', countries))).flat(),
    ours.flatMap(value => ['day  visitors=1', `country ${value} visitors=1`]),
  );
  assert.deepEqual(
    (await sums(file('date,statistic,value', countries, ',country'))).flat(),
    ours.map(value => `country ${value} visitors=1`),
  );
  assert.deepEqual((await sums(file('date,statistic,value', ['EU', 'EU:Europe'], ',continent'))).flat(), [
    ...['continent EU:Europe visitors=1', 'continent EU:Europe visitors=1'],
  ]);
});

test('A mapping is refused with the columns that there are', async () => {
  const file = 'Day,Hits\n2026-01-31,3\n';
  await assert.rejects(
    sums(file, { date: 'Date', pageviews: 'Hits' }),
    /date is in the column "Date", .* it has Day, Hits\./,
  );
  await assert.rejects(sums(file, { date: 'Day', pageviews: '={Hit}' }), /in the column "Hit"/);
  await assert.rejects(
    sums(file, { date: 'Day', country: 'Day', pageviews: 'Hits' }),
    /country counts visitors, for which there is no column/,
  );
  await assert.rejects(hits('a,b\n1,2\n', { time: 'a', page: 'c' }), /page is in the column "c", .* it has a, b\./);
  assert.match(
    JSON.stringify(readMapping('{"dat": "Day"}')),
    /has \\"dat\\", which is not a known name\. For sums, the names are date/,
  );
  assert.match(JSON.stringify(readMapping('{"date": 5}')), /not a JSON object of texts/);
  assert.match(JSON.stringify(readMapping('{"date": " "}')), /empty name/);
});

test('Hits of another tool are read by its own names, numbers and nested fields', async () => {
  const mapping = {
    time: 'timestamp',
    page: '={origin}{path}',
    visitor: 'deviceId',
    'event.name': 'eventName',
    'event.props': 'eventData',
    browser: 'client.name',
    os: 'osName',
    country: 'geo.country',
  };
  const body = {
    timestamp: 1_769_853_600_000,
    origin: 'https://site-1.example',
    path: '/a',
    deviceId: 'd1',
    osName: 'Mac OS',
    client: { name: 'Chrome' },
    geo: { country: 'Peru' },
  };
  const event = { ...body, eventName: 'Buy', eventData: '{"plan":"pro"}', timestamp: '1769853601' };
  const [view, buy] = await hits(`${JSON.stringify(body)}\n${JSON.stringify(event)}\n`, mapping);
  assert.deepEqual(
    [view?.hit.page, view?.hit.time, view?.hit.event, view?.given?.id],
    ['https://site-1.example/a', 1_769_853_600_000, null, 'd1'],
  );
  assert.deepEqual(
    [view?.given?.agent?.os, view?.given?.agent?.browser, view?.given?.place?.country],
    ['macOS', 'Chrome', 'PE:Peru'],
  );
  assert.deepEqual(
    [buy?.hit.event?.name, buy?.hit.event?.props, buy?.hit.time],
    ['Buy', { plan: 'pro' }, 1_769_853_601_000],
  );
});

test('Hits are read from CSV, with times of the zone where they have no offset', async () => {
  const text =
    'time,page,event.name,event.value,engagement\n2026-07-01 12:00:00,"/a,b",,,\n2026-07-01T12:00:00+02:00,/🎉,Buy,19.99,\n2026-07-01 12:00:00,/,,,2.5\n';
  const read = await hits(text, null, 'Europe/Berlin');
  assert.deepEqual(
    read.map(({ hit }) => [
      hit.page,
      new Date(hit.time).toISOString(),
      hit.event?.name,
      hit.event?.value,
      hit.engagement,
    ]),
    [
      ['https://site-1.example/a,b', '2026-07-01T10:00:00.000Z', undefined, undefined, null],
      ['https://site-1.example/🎉', '2026-07-01T10:00:00.000Z', 'Buy', '19.99', null],
      ['https://site-1.example/', '2026-07-01T10:00:00.000Z', undefined, undefined, 2.5],
    ],
  );
});

test('A time that is not where the mapping says is a row that names the field', async () => {
  const { rows } = await rowsOf(
    HITS,
    { 'a.ndjson': '{"at":1767225600000,"page":"/a"}\n' },
    { mapping: { time: 'att' }, named: true },
  );
  assert.deepEqual(rows, [
    { type: 'bad', file: 'a.ndjson', line: 1, reason: 'The hit has no time; the mapping says that it is in "att".' },
  ]);
});

test('A field that is nested too deeply to be written is no text', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const { rows } = await rowsOf(
    HITS,
    { 'a.ndjson': `{"time":1767225600000,"page":"/a","visitor":${deep}}\n` },
    { mapping: { referrer: '=https://example.org/{visitor}' }, named: true },
  );
  assert.deepEqual(
    rows.map(row => (row.type === 'hit' ? [row.hit.page, row.hit.referrer] : row)),
    [['https://site-1.example/a', 'https://example.org/']],
  );
});
