import { join } from 'node:path';
import type { Config } from '../config.ts';
import { settleInstance } from '../db/instance.ts';
import type { Database } from '../db/open.ts';
import type { FoldLoop } from '../fold/run.ts';
import type { FoldReport } from '../fold/work.ts';
import type { Spool } from '../spool/spool.ts';

/**
 * Runs `work` with a spool of this process beside those of the service, and a fold that also adopts what dead processes
 * left in DATA_DIR. If `work` fails or the process is killed, hits that were durable by then stay there, and the
 * service or the next command folds them. `warn` receives a sentence about what keeps hits from being counted.
 */
export async function withFolding<T>(
  database: Database,
  config: Config,
  { report = () => {}, warn }: { report?: (event: FoldReport) => void; warn: (message: string) => void },
  work: (folding: { readonly spool: Spool; readonly fold: FoldLoop }) => Promise<T>,
): Promise<T> {
  const [{ Spool }, { FoldLoop, putAway }, { FoldThread }] = await Promise.all([
    import('../spool/spool.ts'),
    import('../fold/run.ts'),
    import('../fold/threaded.ts'),
  ]);
  const folder = join(config.dataDir, 'spool');
  const spool = await Spool.create(folder, { instance: await settleInstance(database) });
  const thread = new FoldThread(config, report);
  const fold = new FoldLoop(database, spool, (id, batches) => thread.fold(id, batches), {
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
