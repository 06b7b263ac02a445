import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skipWithoutBrowser } from './browser.ts';
import { type MariaDbServer, SHARED_SERVER, startMariaDb } from './mariadb.ts';
import { mariadb, missing, nginx } from './programs.ts';

let server: MariaDbServer | undefined;

/** Files of the tests lie in memory where there is room for them: none of them is about what a disk keeps. */
const MEMORY = '/dev/shm';
const ROOM = 4 * 2 ** 30;

/** Runs once before all test files of `npm test`: one MariaDB for the whole run. */
export async function globalSetup(): Promise<void> {
  // Outlives the run, and so must not lie in memory.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'footfall-compile-cache');
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  if (room >= ROOM) process.env.TMPDIR ??= MEMORY;
  const leftOut = [missing(mariadb), missing(nginx), skipWithoutBrowser].filter(reason => reason !== false);
  for (const reason of leftOut) console.log(`Left out: ${reason}`);
  if (mariadb.path === null || process.env[SHARED_SERVER]) return;
  server = await startMariaDb();
  process.env[SHARED_SERVER] = server.url;
}

/** Runs once after them. */
export async function globalTeardown(): Promise<void> {
  await server?.stop();
}
