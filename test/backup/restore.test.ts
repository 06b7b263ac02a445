import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, it } from 'vitest';
import { backUp } from '../../src/backup/backup.ts';
import { checkBackup } from '../../src/backup/check.ts';
import { restore } from '../../src/backup/restore.ts';
import type { Dialect } from '../../src/db/dialect.ts';
import { isMigrated, migrate } from '../../src/db/migrate.ts';
import { migrations } from '../../src/db/migrations/all.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { encodeHit } from '../../src/domain/stored-hit.ts';
import { createFoldWork } from '../../src/fold/work.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldOptions, hitOf } from '../support/hits.ts';

eachDatabase('A restore that was killed', open => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-restore-'));
  const opened: Database[] = [];
  afterAll(async () => {
    await Promise.all(opened.map(database => database.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  async function empty(): Promise<Dialect> {
    return openAgain((await open()).url);
  }

  async function use(opening: Database | Promise<Database>): Promise<Database> {
    const database = await opening;
    opened.push(database);
    return database;
  }

  function openAgain(url: string): Dialect {
    const database = openDatabase(url);
    opened.push(database);
    return database.dialect;
  }

  /** Restores until a statement matches `text`: it and all later ones fail, as in a process that is killed there. */
  async function restoreKilledAt(url: string, text: RegExp, path: string): Promise<void> {
    let isDead = false;
    const dying = openDatabase(url, {
      onStatement(sql) {
        isDead ||= text.test(sql);
        if (isDead) throw new Error('killed here');
      },
    });
    try {
      const backup = await checkBackup(path);
      await assert.rejects(restore(dying.dialect, backup), /killed here/, String(text));
    } finally {
      await dying.close().catch(() => undefined);
    }
  }

  /** Returns a backup of a release that knew `known` migrations, with one sum in it. */
  async function backupOf(name: string, known: number, pageviews: number): Promise<string> {
    const dialect = await empty();
    await migrate(dialect, migrations.slice(0, known));
    await dialect.run(`INSERT INTO account (email, password_hash, created_at) VALUES ('${name}@b.example', 'x', 0)`);
    await dialect.run(
      `INSERT INTO rollup_day (website_id, name, day, value_id, pageviews, visitors, visits, bounces, seconds, events) VALUES (1, 1, 1, 0, ${pageviews}, 4, 3, 0, 1, 0)`,
    );
    const path = join(folder, `${dialect.name}-${name}.gz`);
    await backUp(dialect, path);
    return path;
  }

  it('starts over with the same backup or an older one, and nothing of the first is left', async () => {
    const monday = await backupOf('monday', 8, 111);
    const tuesday = await backupOf('tuesday', 9, 222);
    for (const text of [
      /CREATE TABLE IF NOT EXISTS goal/,
      /INSERT INTO rollup_day/,
      /ADD COLUMN privacy_since/,
      /rollup_day_anew|ALTER TABLE rollup_day/,
      /DELETE FROM .setting. WHERE .name. = /,
    ])
      for (const [path, email, pageviews] of [
        [monday, 'monday@b.example', 111],
        [tuesday, 'tuesday@b.example', 222],
      ] as const) {
        const { url } = await open();
        await restoreKilledAt(url, text, tuesday);
        const dialect = openAgain(url);
        await assert.rejects(migrate(dialect), /holds part of the backup/);
        await restoreKilledAt(url, /DROP TABLE website_fold/, path);
        await assert.rejects(migrate(dialect), /holds part of the backup/);
        assert.deepEqual((await restore(dialect, await checkBackup(path))).unknown, []);
        assert.ok(await isMigrated(dialect));
        assert.deepEqual(await dialect.all('SELECT email FROM account'), [{ email }]);
        assert.deepEqual(await dialect.all('SELECT pageviews, events FROM rollup_day'), [{ pageviews, events: null }]);
      }
  });

  it('gives no number of a website that was registered since to another, and sets hits of that website aside', async () => {
    const place = await open();
    const { dialect } = await use(databaseWithWebsites(place, 2));
    await dialect.run('DELETE FROM website WHERE id = 2');
    const path = join(folder, `${dialect.name}-before.gz`);
    await backUp(dialect, path);
    const { url } = await open();
    let last = 10_002;
    for (const file of [path, join(folder, `${dialect.name}-again.gz`)]) {
      const target = file === path ? url : (await open()).url;
      const restored = await use(openDatabase(target));
      await restore(restored.dialect, await checkBackup(file));
      await restored.dialect.run(
        "INSERT INTO website (account_id, domain, privacy, email, exclude_bots, honor_gpc, timezone, created_at, updated_at) VALUES (1, 'new.example', 1, 0, 1, 0, 'UTC', 0, 0)",
      );
      const [made] = await restored.dialect.all<{ id: number }>("SELECT id FROM website WHERE domain = 'new.example'");
      assert.ok((made?.id ?? 0) > last, `${made?.id} is beyond ${last}`);
      last = (made?.id ?? 0) + 10_000;
      const hits = [2, 3, 9_999, 10_002].map((website, time) => encodeHit(hitOf({ website, time })));
      const batch = { first: 1, hits: hits.length, body: hits.join(',') };
      await createFoldWork(restored, foldOptions())(file === path ? 'first' : 'second', [batch]);
      const aside = await restored.dialect.all<{ id: number }>('SELECT website_id AS id FROM bad_hit ORDER BY id');
      assert.deepEqual(
        aside.map(({ id }) => id),
        [3, 9_999, 10_002],
      );
      await restored.dialect.run('DELETE FROM bad_hit');
      await restored.dialect.run("DELETE FROM website WHERE domain = 'new.example'");
      if (file === path) await backUp(restored.dialect, join(folder, `${dialect.name}-again.gz`));
    }
  });

  it('reports a table of the backup that was removed from the database', async () => {
    const dialect = await empty();
    await migrate(dialect);
    await dialect.run('DROP TABLE rollup_day');
    const backup = await checkBackup(await backupOf('whole', migrations.length, 1));
    await assert.rejects(restore(dialect, backup), /lacks tables of the backup: rollup_day\./);
  });
});
