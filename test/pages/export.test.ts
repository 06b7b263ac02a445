import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, it } from 'vitest';
import type { Viewer } from '../../src/accounts/viewer.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { isCountedFiltered } from '../../src/domain/filter.ts';
import { columnName, metricsIn } from '../../src/domain/metrics.ts';
import { STATISTICS } from '../../src/domain/statistics.ts';
import { createContext } from '../../src/graphql/context.ts';
import { exportRows } from '../../src/graphql/export.ts';
import type { Caller } from '../../src/http/caller.ts';
import { createRateLimit } from '../../src/http/rate-limit.ts';
import { createLog } from '../../src/log.ts';
import { createExport } from '../../src/pages/export.ts';
import { createRest } from '../../src/rest/router.ts';
import { createApp } from '../../src/service/answers.ts';
import { openReading } from '../../src/stats/loader.ts';
import { changedDialect } from '../support/changed-dialect.ts';
import { eachDatabase, onSqlite } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import { unzip } from '../support/zip.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const DAYS = 'from=2026-03-10&to=2026-03-10';
const viewer: Viewer = {
  account: { id: 1, email: 'ada@example.com', admin: true, createdAt: 0 },
  scope: 'READ',
  via: { kind: 'key', id: 1 },
};
const caller: Caller = {
  viewer,
  viewerNow: async () => viewer,
  address: '',
  requestId: 'a-request',
  unlocked: () => false,
};

