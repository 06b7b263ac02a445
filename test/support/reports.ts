import type { Database } from '../../src/db/open.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { createLog } from '../../src/log.ts';
import { Journal } from '../../src/reports/journal.ts';
import type { SendOptions } from '../../src/reports/send.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import type { Place } from './databases.ts';
import { databaseWithWebsites, foldAll } from './hits.ts';

/** Returns a database with websites of one account, ada@example.com, with reports on since 1970. */
export async function databaseWithReports(place: Place, websites = 1): Promise<Database> {
  const database = await databaseWithWebsites(place, websites);
  await database.dialect.run(
    "INSERT INTO account (id, email, password_hash, admin, created_at) VALUES (1, 'ada@example.com', '', 0, 0)",
  );
  await database.dialect.run('UPDATE website SET email = 1');
  return database;
}

/** Folds hits with the clock at `now`. */
export function foldAt(database: Database, place: Place, now: number, hits: readonly Hit[]): Promise<void> {
  return foldAll(database, place, [hits], { now: () => now });
}

/** Returns the options for sending, with their own clock. */
export function sendOptions(
  database: Database,
  place: Pick<Place, 'dataDir'>,
  smtpUrl: string,
  now: () => number,
): SendOptions {
  const reading = openReading(database);
  return {
    database,
    stats: () => createStatsLoader(reading),
    route: { smtpUrl, mailFrom: 'Footfall <stats@example.com>' },
    journal: new Journal(place.dataDir),
    baseUrl: 'https://stats.example.com',
    now,
    signal: new AbortController().signal,
    log: createLog('silent'),
  };
}
