import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Op } from 'sequelize';
import { afterAll, beforeAll, it } from 'vitest';
import { ImportProgress } from '../../src/cli/import-progress.ts';
import type { Database } from '../../src/db/open.ts';
import type { Import } from '../../src/imports/imports.ts';
import { AGENT } from '../support/access-log.ts';
import { footfall, startFootfall } from '../support/command-line.ts';
import { onSqlite } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { generateSums } from '../support/import-files.ts';
import { Importing, Killed } from '../support/imports.ts';
import { until } from '../support/until.ts';

onSqlite('footfall import --website', open => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-history-'));
  const { csv, truth } = generateSums(6, { days: 8, pages: 3 });
  const path = join(folder, 'sums.csv');
  let env: Record<string, string>;
  beforeAll(async () => {
    const place = await open();
    await (await databaseWithWebsites(place)).close();
    env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    writeFileSync(path, csv);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes a file with so many rows that no machine counts them before something else can happen. */
  function writeLong(): string {
    const long = join(folder, 'long.csv');
    writeFileSync(long, generateSums(7, { first: '2014-01-01', days: 4_000, pages: 40 }).csv);
    return long;
  }

  /** Returns an import that a process is working on. */
  const held = (database: Database) => database.imports.findOne({ where: { holder: { [Op.ne]: null } }, raw: true });

  const run = async (...words: string[]) => {
    const { code, out, err } = await footfall(['import', ...words], env);
    return { code, out, err, last: () => JSON.parse(out.trim().split('\n').at(-1) ?? '') };
  };

  it('says what it would do, does it, lists it, and takes it out again', async () => {
    const dry = await run('--website', 'site-1.example', '--dry-run', path);
    assert.equal(dry.code, 0, dry.err);
    assert.match(dry.out, /a dry run; nothing was counted/);
    const done = (await run('--website', 'site-1.example', path, '--json')).last();
    assert.deepEqual([done.state, done.source, done.version, done.dry_run], ['done', 'csv', '1', 0]);
    assert.deepEqual(done.report[0], { name: 'pageviews', file: truth.totals.pageviews, ours: truth.totals.pageviews });
    const list = (await run('list', '--website', 'site-1.example', '--json')).last();
    assert.deepEqual(
      list.map(({ state }: { state: string }) => state),
      ['done', 'done'],
    );
    const more = join(folder, 'more.csv');
    writeFileSync(more, `${csv}2025-12-31,page,/new,3,,,,,\n`);
    const second = (await run('--website', 'site-1.example', more, '--json')).last();
    assert.equal(second.counted, 1);
    const note = `Import ${second.id} (more.csv) left out rows because this import has them; to keep these rows without it, undo import ${second.id} as well, and import its files again.`;
    const notes = (await run('list', '--website', 'site-1.example', '--json')).last();
    assert.deepEqual(
      notes.map(({ undo_note }: { undo_note: string | null }) => undo_note),
      [null, note, null],
    );
    const undone = await run('undo', String(done.id));
    assert.equal(undone.out, `Import ${done.id} (csv) is undone; none of its rows counts any more.\n${note}\n`);
    assert.equal((await run('undo', String(done.id - 1))).out, `The dry run ${done.id - 1} is discarded.\n`);
    const again = await run('undo', String(list[1].id + 100));
    assert.equal(again.code, 1);
    assert.match(again.err, /There is no import \d+; "import list --website" lists those of a website\./);
  });

  it('takes a website by its id as by its domain, and says which it does not find', async () => {
    const dry = await run('--website', '1', '--dry-run', path);
    assert.equal(dry.code, 0, dry.err);
    const byId = (await run('list', '--website', '1', '--json')).last();
    assert.ok(byId.length > 0);
    assert.deepEqual(byId, (await run('list', '--website', 'site-1.example', '--json')).last());
    for (const words of [[path], ['--follow', path], ['list']]) {
      const [command = '', ...rest] = words;
      const { code, err } = await run(command, ...rest, '--website', 'nowhere.example', '--json');
      assert.equal(code, 1);
      const { error } = JSON.parse(err.trim().split('\n').at(-1) ?? '');
      assert.equal(error.code, 'NOT_FOUND');
      assert.equal(error.message, 'There is no website "nowhere.example"; "website list" shows all websites.');
    }
  });

  it('says why rows are left out', async () => {
    const hit = { time: '2026-01-10T10:00:00Z', page: 'https://site-1.example/', ip: '203.0.113.1', user_agent: AGENT };
    const hits = join(folder, 'hits.ndjson');
    writeFileSync(hits, [1, 1, 2].map(id => `${JSON.stringify({ ...hit, id: String(id) })}\n`).join(''));
    const { out } = await run('--website', 'site-1.example', '--dry-run', hits);
    assert.match(out, /^2 of 3 rows, .*\nLeft out: 1 duplicate\. Another row before has the same id\.\n/m);
    const until = await run('--website', 'site-1.example', '--dry-run', '--until', '2026-01-09', hits);
    assert.match(
      until.out,
      /\nLeft out: 3 counted_here\. .*\nThe import ends on 2026-01-09; name another last day with --until\.\n/,
    );
  });

  it('goes on with an import that was interrupted, and first with another one that holds it up', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    const importing = new Importing(database, place);
    const run = (path: string) =>
      footfall(['import', '--website', 'site-1.example', path], { DATABASE_URL: place.url, DATA_DIR: place.dataDir });
    const interrupted = async (content: string) => {
      const id = await importing.add({ files: { 'left.csv': content } });
      const stepped = (step: string) => {
        if (step === 'begin to run') throw new Killed();
      };
      await assert.rejects(importing.run(id, { stepped }), Killed);
      await database.dialect.run('UPDATE import SET held_until = 0');
      assert.equal((await importing.find(id)).state, 'running');
      return id;
    };

    const first = await interrupted(csv);
    const more = join(folder, 'later.csv');
    writeFileSync(more, `${csv}2025-12-31,page,/new,3,,,,,\n`);
    const other = await run(more);
    assert.equal(other.code, 0, other.err);
    assert.match(other.err, new RegExp(`Import ${first} of this website was interrupted`));
    const { state, counted } = await importing.find(first);
    assert.deepEqual([state, counted > 0], ['done', true]);
    assert.deepEqual((await importing.find(first + 1)).counted, 1);

    const second = await interrupted(`${csv}2025-12-30,page,/new,3,,,,,\n`);
    const again = await run(join(place.dataDir, 'files-1', 'left.csv'));
    assert.equal(again.code, 0, again.err);
    assert.match(again.err, new RegExp(`Import ${second} of these files was interrupted`));
    assert.match(again.out, new RegExp(`^Import ${second} \\(csv\\) is done\\.`));
    await assert.rejects(importing.find(second + 1));
    await database.close();
  });

  it('ends when the website is deleted meanwhile', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    const own = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    const running = footfall(['import', '--website', 'site-1.example', writeLong()], own);
    await until(async () => (await held(database)) !== null, 'the import has begun');
    await database.dialect.run('DELETE FROM website WHERE id = 1');
    const { code, err } = await running;
    assert.equal(code, 1);
    assert.match(err, /deleted/);
    await database.close();
  });

  it('says after a signal how it continues, and does so', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    const own = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    const words = ['import', '--website', 'site-1.example', writeLong(), '--json'];
    const child = startFootfall(words, own);
    let err = '';
    child.stderr.on('data', part => {
      err += part;
    });
    await until(async () => (await held(database)) !== null, 'the import has begun');
    const { id = 0 } = (await held(database)) ?? {};
    await database.close();
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    assert.equal(code, 1);
    assert.equal(
      err.trim(),
      `Import ${id} was stopped. Repeat the command to continue it, unless the service runs, which does so.`,
    );
    const again = JSON.parse((await footfall(words, own)).out.trim().split('\n').at(-1) ?? '');
    assert.deepEqual([again.id, again.state], [id, 'done']);
  });

  it('tells the rows, the rate and the time that is left', () => {
    const telling = new ImportProgress();
    const tell = (state: string, rows: number, progress: number, at: number) =>
      telling.tell({ state, kind: 'hits', rows, progress } as Import, at);
    assert.equal(tell('waiting', 0, 0, 0), 'waiting');
    assert.equal(tell('reading', 0, 0, 100), 'reading, 0 %, 0 rows');
    assert.equal(tell('reading', 80_000, 0.2, 2_100), 'reading, 20 %, 80,000 rows, 40,000 rows/s, 8 s left');
    assert.equal(tell('running', 100_000, 0.25, 3_000), 'running, 25 %, 0 rows');
    assert.equal(tell('running', 100_000, 0.43, 8_000), 'running, 43 %, 25,000 rows, 5,000 rows/s, 16 s left');
    assert.equal(tell('checking', 100_000, 0.98, 9_000), 'checking');
  });
});
