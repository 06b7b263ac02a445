import assert from 'node:assert/strict';
import { test } from 'vitest';
import { GOATCOUNTER } from '../../../src/imports/sources/goatcounter.ts';
import { rowsOf } from '../../support/import-rows.ts';

const FILES = {
  'export/info.json': '{"export_version": 1.0}',
  'export/paths.jsonl': '{"id":1,"path":"/a?page=2","event":false}\n{"id":2,"path":"Buy","event":1}\n',
  'export/refs.jsonl':
    '{"id":7,"ref":"site-1.example/b","ref_scheme":"h"}\r\n{"id":8,"ref":"com.Slack","ref_scheme":"o"}\r\n',
  'export/hit_stats.jsonl': '',
};

async function counted(more: Readonly<Record<string, string>>, zone = 'UTC') {
  const { rows, version } = await rowsOf(GOATCOUNTER, { ...FILES, ...more }, { zone });
  assert.match(version, /^JSON 1/);
  return rows.flatMap(row => {
    if (row.type === 'sums') return row.counted.map(({ name, value, sums }) => [row.day, name, value, sums]);
    return row.type === 'bad' ? [[row.line, row.reason]] : [];
  });
}

test('Hours are those of the zone of the website, also on a day that lacks one', async () => {
  // At 01:00 UTC, clocks in Paris go from 02:00 to 03:00.
  const hit = (hour: string) => `{"hour":"${hour}","path_id":1,"ref_id":7,"count":2}\n`;
  const hits = { 'export/hit_stats.jsonl': hit('2026-03-28T23:00:00Z') + hit('2026-03-29T01:00:00Z') };
  const found = await counted(hits, 'Europe/Paris');
  assert.deepEqual(
    found.filter(([, name]) => name === 'pageviews_hours').map(([day, , value]) => [day, value]),
    [
      [20_541, '00'],
      [20_541, '03'],
    ],
  );
  assert.deepEqual(found[0], [20_541, 'page', '/a?page=2', { pageviews: 2 }]);
  assert.ok(!found.some(([, name]) => name === 'source'), 'The website itself is no source.');
});

test('Names of events are cut as those of hits are', async () => {
  const found = await counted({
    'export/paths.jsonl': `{"id":2,"path":" ${'e'.repeat(70)}","event":true}\n`,
    'export/hit_stats.jsonl': '{"hour":"2026-02-01T10:00:00Z","path_id":2,"ref_id":0,"count":3}\n',
  });
  assert.deepEqual(found[0], [20_485, 'event', 'e'.repeat(64), { events: 3 }]);
});

test('Rows of unknown paths, days or counts are named, and unknown files and places count as nothing', async () => {
  const stats = [
    '{"day":"2026-02-01","path_id":1,"location":"","count":1,"new":[]}',
    '{"day":"2026-02-30","path_id":1,"location":"DE","count":1}',
    '{"day":"2026-02-01","path_id":9,"location":"DE","count":1}',
    '{"day":"2026-02-01","path_id":1,"location":"DE","count":-1}',
    '{"day":"2026-02-01","path_id":2,"location":"DE","count":1}',
  ];
  const found = await counted({ 'export/location_stats.jsonl': stats.join('\n'), 'export/new_stats.jsonl': '[1]' });
  assert.deepEqual(found, [
    [20_485, 'country', '', { visitors: 1 }],
    [20_485, 'continent', '', { visitors: 1 }],
    [2, 'The day "2026-02-30" is not a day such as 2026-01-31.'],
    [3, 'The path "9" is not among those of paths.jsonl.'],
    [4, 'The count "-1" is not a whole number from 0 on.'],
  ]);
});

test('Each of several exports has paths of its own', async () => {
  const hit = (path: number) => `{"hour":"2026-02-01T10:00:00Z","path_id":${path},"count":2}\n`;
  const found = await counted({
    'export/hit_stats.jsonl': hit(1),
    'other/paths.jsonl': '{"id":1,"path":"/other","event":false}\n',
    'other/hit_stats.jsonl': hit(1),
  });
  assert.deepEqual(
    found.filter(([, name]) => name === 'page').map(([, , value]) => value),
    ['/a?page=2', '/other'],
  );
});

test('A file that is cut off is refused', async () => {
  const hits = { 'export/hit_stats.jsonl': '{"hour":"2026-02-01T10:00:00Z","path_id":1,' };
  await assert.rejects(counted(hits), /hit_stats\.jsonl, line 1: .*cut off/);
});
