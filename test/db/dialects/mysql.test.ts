import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it } from 'vitest';
import type { Dialect } from '../../../src/db/dialect.ts';
import { mysqlCatalog } from '../../../src/db/dialects/mysql-catalog.ts';
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

describe('The versions of servers that are supported', () => {
  it('begin with MariaDB 10.6 and MySQL 8.0.19', async () => {
    const isSupported = async (version: string) => {
      const executor = { all: async () => [{ version }] as never[], run: async () => 0, write: async () => undefined };
      return (await mysqlCatalog.facts(executor)).isSupported;
    };
    const versions = ['10.6.0-MariaDB', '10.11.14-MariaDB-0+deb12u2', '11.4.2-MariaDB', '8.0.19', '8.4.0', '9.1.0'];
    for (const version of versions) assert.equal(await isSupported(version), true, version);
    for (const version of ['10.5.27-MariaDB', '8.0.18-log', '5.7.44'])
      assert.equal(await isSupported(version), false, version);
  });
});

async function isConnected(dialect: Dialect, id: number): Promise<boolean> {
  const rows = await dialect.all('SELECT id FROM information_schema.processlist WHERE id = ?', [id]);
  return rows.length > 0;
}
