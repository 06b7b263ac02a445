import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseClock } from '../db/clock.ts';
import { openDatabase } from '../db/open.ts';
import { giveBackMemory, giveWay } from '../process/thread.ts';
import type { SpoolBatch } from '../spool/spool-file.ts';
import { KnownValues } from './known-values.ts';
import type { AheadOrder, FoldOrder, FoldThreadOptions } from './threaded.ts';
import { createFoldWork, LIMITS } from './work.ts';

/*
 * The thread that folds, so that acknowledging never waits for folding. It has its own database connection and nothing
 * else.
 */

giveWay();
giveBackMemory();
const { databaseUrl, maxNewValues, retentionDays } = workerData as FoldThreadOptions;
const database = openDatabase(databaseUrl, { poolSize: 2, timeout: LIMITS.statement });
const clock = new DatabaseClock(database);
const work = createFoldWork(database, {
  known: new KnownValues(),
  maxNewValues,
  retentionDays,
  now: Date.now,
  databaseTime: () => clock.now(),
  report: event => parentPort?.postMessage({ event }),
});

let ahead = Promise.withResolvers<readonly SpoolBatch[]>();

parentPort?.on('message', async (order: FoldOrder | AheadOrder | 'close') => {
  if (order === 'close') {
    await database.close().catch(() => undefined);
    // An interrupted fold would retry and keep the thread alive just as long.
    process.exit();
  }
  if ('ahead' in order) return ahead.resolve(order.ahead);
  const given = ahead.promise;
  ahead = Promise.withResolvers();
  try {
    await clock.check();
    await work(order.spool, order.batches ?? (await given), ahead.promise);
    parentPort?.postMessage({ done: true });
  } catch (error) {
    parentPort?.postMessage({ failed: error instanceof Error ? error.message : String(error) });
  }
});
