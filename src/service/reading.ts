import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import type { Log } from '../log.ts';
import { openReading, type Reading } from '../stats/loader.ts';
import { ReadingThreads } from '../stats/threads.ts';

interface ServiceReadingOptions {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  readonly freshAt: () => number;
}

/** What a gateway reads statistics with: its state, and the threads that do the work. */
export interface ServiceReading {
  readonly reading: Reading;
  readonly threads: ReadingThreads;
}

/** Opens it; each thread starts with its first question. */
export function openServiceReading({ config, database, log, freshAt }: ServiceReadingOptions): ServiceReading {
  const { databaseUrl, dataDir } = config;
  const damaged = (text: string) => log.warn(`${text} It is left out, and its days are packed again.`);
  const threads = new ReadingThreads(
    { databaseUrl, dataDir },
    { done: task => log.debug(task, 'Statistics were read.'), damaged },
  );
  const reading = openReading(database, { threads, dataDir, reportBad: ({ message }) => damaged(message), freshAt });
  return { reading, threads };
}
