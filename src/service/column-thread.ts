import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { packColumns } from '../db/columns/pack.ts';
import { openColumnStore } from '../db/columns/store.ts';
import { openDatabase } from '../db/open.ts';
import { giveWay } from '../process/thread.ts';
import { lockSpool } from '../spool/lock.ts';

/*
 * The thread that packs columns: it reads all rows of a day or month and takes as much time as it gets.
 */

giveWay();
/** Milliseconds. Rows of a month are read in one snapshot. */
const STATEMENT = 60_000;
const { databaseUrl, dataDir } = workerData as { readonly databaseUrl: string; readonly dataDir: string };
const database = openDatabase(databaseUrl, { poolSize: 2, timeout: STATEMENT });
const ending = new AbortController();
let working: Promise<unknown> = Promise.resolve();

/** Packs what is missing; `now` is the database's time. Returns the number of segments, or null if another process packs. */
export function pack(now: number): Promise<number | null> {
  const work = packAll(now);
  working = work.catch(() => undefined);
  return work;
}

async function packAll(now: number): Promise<number | null> {
  const store = await openColumnStore(database, dataDir);
  mkdirSync(store.folder, { recursive: true });
  const lock = await lockSpool(store.folder, 'packing');
  if (!lock) return null;
  try {
    let began = performance.now();
    const rest = async () => {
      await sleep(Math.min(1_000, performance.now() - began), undefined, { signal: ending.signal }).catch(
        () => undefined,
      );
      began = performance.now();
    };
    return await packColumns({ dialect: database.dialect, store, now, signal: ending.signal, rest });
  } finally {
    await lock.remove();
  }
}

/** Ends the work and closes the database; the thread must not be ended before. */
export async function close(): Promise<void> {
  ending.abort();
  await working;
  await database.close();
}
