import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { rowsOf } from '../../support/source-rows.ts';

const HEAD = ['event_id', 'session_id', 'created_at', 'url_path', 'event_type', 'event_name'];
const tabs = (...rows: readonly (readonly string[])[]) => rows.map(cells => `${cells.join('\t')}\n`).join('');

describe('Cells between tabs', () => {
  it('are escaped and without quotes where MySQL has written them', async () => {
    const row = (id: string, path: string, ...event: string[]) => [id, 's', '2026-03-01 10:00:00', path, ...event];
    const { hits, bad } = await rowsOf({
      'website_event.tsv': tabs(
        HEAD,
        row('e1', '"quoted', '1', 'NULL'),
        row('e2', '/b', '2', String.raw`a\tb\\n\nc`),
        row('e3', '/c"', '1', '\\N'),
      ),
      'event_data.tsv': tabs(
        ['event_id', 'data_key', 'string_value', 'number_value', 'data_type'],
        ['e2', 'said', '"Hello, she', 'NULL', '1'],
        ['e2', 'path', String.raw`C:\\new`, 'NULL', '1'],
      ),
    });
    assert.deepEqual(bad, []);
    assert.deepEqual(
      hits.map(({ hit, line }) => [line, hit.page, hit.event?.name]),
      [
        [2, 'https://site-1.example/"quoted', undefined],
        [3, 'https://site-1.example/b', 'a\tb\\n\nc'],
        [4, 'https://site-1.example/c"', undefined],
      ],
    );
    assert.deepEqual(hits[1]?.hit.event?.props, { said: '"Hello, she', path: 'C:\\new' });
  });

  it('are quoted where a spreadsheet has written them', async () => {
    const { hits, source } = await rowsOf({
      'a.tsv': tabs(['time', 'page'], ['2026-03-01 10:00:00', '"/a ""b""\t\\n"'], ['2026-03-01 10:00:01', '/c']),
    });
    assert.equal(source, 'hits');
    assert.deepEqual(
      hits.map(({ hit }) => hit.page),
      ['https://site-1.example/a "b"\t\\n', 'https://site-1.example/c'],
    );
  });
});

describe('A row that is cut off', () => {
  const FILES: Readonly<Record<string, readonly [head: string, row: string, cut: string]>> = {
    umami: [HEAD.join(), 'e1,s,2026-03-01 10:00:00,/a,1,', 'e2,s,2026-03-01 10:00:00,/pri'],
    simple_analytics: [
      'added_iso,hostname,path,session_id',
      '2026-03-01T10:00:00Z,site-1.example,/a,s',
      '2026-03-01T10:00:00Z,site-1',
    ],
    hits: ['time,page,visitor', '2026-03-01T10:00:00Z,/a,v', '2026-03-01T10:00:00Z,/pri'],
    matomo: [
      'idVisit,actionDetails_0_type,actionDetails_0_timestamp,actionDetails_0_url,visitorId',
      '1,action,1772359200,https://site-1.example/a,v',
      '2,action,1772359200,https://site-1.example/pri',
    ],
    goatcounter: [
      '2,Path,Title,Event,Session,Bot,Date,Referrer,Referrer scheme',
      '/a,A,false,s1,0,2026-02-01T10:00:00Z,,',
      '/a,A,false,s2,0,2026-02-01T10:00:00Z',
    ],
    csv: ['date,page,pageviews,visitors', '2026-03-01,/a,5,3', '2026-03-01,/a,1'],
  };
  for (const [source, [head, row, cut]] of Object.entries(FILES))
    it(`is named by its line and does not count in a file of ${source}`, async () => {
      const read = await rowsOf({ 'a.csv': `${head}\n${row}\n${cut}` });
      const width = row.split(',').length;
      assert.deepEqual(
        [read.source, read.rows.length, read.bad],
        [
          source,
          2,
          [`3: The row has ${cut.split(',').length} cells, but the head has ${width}; the file may be cut off.`],
        ],
      );
    });

  it('has no property of an event', async () => {
    const { hits, bad } = await rowsOf({
      'a.csv': `${HEAD.join()}\ne1,s,2026-03-01 10:00:00,/a,2,Buy\n`,
      'b.csv': 'event_id,data_key,string_value,data_type\ne1,plan,pro,1\ne1,colour,gre',
    });
    assert.deepEqual(hits[0]?.hit.event?.props, { plan: 'pro' });
    assert.match(bad.join(), /^3: The row has 3 cells/);
  });
});
