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
import { eachDatabase } from '../support/databases.ts';

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

  it('reports a table of the backup that was removed from the database', async () => {
    const dialect = await empty();
    await migrate(dialect);
    await dialect.run('DROP TABLE rollup_day');
    const backup = await checkBackup(await backupOf('whole', migrations.length, 1));
    await assert.rejects(restore(dialect, backup), /lacks tables of the backup: rollup_day\./);
  });
});
