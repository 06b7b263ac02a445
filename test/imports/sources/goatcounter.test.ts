import assert from 'node:assert/strict';
import { test } from 'vitest';
import { GOATCOUNTER } from '../../../src/imports/sources/goatcounter.ts';
import { rowsOf } from '../../support/import-rows.ts';

const HEAD =
  '2Path,Title,Event,UserAgent,Browser,System,Session,Bot,Referrer,Referrer scheme,Screen size,Location,FirstVisit,Date';
const ROW = '/a,A,false,,Chrome 126,Windows 10,s1,0,,,"1920,1080,1",US-TX,true,2026-02-01T10:00:00Z';
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function hits(content: string) {
  const { rows } = await rowsOf(GOATCOUNTER, { 'a.csv': content });
  return rows.map(row => (row.type === 'hit' ? row : assert.fail(JSON.stringify(row))));
}

test('A CSV of GoatCounter is read whatever its line breaks, the order of its columns and unknown ones', async () => {
  const [plain] = await hits(`${HEAD}\n${ROW}\n`);
  assert.equal(plain?.hit.page, 'https://site-1.example/a');
  assert.equal(plain?.hit.resolution, '1920x1080');
  assert.equal(plain?.hit.time, Date.parse('2026-02-01T10:00:00Z'));
  assert.equal(plain?.given?.place?.country, 'US:United States');
  assert.deepEqual(plain?.given?.agent, {
    browser: 'Chrome',
    browserVersion: 'Chrome 126',
    os: 'Windows',
    osVersion: 'Windows 10/11',
    device: 'desktop',
  });
  const turned = `2Path,New,Session,Date,Bot,Event,Referrer,Referrer scheme\n/a,x,s1,2026-02-01T10:00:00Z,0,false,,\n`;
  for (const content of [`\uFEFF${HEAD}\r\n${ROW}\r\n\r\n${ROW}\r\n`, `2,Path${HEAD.slice(5)}\n${ROW}\n`, turned])
    assert.equal((await hits(content))[0]?.hit.page, plain?.hit.page);
});

test('In the first version, the browser is the user agent', async () => {
  const content = `1Path,Title,Event,Bot,Session,FirstVisit,Referrer,Referrer scheme,Browser,Screen size,Location,Date\nblog,,false,0,s1,true,t.co/x,h,${AGENT},"390,844,3",DE,2020-02-01T10:00:00+02:00\n`;
  const { version, rows } = await rowsOf(GOATCOUNTER, { 'a.csv': content });
  assert.equal(version, '1');
  const [row] = rows;
  assert.equal(row?.type, 'hit');
  assert.deepEqual(
    row?.type === 'hit' && [row.hit.userAgent, row.hit.page, row.hit.referrer, row.hit.time, row.given?.agent],
    [AGENT, 'https://site-1.example/blog', 'https://t.co/x', Date.parse('2020-02-01T08:00:00Z'), undefined],
  );
});

test('Events belong to the page their session saw last', async () => {
  const event = (name: string, session: string) => `${name},,true,,,,${session},0,,,,,false,2026-02-01T10:01:00Z`;
  const read = await hits(`${HEAD}\n${ROW}\n${event('buy "now"'.replaceAll('"', ''), 's1')}\n${event('🎉', 's2')}\n`);
  assert.deepEqual(
    read.map(({ hit }) => [hit.page.slice(22), hit.event?.name]),
    [
      ['/a', undefined],
      ['/a', 'buy now'],
      ['/', '🎉'],
    ],
  );
});

test('Rows of bots are left out, and those that cannot be read are named with their line', async () => {
  const rows = [ROW.replace(',s1,0,', ',s1,3,'), ROW.replace('2026-02-01T', '2026-02-01 at '), ROW.slice(0, 9), ROW];
  const read = await rowsOf(GOATCOUNTER, { 'a.csv': `${HEAD}\n"/x\ny"${ROW.slice(2)}\n${rows.join('\n')}\n` });
  assert.deepEqual(
    read.rows.map(row => (row.type === 'bad' ? row.line : row.type === 'left out' ? row.reason : row.type)),
    ['hit', 'bot', 5, 6, 'hit'],
  );
});

test('Files that are not whole, or of a later version, are refused', async () => {
  const refused: [content: string, reason: RegExp][] = [
    [`3${HEAD.slice(1)}\n${ROW}\n`, /version 3 of the format; only 1 and 2/],
    [`${HEAD.replace(',Bot', ',Robot')}\n${ROW}\n`, /There is no column bot/],
    [`${HEAD}\n"/a${ROW}\n`, /quote that is not closed/],
  ];
  for (const [content, reason] of refused) await assert.rejects(rowsOf(GOATCOUNTER, { 'a.csv': content }), reason);
  await assert.rejects(rowsOf(GOATCOUNTER, { 'a.csv': 'Path,Hits\n/a,1\n' }), /not recognised/);
});
