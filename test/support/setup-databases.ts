import { SHARED_SERVER, startMariaDb } from './mariadb.ts';
import { mariadb, missing } from './programs.ts';

/** Runs once before the files of the project `databases`: starts one MariaDB for all of them and returns what stops it. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const reason = missing(mariadb);
  if (reason) console.log(`Left out: ${reason}`);
  if (reason || process.env[SHARED_SERVER]) return undefined;
  const server = await startMariaDb();
  process.env[SHARED_SERVER] = server.url;
  return () => server.stop();
}
