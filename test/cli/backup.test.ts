import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, it } from 'vitest';
import { openDatabase } from '../../src/db/open.ts';
import { encodeHit } from '../../src/domain/stored-hit.ts';
import { backupLines } from '../support/backup-lines.ts';
import { footfall } from '../support/command-line.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { everyNumber } from '../support/every-number.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { hitOf, spoolOf } from '../support/hits.ts';

const environment = ({ url, dataDir }: Place) => ({ DATABASE_URL: url, DATA_DIR: dataDir });

/** Returns `count` hits of many visitors, pages and days, each with its own id. */
function manyHits(first: number, count: number): object[] {
  return Array.from({ length: count }, (_, index) => {
    const n = first + index;
    return {
      id: `hit-${n}`,
      time: new Date(Date.parse('2026-03-01T00:00:00Z') + n * 3_900_000).toISOString(),
      page: `https://${n % 3 === 0 ? 'two' : 'one'}.example/p${n % 17}?utm_campaign=c${n % 5}`,
      referrer: `https://r${n % 7}.example/`,
      ip: `9.9.${n % 11}.9`,
      user_agent: `Mozilla/5.0 (X11; Linux x86_64; rv:${100 + (n % 4)}.0) Gecko/20100101 Firefox/${100 + (n % 4)}.0`,
      language: n % 2 === 0 ? 'de-DE' : 'en',
      screen_resolution: `${800 + (n % 3)}x600`,
      ...(n % 6 === 0 ? { event: { name: 'Grüße 👋', value: n / 4, unit: 'EUR' } } : {}),
    };
  });
}

async function send({ url, key }: TestGateway, hits: readonly object[]): Promise<number> {
  const answer = await fetch(`${url}/api/event/batch`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ hits }),
  });
  return ((await answer.json()) as { accepted: number }).accepted;
}

