import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { describe, it } from 'vitest';
import { startMariaDb } from './mariadb.ts';
import { mariadb, missing } from './programs.ts';

describe.skipIf(missing(mariadb))('the MariaDB of the tests', () => {
  it('keeps committed rows across kill and start when it is durable', async () => {
    const server = await startMariaDb({ durable: true });
    try {
      const before = await createConnection(server.url);
      before.on('error', () => undefined);
      await before.query('CREATE DATABASE kept');
      await before.query('CREATE TABLE kept.row (id INT PRIMARY KEY)');
      await before.query('INSERT INTO kept.row VALUES (7)');
      await server.kill();
      await assert.rejects(createConnection(server.url), { code: 'ECONNREFUSED' });
      await server.start();
      const after = await createConnection(server.url);
      const [rows] = await after.query('SELECT id FROM kept.row');
      await after.end();
      assert.deepEqual(rows, [{ id: 7 }]);
    } finally {
      await server.stop();
    }
  });

  it('does not outlive a killed test process', async () => {
    const program = `const { startMariaDb } = await import('${new URL('./mariadb.ts', import.meta.url)}');
      const server = await startMariaDb(); console.log(server.pid()); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = (await once(child.stdout, 'data')) as [Buffer];
    assert.ok(isRunning(Number(pid)));
    child.kill('SIGKILL');
    while (isRunning(Number(pid))) await sleep(50);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
