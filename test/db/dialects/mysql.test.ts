import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it } from 'vitest';
import type { Dialect } from '../../../src/db/dialect.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { startMariaDb } from '../../support/mariadb.ts';
import { mariadb, missing } from '../../support/programs.ts';

describe.skipIf(missing(mariadb))('A lock on a server', () => {
  it('is held as long as the work takes, even if the server closes idle connections early', async () => {
    const server = await startMariaDb();
    const [holder, idler, watcher] = [1, 2, 3].map(() => openDatabase(`${server.url}mysql`));
    try {
      const { dialect } = watcher ?? assert.fail();
      await dialect.run('SET GLOBAL wait_timeout = 1');
      await holder?.dialect.exclusively('migrate', async () => {
        const [idle] = (await idler?.dialect.all<{ id: number }>('SELECT CONNECTION_ID() AS id')) ?? [];
        while (await isConnected(dialect, idle?.id ?? 0)) await sleep(100);
        const [lock] = await dialect.all<{ holder: number | null }>("SELECT IS_USED_LOCK('migrate:mysql') AS holder");
        assert.notEqual(lock?.holder, null, 'a connection that became idle later is already closed');
      });
    } finally {
      for (const database of [holder, idler, watcher]) await database?.close();
      await server.stop();
    }
  });
});

async function isConnected(dialect: Dialect, id: number): Promise<boolean> {
  const rows = await dialect.all('SELECT id FROM information_schema.processlist WHERE id = ?', [id]);
  return rows.length > 0;
}
