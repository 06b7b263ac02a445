import { skipWithoutBrowser } from './browser.ts';
import { type MariaDbServer, SHARED_SERVER, startMariaDb } from './mariadb.ts';
import { mariadb, missing, nginx } from './programs.ts';

let server: MariaDbServer | undefined;

/** Runs once before all test files of `npm test`: one MariaDB for the whole run. */
export async function globalSetup(): Promise<void> {
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
