import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, it } from 'vitest';
import { backUp } from '../../src/db/backup.ts';
import type { Dialect, Executor } from '../../src/db/dialect.ts';
import { isMigrated, migrate } from '../../src/db/migrate.ts';
import { migrations } from '../../src/db/migrations/all.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { checkBackup, restore } from '../../src/db/restore.ts';
import { eachDatabase } from '../support/databases.ts';

/** A database of which every statement like `text`, and all after it, fails: what a killed process leaves. */
function killedAt(dialect: Dialect, text: RegExp): Dialect {
  let isDead = false;
  const dying = <T extends Executor>(executor: T): T => ({
    ...executor,
    all: executor.all.bind(executor),
    run(sql, params) {
      isDead ||= text.test(sql);
      return isDead ? Promise.reject(new Error('killed here')) : executor.run(sql, params);
    },
  });
  return {
    ...dialect,
    run: dying(dialect).run,
    transaction: work => dialect.transaction(tx => work({ ...tx, ...dying(tx) })),
  };
}

eachDatabase('A restore that was killed', open => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-restore-'));
  const opened: Database[] = [];
  afterAll(async () => {
    await Promise.all(opened.map(database => database.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  async function empty(): Promise<Dialect> {
    const database = openDatabase((await open()).url);
    opened.push(database);
    return database.dialect;
  }

  /** A backup of a release that knew so many migrations, with one sum in it. */
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

  it('is begun anew with the same backup or an older one, and nothing of the first is left', async () => {
    const monday = await backupOf('monday', 8, 111);
    const tuesday = await backupOf('tuesday', 9, 222);
    for (const text of [
      /CREATE TABLE IF NOT EXISTS goal/,
      /INSERT INTO rollup_day/,
      /ADD COLUMN privacy_since/,
      /rollup_day_anew|ALTER TABLE rollup_day/,
      /DELETE FROM setting WHERE name = /,
    ])
      for (const [path, email, pageviews] of [
        [monday, 'monday@b.example', 111],
        [tuesday, 'tuesday@b.example', 222],
      ] as const) {
        const dialect = await empty();
        await assert.rejects(restore(killedAt(dialect, text), await checkBackup(tuesday)), String(text));
        await assert.rejects(migrate(dialect), /holds a part of the backup/);
        await assert.rejects(restore(killedAt(dialect, /DROP TABLE website_fold/), await checkBackup(path)));
        await assert.rejects(migrate(dialect), /holds a part of the backup/);
        assert.deepEqual((await restore(dialect, await checkBackup(path))).unknown, []);
        assert.ok(await isMigrated(dialect));
        assert.deepEqual(await dialect.all('SELECT email FROM account'), [{ email }]);
        assert.deepEqual(await dialect.all('SELECT pageviews, events FROM rollup_day'), [{ pageviews, events: null }]);
      }
  });

  it('misses a table of the backup that somebody has taken away', async () => {
    const dialect = await empty();
    await migrate(dialect);
    await dialect.run('DROP TABLE rollup_day');
    const backup = await checkBackup(await backupOf('whole', migrations.length, 1));
    await assert.rejects(restore(dialect, backup), /lacks tables of the backup: rollup_day\./);
  });
});
