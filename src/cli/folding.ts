import { join } from 'node:path';
import type { Config } from '../config.ts';
import { settleInstance } from '../db/instance.ts';
import type { Database } from '../db/open.ts';
import type { FoldLoop } from '../fold/run.ts';
import type { Spool } from '../spool/spool.ts';

/** The numbers of hits newly counted, skipped as repeats, and set aside because the database did not accept them. */
export interface FoldCounts {
  stored: number;
  repeats: number;
  bad: number;
}

/**
 * Runs `work` with a spool of this process beside those of the service, and a fold that also adopts what dead processes
 * left in DATA_DIR. If `work` fails or the process is killed, hits that were durable by then stay there, and the
 * service or the next command folds them. `warn` receives a sentence about what keeps hits from being counted; the hits
 * that are folded are added to `counts`.
 */
export async function withFolding<T>(
  database: Database,
  config: Config,
  { counts, warn }: { counts?: FoldCounts; warn: (message: string) => void },
  work: (folding: { readonly spool: Spool; readonly fold: FoldLoop }) => Promise<T>,
): Promise<T> {
  const [{ Spool }, { FoldLoop, putAway }, { FoldThread }] = await Promise.all([
    import('../spool/spool.ts'),
    import('../fold/run.ts'),
    import('../fold/threaded.ts'),
  ]);
  const folder = join(config.dataDir, 'spool');
  const spool = await Spool.create(folder, { instance: await settleInstance(database) });
  const thread = new FoldThread(config, event => {
    if (event.type === 'bad' && counts) counts.bad += event.hits;
    if (event.type !== 'folded' || !counts) return;
    counts.stored += event.stored;
    counts.repeats += event.duplicates;
  });
  const fold = new FoldLoop(database, spool, (...order) => thread.fold(...order), {
    folder,
    every: 100,
    waiting: error => warn(`The fold is waiting for the database (${textOf(error)}).`),
    unreadable: error => warn(textOf(error)),
    foreign: warn,
  });
  try {
    return await work({ spool, fold });
  } finally {
    await fold.stop();
    await thread.stop();
    await putAway(database, spool);
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
