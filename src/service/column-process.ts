import '../process/production.ts';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Progress, readProgress } from '../db/columns/backlog.ts';
import { packColumns } from '../db/columns/pack.ts';
import { type ColumnStore, openColumnStore } from '../db/columns/store.ts';
import { openDatabase } from '../db/open.ts';
import { giveWay } from '../process/thread.ts';
import { lockSpool } from '../spool/lock.ts';
import { PACKING, removeUnused } from './column-folders.ts';

/*
 * The process that packs columns: it reads all rows of a day or month, takes half of the time that it gets, and gives
 * its memory back when it ends. It may be killed at any moment.
 */

/** What to pack. */
export interface Order {
  readonly databaseUrl: string;
  readonly dataDir: string;
}

/** What a round of packing has done. */
export interface Round {
  /** The number of segments that were written; null if another process was packing. */
  readonly segments: number | null;
  /** What the files looked like before the progress was read. */
  readonly files: string;
  readonly progress: Progress;
}

/** What the process sends: how far it is, from time to time, and at last the result. */
export type Message =
  | { readonly progress: Progress }
  | { readonly round: Round }
  | { readonly failed: { readonly message: string; readonly code: unknown } };

/** Milliseconds. Rows of a month are read in one snapshot. */
const STATEMENT = 60_000;
const LONGEST_REST = 10_000;
const REPORT_EVERY = 3_000;

giveWay();
process.on('disconnect', () => process.exit());
// The process that started this one may be gone already.
if (!process.connected) process.exit();
process.once('message', async (order: Order) => {
  const message = await pack(order).then(
    round => ({ round }),
    (error: NodeJS.ErrnoException) => ({ failed: { message: error.message, code: error.code } }),
  );
  process.send?.(message satisfies Message, () => process.disconnect());
});

async function pack({ databaseUrl, dataDir }: Order): Promise<Round> {
  const database = openDatabase(databaseUrl, { poolSize: 2, timeout: STATEMENT });
  const { dialect } = database;
  const store = await openColumnStore(database, dataDir);
  mkdirSync(store.folder, { recursive: true });
  const lock = await lockSpool(store.folder, PACKING);
  try {
    const segments = lock
      ? await packColumns({ dialect, store, rest: createRest(), report: createReport(store) })
      : null;
    if (lock) await removeUnused(store.folder);
    return { segments, files: await store.stamp(), progress: await readProgress({ dialect, store }) };
  } finally {
    await lock?.remove();
    await database.close();
  }
}

/** Returns a function that rests for as long as it was not called, so that others get at least half of a processor. */
function createRest(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    await sleep(Math.min(LONGEST_REST, performance.now() - began));
    began = performance.now();
  };
}

function createReport(store: ColumnStore): (progress: Omit<Progress, 'bytes'>) => void {
  let told = Number.NEGATIVE_INFINITY;
  return progress => {
    if (performance.now() - told < REPORT_EVERY) return;
    told = performance.now();
    process.send?.({ progress: { ...progress, bytes: store.bytes() } } satisfies Message);
  };
}