/** Serves REST and the exports as the gateway mounts them, for account 1. */
async function serve(database: Database) {
  const reading = openReading(database);
  const contextOf = async () => createContext(reading, caller);
  const logged: { msg: string; requestId: string; path: string }[] = [];
  const log = createLog('info', { write: line => void logged.push(JSON.parse(line)) });
  const rest = createRest({
    baseUrl: 'https://stats.example.com',
    rateLimit: createRateLimit(1e9),
    log,
    contextOf,
    addressOf: () => '',
  });
  const server = createServer(createApp({ rest, pages: createExport({ contextOf, now: Date.now }), log }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, logged, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

eachDatabase('a statistic as a file', open => {
  const servers: Server[] = [];
  let database: Database;
  beforeAll(async () => {
    const place = await open();
    database = await databaseWithWebsites(place);
    // The values of the first page have two hits each, so that the second page takes another read.
    const hits = Array.from({ length: 250 }, (__, at) =>
      hitOf({ time: NOON + at, values: { page: `/${at % 150}`, country: 'DE:Germany' } }),
    );
    await foldAll(database, place, [hits]);
  });
  afterAll(async () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    await database.close();
  });
  const started = async (at: Database) => {
    const served = await serve(at);
    servers.push(served.server);
    return served;
  };

  it('has all rows, in CSV and in JSON', async () => {
    const { origin } = await started(database);
    const csv = await fetch(`${origin}/site-1.example/export/page.csv?${DAYS}`);
    const name = 'attachment; filename="site-1.example-page-2026-03-10-2026-03-10.csv"';
    assert.equal(csv.headers.get('content-disposition'), name);
    const lines = (await csv.text()).split('\r\n');
    const more = metricsIn('rows').slice(6);
    const heads = more.map(({ name: metric }) => `,${columnName(metric)}`).join('');
    assert.equal(
      lines[0],
      `value,label,count,share,visitors,visits,pageviews,events,bounce_rate,visit_duration${heads},exit_rate,time_on_page,scroll_depth`,
    );
    assert.equal(lines[1], `/0,/0,2,0.008,,,2,,,${more.map(() => ',').join('')},0,,`);
    assert.equal(lines.length, 1 + 150 + 1);
    const json = await fetch(`${origin}/site-1.example/export/page.json?${DAYS}&search=${encodeURIComponent('/14')}`);
    const rows = (await json.json()) as { value: string; share: number; bounceRate: number | null }[];
    assert.equal(rows[0]?.share, 0.008);
    assert.deepEqual(rows.map(({ value }) => value).sort(), [
      '/14',
      ...Array.from({ length: 10 }, (__, at) => `/14${at}`),
    ]);
    assert.equal(rows[0]?.bounceRate, null);
    const sorted = async (sort: string) => {
      const answer = await fetch(`${origin}/site-1.example/export/page.csv?${DAYS}&sort=${sort}`);
      return (await answer.text())
        .split('\r\n')
        .slice(1, 4)
        .map(line => line.split(',')[0]);
    };
    assert.deepEqual(await sorted('value'), ['/0', '/1', '/10']);
    assert.deepEqual(await sorted('-value'), ['/99', '/98', '/97']);
    assert.equal((await sorted('-count')).includes('/0'), false);
    assert.deepEqual(await sorted('pageviews'), await sorted('count'));
    assert.deepEqual(await sorted('nothing'), await sorted('count'));
    assert.equal(await (await fetch(csv.url, { method: 'HEAD' })).text(), '');
    const marked = await (await fetch(`${csv.url}&bom=1`)).arrayBuffer();
    assert.deepEqual([...Buffer.from(marked).subarray(0, 6)], [0xef, 0xbb, 0xbf, ...Buffer.from('val')]);
  });

  it('has everything that the page shows, as a zip of CSV files, without what a filter cannot count', async () => {
    const { origin } = await started(database);
    const filter = `&filter=${encodeURIComponent('{"name":"COUNTRY","operator":"IS","values":["DE"]}')}`;
    const zip = await fetch(`${origin}/site-1.example/export/all.zip?${DAYS}`);
    assert.equal(zip.headers.get('content-type'), 'application/zip');
    const name = 'attachment; filename="site-1.example-2026-03-10-2026-03-10.zip"';
    assert.equal(zip.headers.get('content-disposition'), name);
    const files = await unzip(Buffer.from(await zip.arrayBuffer()));
    const page = await fetch(`${origin}/site-1.example/export/page.csv?bom=1&${DAYS}`);
    assert.equal(files.get('page.csv'), Buffer.from(await page.arrayBuffer()).toString());
    assert.match(files.get('summary.csv') ?? '', /^\ufeffmetric,value\r\nvisitors,\d+\r\n/);
    assert.match(files.get('summary.csv') ?? '', /\r\npageviews,250\r\n/);
    const parts = [
      ...['summary', 'timeseries', 'heatmap', 'annotations', 'goals', 'funnels', 'journeys', 'returns', 'properties'],
    ].map(part => `${part}.csv`);
    assert.deepEqual([...files.keys()], [...parts, ...STATISTICS.map(one => `${one.name}.csv`)]);
    assert.match(files.get('timeseries.csv') ?? '', /^\ufeffstart,visitors,.*\r\n2026-03-10,/);
    const hourly = await unzip(Buffer.from(await (await fetch(`${zip.url}&interval=HOUR`)).arrayBuffer()));
    assert.equal(hourly.get('timeseries.csv')?.split('\r\n').length, 1 + 24 + 1);
    const filtered = await unzip(Buffer.from(await (await fetch(`${zip.url}${filter}`)).arrayBuffer()));
    const counted = STATISTICS.filter(isCountedFiltered);
    assert.deepEqual([...filtered.keys()], [...parts, ...counted.map(one => `${one.name}.csv`)]);
    assert.equal(await (await fetch(zip.url, { method: 'HEAD' })).text(), '');
    assert.equal((await fetch(`${origin}/unknown.example/export/all.zip?${DAYS}`)).status, 404);
    assert.equal((await fetch(`${origin}/site-1.example/export/all.zip?from=2026-02-30`)).status, 422);
  });

  it('follows the rules of the API, and names the broken one', async () => {
    const { origin } = await started(database);
    const ask = async (file: string, query: string) => {
      const answer = await fetch(`${origin}/site-1.example/export/${file}?${query}`);
      const { message, errors } = (await answer.json()) as { message: string; errors: Record<string, string[]> };
      assert.equal(answer.status, 422);
      assert.equal(message, Object.values(errors)[0]?.[0]);
      return errors;
    };
    const name = await ask('nope.csv', DAYS);
    assert.match(name.name?.[0] ?? '', /^The name "nope" is not a statistic; use one of browser, /);
    const days = await ask('page.csv', 'from=2026-02-30');
    assert.match(days.from?.[0] ?? '', /^The from date "2026-02-30" is not a date/);
    assert.match(days.to?.[0] ?? '', /^The to date is missing/);
    const filter = await ask('page.csv', `${DAYS}&filter=${encodeURIComponent('{"name":"COUNTRY","values":["x"]}')}`);
    assert.deepEqual(Object.keys(filter), ['filter']);
    assert.match((await ask('page.csv', `${DAYS}&filter=x`)).filter?.[0] ?? '', /not valid JSON/);
    assert.equal((await fetch(`${origin}/unknown.example/export/page.csv?${DAYS}`)).status, 404);
  });

  it('that fails midway is cut off, and the error is logged with the request id', async () => {
    let texts = 0;
    const dialect = changedDialect(database.dialect, {
      async all(sql, params) {
        if (/ FROM stat_value/.test(sql) && ++texts === 2) throw new Error('The disk is broken.');
        return database.dialect.all(sql, params);
      },
    });
    for (const path of [`/site-1.example/export/page.csv?${DAYS}`, `/api/v1/stats/1.csv?name=page&${DAYS}`]) {
      texts = 0;
      const { origin, logged } = await started({ ...database, dialect });
      const headers = { 'X-Request-Id': 'broken-off' };
      await assert.rejects(fetch(origin + path, { headers }).then(answer => answer.text()));
      assert.equal(texts, 2);
      const [line, ...others] = logged;
      assert.deepEqual(others, []);
      assert.deepEqual(
        [line?.msg, line?.requestId, line?.path],
        ['A response was cut off.', 'broken-off', path.split('?')[0]],
      );
    }
  });
});

it('a file that is unavailable for now says when to retry', async () => {
  const database = openDatabase('mysql://root@127.0.0.1:1/none');
  const { origin, server } = await serve(database);
  const { status, headers } = await fetch(`${origin}/site-1.example/export/page.csv?${DAYS}`);
  assert.deepEqual([status, headers.get('retry-after')], [503, '5']);
  server.close();
  await database.close();
});

onSqlite('a file of very many rows', open => {
  it('has more than a thousand pages', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    const hits = Array.from({ length: 100_101 }, (_, at) => hitOf({ time: NOON + at, values: { page: `/${at}` } }));
    await foldAll(database, place, [hits], { maxNewValues: 200_000 });
    const context = createContext(openReading(database), caller);
    const asked = { domain: 'site-1.example', name: 'PAGE', from: '2026-03-10', to: '2026-03-10' } as const;
    const plain = { search: null, sort: null, filter: null, key: null, event: null, money: false };
    let rows = 0;
    for await (const page of exportRows(context, { ...asked, ...plain })) rows += page.length;
    assert.equal(rows, 100_101);
    await database.close();
  });
});
