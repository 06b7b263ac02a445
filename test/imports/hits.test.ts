import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { readUndos, removeUndo, writeUndo } from '../../src/db/rollups/import-undo.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { packWebsite } from '../../src/fold/pack.ts';
import { verify } from '../../src/fold/verify.ts';
import { beginUndo } from '../../src/imports/imports.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import { generateHits } from '../support/import-files.ts';
import { dump, Importing, NOW, runKilled } from '../support/imports.ts';

eachDatabase('An import of hits', open => {
  let place: Place;
  let database: Database;
  let importing: Importing;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place);
    importing = new Importing(database, place);
  });
  afterAll(() => database.close());

  const { ndjson, truth } = generateHits(7);
  const until = dayNumber('2026-03-01');

  async function summary(filter: { name: 'page'; operator: 'IS'; values: string[] } | null = null) {
    const loader = createStatsLoader(openReading(database));
    const range = { website: 1, from: dayNumber('2026-01-01'), to: dayNumber('2026-03-10') };
    const { figures } = await loader.summary({ ...range, timezone: 'UTC', filter, compare: null });
    return Object.fromEntries(Object.entries(figures).map(([name, { value }]) => [name, value]));
  }

  it('counts them like any other, and an undo takes them out again while hits arrive', async () => {
    // Own hits on the days of the import, so that they share rows of rollups, and between its visitors.
    const time = Date.parse('2026-01-12T09:00:00Z');
    const visitors = [...'012456789bcdef'].map(digit => digit.repeat(16));
    const own = [
      ...visitors.map(visitor => hitOf({ time, visitor, values: { page: '/page/1' } })),
      hitOf({ time: NOW }),
    ];
    await foldAll(database, place, [own]);
    const before = await dump(database);
    const done = await importing.import({ files: { 'hits.ndjson': ndjson }, until });
    assert.deepEqual([done.state, done.error, done.kind], ['done', null, 'hits']);
    const now = await summary();
    for (const name of ['pageviews', 'visitors', 'visits', 'events'] as const)
      assert.equal(now[name], truth.totals[name] + (name === 'events' ? 0 : own.length), name);
    const page = '/page/1';
    assert.equal((await summary({ name: 'page', operator: 'IS', values: [page] })).visits === 0, false);
    assert.deepEqual((await verify(database, 1)).differences, []);
    await packWebsite(database, 1);

    await beginUndo(database, done.id);
    // A hit arrives in the middle, on a day of the import.
    const more = hitOf({ time: time + 60_000, visitor: '00000000000000bb', values: { page: '/page/2' } });
    let isSent = false;
    const stepped = async () => {
      if (isSent) return;
      isSent = true;
      await foldAll(database, place, [[more]]);
    };
    // In small steps, so that days and the hits of visitors are divided.
    assert.equal((await importing.run(done.id, { stepped, mostRows: 3 })).state, 'undone');
    assert.deepEqual((await verify(database, 1)).differences, []);
    assert.equal((await summary()).pageviews, own.length + 1);

    const other = await databaseOf([...own, more]);
    assert.deepEqual(await dump(database), await dump(other));
    await other.close();
    assert.equal(before.length > 0, true);
  });

  it('counts values beyond the limit of a day as (other), and says so in its report', async () => {
    const hits = Array.from({ length: 40 }, (_, at) => ({
      page: `https://site-1.example/many/${at % 20}`,
      time: new Date(Date.UTC(2026, 0, 5, 8, 0, at)).toISOString(),
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      ip: '203.0.113.9',
    }));
    const files = { 'many.ndjson': hits.map(hit => JSON.stringify(hit)).join('\n') };
    const id = await importing.add({ files, until });
    const done = await importing.run(id, { maxNewValues: 6 });
    assert.deepEqual([done.error, done.state], [null, 'done']);
    const page = done.report.find(({ name }) => name === 'page');
    assert.deepEqual(page, { name: 'page', file: { sum: 40, values: 20 }, ours: { sum: 40, values: 7 } });
    const reason = 'A day has more new values than MAX_NEW_VALUES allows, and the rest count as (other): page.';
    assert.deepEqual(done.badRows, [{ file: 'many.ndjson', line: 0, reason }]);
    assert.deepEqual((await verify(database, 1)).differences, []);
    await beginUndo(database, id);
    await importing.run(id);
  });

  it('counts values that were beyond the limit of a day when they come again, besides (other)', async () => {
    const hits = Array.from({ length: 200 }, (_, at) => ({
      page: `https://site-1.example/again/${at % 20}`,
      time: new Date(Date.UTC(2026, 0, 5 + Math.floor(at / 20), 8, 0, at)).toISOString(),
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      ip: '203.0.113.9',
    }));
    const id = await importing.add({
      files: { 'again.ndjson': hits.map(hit => JSON.stringify(hit)).join('\n') },
      until,
    });
    const done = await importing.run(id, { maxNewValues: 6 });
    assert.deepEqual([done.error, done.state], [null, 'done']);
    const page = done.report.find(({ name }) => name === 'page');
    assert.deepEqual(page, { name: 'page', file: { sum: 200, values: 20 }, ours: { sum: 200, values: 21 } });
    await beginUndo(database, id);
    await importing.run(id);
  });

  async function databaseOf(hits: Parameters<typeof foldAll>[2][number]): Promise<Database> {
    const otherPlace = await open();
    const other = await databaseWithWebsites(otherPlace);
    await foldAll(other, otherPlace, [hits.slice(0, 2), hits.slice(2)]);
    return other;
  }

  it('is the same after it was killed at every step, in both directions', async () => {
    const before = await dump(database);
    const own = await summary();
    const id = await importing.add({ files: { 'hits.ndjson': ndjson }, until });
    await runKilled(importing, id);
    const done = await importing.find(id);
    assert.deepEqual([done.state, done.error], ['done', null]);
    const now = await summary();
    for (const name of ['pageviews', 'visitors', 'visits', 'events'] as const)
      assert.equal(now[name], truth.totals[name] + Number(own[name]), name);
    await beginUndo(database, id);
    await runKilled(importing, id);
    assert.equal((await importing.find(id)).state, 'undone');
    assert.deepEqual(await dump(database), before);
  });

  it('is undone in steps of so many batches and bytes, but never of none', async () => {
    const { dialect } = database;
    for (const [no, bytes] of [10, 40, 30, 20].entries()) await writeUndo(dialect, 1, 900, no, Buffer.alloc(bytes, no));
    const read = async (batches: number, bytes: number) => {
      const found = await readUndos(dialect, 1, 900, { batches, bytes });
      return found.map(({ no, body }) => [no, body.length, body[0]]);
    };
    const all = [
      [3, 20, 3],
      [2, 30, 2],
      [1, 40, 1],
      [0, 10, 0],
    ];
    assert.deepEqual(await read(9, 100), all);
    assert.deepEqual(await read(9, 99), all.slice(0, 3));
    assert.deepEqual(await read(9, 50), all.slice(0, 2));
    assert.deepEqual(await read(1, 50), all.slice(0, 1));
    assert.deepEqual(await read(9, 1), all.slice(0, 1));
    await removeUndo(dialect, 1, 900, 0);
    assert.deepEqual(await read(9, 100), []);
  });

  it('undoes hits that retention has removed, or never stored', async () => {
    const before = await dump(database);
    const id = await importing.add({ files: { 'hits.ndjson': ndjson }, until });
    await importing.run(id, { retentionDays: 57 });
    assert.equal((await importing.find(id)).state, 'done');
    await database.dialect.run('DELETE FROM hit WHERE import_id = ? AND day < ?', [id, dayNumber('2026-01-14')]);
    await beginUndo(database, id);
    await importing.run(id);
    assert.deepEqual(await dump(database), before);
  });

  it('ends before the first own hit, and counts each row of overlapping files once', async () => {
    const { pageviews } = await summary();
    const lines = ndjson.trimEnd().split('\n');
    const half = Math.floor(lines.length / 2);
    const first = await importing.import({ files: { 'a.ndjson': lines.slice(0, half + 20).join('\n') }, until });
    const second = await importing.import({ files: { 'b.ndjson': lines.slice(half - 20).join('\n') }, until });
    assert.equal(first.counted + second.counted, lines.length);
    assert.equal(second.leftOutFor.repeated, 40);
    const own = await importing.import({ files: { 'c.ndjson': lines.join('\n') } });
    assert.equal(own.to === null || own.to < '2026-01-12', true);
    for (const id of [own.id, second.id, first.id]) {
      await beginUndo(database, id);
      await importing.run(id);
    }
    assert.equal((await summary()).pageviews, pageviews);
    assert.deepEqual((await verify(database, 1)).differences, []);
  });

  it('keeps out countries that the website excludes, as the file names them', async () => {
    const exclude = (countries: string) =>
      database.dialect.run('UPDATE website SET exclude_countries = ? WHERE id = 1', [countries]);
    const head = 'session_id,event_id,url_path,event_type,country,created_at';
    const rows = ['DE', 'FR', ''].map((code, at) => `s${at},e${at},/a,1,${code},2025-01-01 10:00:00`);
    await exclude('DE');
    const dry = await importing.import({ files: { 'website_event.csv': [head, ...rows].join('\n') }, dryRun: true });
    assert.deepEqual([dry.error, dry.counted, dry.leftOutFor], [null, 2, { excluded_country: 1 }]);
    await exclude('');
  });
});