eachDatabase('footfall backup and restore', (open, engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-backups-'));
  let place: Place;
  let gateway: TestGateway;
  let quiet: string;
  let numbers: string[];
  const acknowledged = { before: 0, all: 0 };
  let busy: { path: string; rows: number; unfolded: number; tables: Record<string, number> };

  beforeAll(async () => {
    place = await open();
    gateway = await startTestGateway(place);
    for (const domain of ['one.example', 'two.example', 'gone.example'])
      await gateway.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain }) });
    await gateway.rest('/websites/3', { method: 'DELETE' });
    acknowledged.all += await send(gateway, manyHits(0, 500));
    acknowledged.before = acknowledged.all;
    const backup = footfall(['backup', '--to', join(folder, 'busy.gz'), '--json'], environment(place));
    let isOver = false;
    const over = backup.finally(() => {
      isOver = true;
    });
    for (let first = 500; !isOver; first += 20) acknowledged.all += await send(gateway, manyHits(first, 20));
    const { code, out, err } = await over;
    assert.equal(code, 0, err);
    busy = JSON.parse(out);
    await gateway.drain();
    quiet = join(folder, 'quiet.gz');
    const second = await footfall(['backup', '--to', quiet], environment(place));
    assert.equal(second.code, 0, second.err);
    assert.match(second.out, /quiet\.gz: \d+ rows, [\d.]+ MB, in [\d.]+ s\.\n$/);
    const database = openDatabase(place.url);
    numbers = await everyNumber(database, [1, 2]);
    await database.close();
  });
  afterAll(async () => {
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Restores into a new database, of either engine, and checks that nothing is missing there. */
  async function restoreTo(target: Place, path: string): Promise<void> {
    const { code, out, err } = await footfall(['restore', path, '--json'], environment(target));
    assert.equal(code, 0, err);
    assert.deepEqual(JSON.parse(out).unknown, []);
    const checked = await footfall('verify --json', environment(target));
    assert.equal(checked.code, 0, checked.err);
    assert.deepEqual(
      JSON.parse(checked.out).map((found: { differences: unknown[] }) => found.differences),
      [[], []],
    );
  }

  async function numbersOf({ url }: Place): Promise<string[]> {
    const database = openDatabase(url);
    try {
      return await everyNumber(database, [1, 2]);
    } finally {
      await database.close();
    }
  }

  it('restores every number on either engine', async () => {
    const same = await open();
    await restoreTo(same, quiet);
    assert.deepEqual(await numbersOf(same), numbers);
    assert.ok(numbers.length > 100, 'there is something to compare');
    if (engine === 'SQLite') return;

    const dataDir = mkdtempSync(join(folder, 'sqlite-'));
    const other = { url: `sqlite:${join(dataDir, 'footfall.db')}`, dataDir };
    await restoreTo(other, quiet);
    assert.deepEqual(await numbersOf(other), numbers);
    const third = await footfall(['backup', '--to', join(folder, 'third.gz')], environment(other));
    assert.equal(third.code, 0, third.err);
    const back = await open();
    await restoreTo(back, join(folder, 'third.gz'));
    assert.deepEqual(await numbersOf(back), numbers);
    // All that a restore adds are the numbers that it skips.
    const linesOf = (path: string) => backupLines(path).filter(line => !line.startsWith('["skipped_websites"'));
    const [first, last] = [quiet, join(folder, 'third.gz')].map(path => linesOf(path).slice(1).sort());
    assert.deepEqual(last, first, 'row by row');
  });

  it('holds all hits acknowledged before it began, and is consistent while hits arrive', async () => {
    const target = await open();
    await restoreTo(target, busy.path);
    assert.equal(busy.unfolded, 0);
    const stored = busy.tables.hit ?? 0;
    assert.ok(stored >= acknowledged.before, `${stored} of ${acknowledged.before}`);
    assert.ok(stored <= acknowledged.all);
    assert.ok(acknowledged.all > acknowledged.before, 'hits arrived meanwhile');
  });

  it('restores a working instance: keys, sign-in, numbers, and ids that were never used', async () => {
    const target = await open();
    await restoreTo(target, quiet);
    const restored = await startTestGateway(target);
    try {
      const { body } = await restored.rest('/websites?sort=asc');
      assert.deepEqual(
        (body as { data: { id: number; domain: string }[] }).data.map(({ id, domain }) => [id, domain]),
        [
          [1, 'one.example'],
          [2, 'two.example'],
        ],
      );
      const form = new URLSearchParams({ email: 'owner@owner.example', password: 'a long password' });
      const signIn = await fetch(`${restored.url}/login`, {
        method: 'POST',
        headers: { Origin: restored.url },
        body: form,
        redirect: 'manual',
      });
      assert.equal(signIn.status, 303);
      await send(restored, manyHits(0, 500));
      await restored.drain();
      assert.deepEqual(await numbersOf(target), numbers, 'repeats of hits in the backup count once');
      const made = await restored.rest('/websites', {
        method: 'POST',
        body: new URLSearchParams({ domain: 'x.example' }),
      });
      assert.ok(
        (made.body as { data: { id: number } }).data.id > 10_003,
        'nothing that was counted for the deleted website, or acknowledged for one registered since, is given to another',
      );
    } finally {
      await restored.stop();
    }
  });

  it('holds no salts or sessions, and only its owner can read it', async () => {
    assert.equal(statSync(quiet).mode & 0o777, 0o600);
    const text = gunzipSync(readFileSync(quiet)).toString();
    const database = openDatabase(place.url);
    const salts = await database.dialect.all<{ salt: Buffer }>('SELECT salt FROM salt');
    await database.close();
    assert.ok(salts.length > 0);
    for (const { salt } of salts) assert.ok(!text.includes(salt.toString('hex')));
    assert.doesNotMatch(text, /"table":"(salt|session)"|unlock_secret/);
    assert.ok(!text.includes(gateway.key));
  });

  it('counts the hits that a killed service left, and keeps as many backups as asked', async () => {
    const target = await open();
    await restoreTo(target, quiet);
    const database = openDatabase(target.url);
    const spool = await spoolOf(database, join(target.dataDir, 'spool'));
    await database.close();
    const left = hitOf({ time: Date.parse('2026-11-01T00:00:00Z'), values: { page: '/left' } });
    await spool.append(encodeHit(left));
    await spool.close();
    const older = ['20250101T000000Z', '20250102T000000Z'].map(time => `footfall-${time}.backup.gz`);
    mkdirSync(join(target.dataDir, 'backups'));
    for (const name of [...older, 'mine.gz']) writeFileSync(join(target.dataDir, 'backups', name), '');
    const killed = `${older[0]}.4711.part`;
    for (const name of [killed, 'video.part', 'mine.gz.12.part']) {
      writeFileSync(join(target.dataDir, 'backups', name), '');
      utimesSync(join(target.dataDir, 'backups', name), 1, 1);
    }
    const { code, out, err } = await footfall('backup --keep 2 --json', environment(target));
    assert.equal(code, 0, err);
    const made = JSON.parse(out);
    assert.deepEqual([made.tables.hit, made.unfolded], [(await tablesOf(quiet)).hit + 1, 0]);
    assert.deepEqual(
      made.removed.map((path: string) => basename(path)),
      [older[0], killed],
    );
    assert.deepEqual(
      readdirSync(join(target.dataDir, 'backups')).sort(),
      [older[1], basename(made.path), 'mine.gz', 'mine.gz.12.part', 'video.part'].sort(),
    );
    assert.deepEqual(readdirSync(join(target.dataDir, 'spool')), []);
  });

  it('refuses paths it cannot write to', async () => {
    const wrong = await footfall(['backup', '--to', join(folder, 'x.gz'), '--keep', '2'], environment(place));
    assert.match(wrong.err, /Old backups are removed only from a directory/);
    const taken = await footfall(['backup', '--to', quiet], environment(place));
    assert.match(taken.err, /quiet\.gz already exists/);
    const nowhere = await footfall(['backup', '--to', join(quiet, 'x.gz')], environment(place));
    assert.deepEqual([wrong.code, taken.code, nowhere.code], [1, 1, 1]);
    const target = await open();
    const empty = await footfall('backup', environment(target));
    assert.equal(empty.code, 1);
    if (engine === 'MariaDB') return assert.match(empty.err, /has no Footfall tables, so there is nothing to back up/);
    assert.match(empty.err, /The database file .*footfall\.db does not exist; correct DATABASE_URL or DATA_DIR/);
    assert.deepEqual(readdirSync(target.dataDir), [], 'nothing is created');
  });
});

async function tablesOf(path: string): Promise<{ hit: number }> {
  const { out } = await footfall(['restore', path, '--check', '--json'], {});
  return JSON.parse(out).tables;
}
