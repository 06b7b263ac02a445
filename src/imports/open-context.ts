import type { Config } from '../config.ts';
import { DatabaseClock } from '../db/clock.ts';
import { type Database, openDatabase } from '../db/open.ts';
import { KnownValues } from '../fold/known-values.ts';
import type { ImportContext } from './context.ts';

/** What work on imports needs of the configuration. */
export type ImportSettings = Pick<
  Config,
  'databaseUrl' | 'dataDir' | 'retentionDays' | 'maxNewValues' | 'importMaxMb' | 'geoDb' | 'spamList'
>;

/** Milliseconds: a month of a large import is summed in one statement. */
const STATEMENT = 120_000;
/** KiB: what it reads, it reads once. */
const READ_CACHE = 4_000;
const MEGABYTE = 1024 * 1024;

/** Runs `work` with connections of its own, whose statements may take long. */
export async function withImportContext<T>(
  settings: ImportSettings,
  more: Pick<ImportContext, 'signal' | 'stepped'>,
  work: (context: ImportContext) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir, retentionDays, maxNewValues, importMaxMb, geoDb, spamList } = settings;
  const database: Database = openDatabase(databaseUrl, {
    poolSize: 4,
    readCache: READ_CACHE,
    timeout: STATEMENT,
    folder: dataDir,
  });
  try {
    const clock = new DatabaseClock(database);
    await clock.check();
    return await work({
      database,
      dataDir,
      maxBytes: importMaxMb * MEGABYTE,
      retentionDays,
      maxNewValues,
      geoDb,
      spamList,
      now: Date.now,
      databaseTime: () => clock.now(),
      known: new KnownValues(),
      ...more,
    });
  } finally {
    await database.close();
  }
}
