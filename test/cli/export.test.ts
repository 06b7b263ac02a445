import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { footfall, startFootfall } from '../support/command-line.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const MINUTE = 60_000;

eachDatabase('footfall export, verify and rebuild', open => {
  let database: Database;
  let env: Record<string, string>;
  beforeAll(async () => {
    const place = await open();
    env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    database = await databaseWithWebsites(place, 2);
    const aa = { visitor: '00000000000000aa', values: { page: '/=1+1', country: 'DE:Germany', referrer: 'x.example' } };
    const bb = { visitor: '00000000000000bb', values: { page: '/b' } };
    await foldAll(database, place, [
      [
        hitOf({ ...aa, time: NOON }),
        hitOf({
          ...aa,
          time: NOON + MINUTE,
          kind: 'event',
          amount: '9.90',
          unit: 'EUR',
          values: { ...aa.values, event: 'Buy' },
        }),
        hitOf({ ...aa, time: NOON + 90 * MINUTE, values: { ...aa.values, referrer: '' } }),
        hitOf({ ...bb, time: NOON + 2 * MINUTE }),
        hitOf({ ...bb, time: NOON + 3 * MINUTE, visitor: '' }),
        hitOf({ ...bb, time: NOON + 40 * 86_400_000 }),
        hitOf({ ...bb, time: NOON, website: 2 }),
      ],
    ]);
  });
  afterAll(() => database.close());

  const rowsOf = (text: string) =>
    text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
  const MARCH = '--from 2026-03-01 --to 2026-03-31';

  it('writes the hits of a range, each with the values of its visit, without identifying anyone', async () => {
    const { code, out, err } = await footfall(`export --website site-1.example ${MARCH}`, env);
    assert.equal(code, 0, err);
    const rows = rowsOf(out).sort((a, b) => (a.time < b.time ? -1 : 1));
    assert.deepEqual(
      rows.map(({ time, kind, page, event, amount, unit, country, referrer }) => [
        time,
        kind,
        page,
        event,
        amount,
        unit,
        country,
        referrer,
      ]),
      [
        ['2026-03-10T12:00:00.000Z', 'pageview', '/=1+1', null, null, null, 'DE:Germany', 'x.example'],
        ['2026-03-10T12:01:00.000Z', 'event', '/=1+1', 'Buy', '9.90', 'EUR', 'DE:Germany', 'x.example'],
        ['2026-03-10T12:02:00.000Z', 'pageview', '/b', null, null, null, '', ''],
        ['2026-03-10T12:03:00.000Z', 'pageview', '/b', null, null, null, null, null],
        ['2026-03-10T13:30:00.000Z', 'pageview', '/=1+1', null, null, null, 'DE:Germany', ''],
      ],
    );
    const [first, event, other, nobody, later] = rows;
    assert.deepEqual([nobody.visitor, nobody.visit], [null, null]);
    assert.equal(first.visit, event.visit);
    assert.equal(first.visitor, later.visitor);
    assert.notEqual(first.visit, later.visit);
    assert.notEqual(first.visitor, other.visitor);
    assert.doesNotMatch(out, /00aa/);
  });

  it('writes CSV that is safe to open in a spreadsheet', async () => {
    const { out } = await footfall(`export --website 1 ${MARCH} --format csv`, env);
    const lines = out.trim().split('\r\n');
    assert.equal(lines.length, 6);
    assert.match(lines[0] ?? '', /^time,day,kind,visitor,visit,page,event,amount,unit,/);
    const { out: pages } = await footfall(`export --website 1 ${MARCH} --format csv --name page`, env);
    assert.equal(pages, 'value,count\r\n/=1+1,2\r\n/b,2\r\n');
  });

  it('begins CSV with one byte order mark on request, without which Excel does not read it as UTF-8', async () => {
    const { out } = await footfall(`export --website 1 ${MARCH} --format csv --name page --bom`, env);
    assert.equal(out, '\ufeffvalue,count\r\n/=1+1,2\r\n/b,2\r\n');
    const { out: hits } = await footfall(`export --website 1 ${MARCH} --format csv --bom`, env);
    assert.match(hits, /^\ufefftime,day,kind,/);
    assert.equal(hits.lastIndexOf('\ufeff'), 0);
  });

  it('writes all rows of a statistic, of any age and with a filter', async () => {
    const { out } = await footfall(
      `export --website site-1.example --from 2020-01-01 --to 2030-01-01 --name pageviews`,
      env,
    );
    assert.deepEqual(rowsOf(out), [
      { value: '2026-03-10', count: 4 },
      { value: '2026-04-19', count: 1 },
    ]);
    const filter = '{"name":"COUNTRY","operator":"IS","values":["DE:Germany"]}';
    const filtered = await footfall(
      ['export', '--website', '1', ...MARCH.split(' '), '--name', 'page', '--filter', filter],
      env,
    );
    assert.deepEqual(rowsOf(filtered.out), [{ value: '/=1+1', count: 2 }]);
  });

  it('reports what is wrong', async () => {
    for (const [line, fault] of [
      ['export --website nowhere.example --from 2026-03-01 --to 2026-03-02', /There is no website "nowhere\.example"/],
      ['export --website 1 --from 2026-03-02 --to 2026-03-01', /is after the to date/],
      [
        'export --website 1 --from 2026-03-01 --to 2026-03-02 --name hits',
        /The name "hits" is not a statistic; use one of browser,/,
      ],
      ['export --website 1 --from 2026-03-01 --to 2026-03-02 --name page --filter {}', /exactly one of and, or, not/],
      ['export --website 1 --from 2026-03-01 --to 2026-03-02 --filter {}', /Hits cannot be filtered/],
      ['export --website 1 --from 2026-03-01 --to 2026-03-02 --bom', /JSON has no byte order mark; add --format csv,/],
      [
        'export --website 1 --from 2026-03-01 --to 2026-03-02 --name page --format json --bom',
        /JSON has no byte order mark/,
      ],
      [
        'export --website 1 --from 2026-03-01 --to 2026-03-02 --format csv --json',
        /"json":\["CSV is not JSON; leave out --json, or --format csv\."\]/,
      ],
      ['export --website 1 --from 2026-03-01 --to 2026-03-02 --name page --format csv --json', /CSV is not JSON/],
    ] as const) {
      const { code, out, err } = await footfall(line, env);
      assert.deepEqual([code, out], [1, ''], line);
      assert.match(err, fault);
    }
  });

  it('ends quietly when its reader does, with the exit code of a broken pipe', async () => {
    for (const format of ['json', 'csv']) {
      const child = startFootfall(`export --website 1 ${MARCH} --format ${format}`.split(' '), env);
      child.stdout.destroy();
      let err = '';
      child.stderr.on('data', part => {
        err += part;
      });
      const [code] = await once(child, 'close');
      assert.deepEqual([err, code], ['', 141]);
    }
  });

  it('verifies every website and reports differences with exit code 1, which rebuild repairs', async () => {
    const right = await footfall('verify', env);
    assert.equal(right.code, 0, right.err);
    assert.match(
      right.out,
      /^site-1\.example: \d+ rows compared, 0 differences\.\nsite-2\.example: \d+ rows compared, 0 differences\.\n$/,
    );
    await database.dialect.run('UPDATE rollup_day SET pageviews = pageviews + 1 WHERE website_id = 2 AND name = 1');
    const wrong = await footfall('verify --json', env);
    assert.equal(wrong.code, 1);
    const [first, second] = JSON.parse(wrong.out);
    assert.deepEqual(first.differences, []);
    assert.equal(second.differences[0].at, '2026-03-10');
    assert.equal((await footfall('verify --website site-1.example', env)).code, 0);
    assert.match((await footfall('rebuild --website 2', env)).out, /^site-2\.example: \d+ rows written\.\n$/);
    assert.equal((await footfall('verify', env)).code, 0);
  });

  it('forgets what is chosen, after a dry run that says how much it is', async () => {
    const chosen = ['forget', '--website', '1', ...MARCH.split(' '), '--page', '/b'];
    const dry = await footfall([...chosen, '--dry-run'], env);
    assert.equal(dry.out, 'Would remove 1 visit of 1 visitor with 2 pageviews and 0 events, on 1 day.\n', dry.err);
    const at = JSON.parse(
      (await footfall([...chosen, '--visitor-at', '2026-03-10T12:02:00Z', '--json', '--dry-run'], env)).out,
    );
    const counts = { visits: 1, visitors: 1, pageviews: 1, events: 0 };
    assert.deepEqual(at, { ...counts, days: 1, byDay: [{ date: '2026-03-10', ...counts }] });
    const { out, err } = await footfall([...chosen, '--json'], env);
    assert.deepEqual(JSON.parse(out), { id: 1, visits: 1, visitors: 1, pageviews: 2, events: 0 }, err);
    assert.deepEqual(rowsOf((await footfall(`export --website 1 ${MARCH} --name page`, env)).out), [
      { value: '/=1+1', count: 2 },
    ]);
    assert.equal((await footfall(chosen, env)).out, 'No visits matched; nothing was removed.\n');
    const none = await footfall([...chosen, '--dry-run'], env);
    assert.equal(none.out, 'No visits match; nothing would be removed.\n');
    assert.equal((await footfall('verify', env)).code, 0);
    const wrong = await footfall(`forget --website 1 ${MARCH} --from-time 9 --visitor-at 2026 --page b`, env);
    assert.equal(wrong.code, 1);
    assert.match(
      wrong.err,
      /from-time: The from time "9" is not a time of day; .*\nvisitor-at: "2026" is not .*\npage: The pattern/,
    );
  });
});
