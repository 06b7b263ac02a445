import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type Progress, readProgress } from '../db/columns/backlog.ts';
import { packColumns } from '../db/columns/pack.ts';
import { type ColumnStore, openColumnStore } from '../db/columns/store.ts';
import { openDatabase } from '../db/open.ts';
import { giveWay } from '../process/thread.ts';
import { lockSpool } from '../spool/lock.ts';
import { PACKING, removeUnused } from './column-folders.ts';

/*
 * The thread that packs columns: it reads all rows of a day or month and takes half of the time that it gets.
 */

giveWay();
/** Milliseconds. Rows of a month are read in one snapshot. */
const STATEMENT = 60_000;
const LONGEST_REST = 10_000;
const REPORT_EVERY = 3_000;
const { databaseUrl, dataDir } = workerData as { readonly databaseUrl: string; readonly dataDir: string };
const database = openDatabase(databaseUrl, { poolSize: 2, timeout: STATEMENT });
const ending = new AbortController();
let working: Promise<unknown> = Promise.resolve();

/** What a round of packing has done. */
export interface Round {
  /** The number of segments that were written; null if another process was packing. */
  readonly segments: number | null;
  /** What the files looked like before the progress was read. */
  readonly files: string;
  readonly progress: Progress;
}

/** Packs what is missing. Posts the progress from time to time. */
export function pack(): Promise<Round> {
  const work = packAll();
  working = work.catch(() => undefined);
  return work;
}

async function packAll(): Promise<Round> {
  const store = await openColumnStore(database, dataDir);
  mkdirSync(store.folder, { recursive: true });
  const lock = await lockSpool(store.folder, PACKING);
  const { dialect } = database;
  const { signal } = ending;
  try {
    const segments = lock
      ? await packColumns({ dialect, store, signal, rest: createRest(), report: createReport(store) })
      : null;
    if (lock) await removeUnused(store.folder);
    return { segments, files: await store.stamp(), progress: await readProgress({ dialect, store, signal }) };
  } finally {
    await lock?.remove();
  }
}

/** Returns a function that rests for as long as it was not called, so that others get at least half of a processor. */
function createRest(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    const worked = performance.now() - began;
    await sleep(Math.min(LONGEST_REST, worked), undefined, { signal: ending.signal }).catch(() => undefined);
    began = performance.now();
  };
}

function createReport(store: ColumnStore): (progress: Omit<Progress, 'bytes'>) => void {
  let told = Number.NEGATIVE_INFINITY;
  return progress => {
    if (performance.now() - told < REPORT_EVERY) return;
    told = performance.now();
    parentPort?.postMessage({ ...progress, bytes: store.bytes() } satisfies Progress);
  };
}

/** Ends the work and closes the database; the thread must not be ended before. */
export async function close(): Promise<void> {
  ending.abort();
  await working;
  await database.close();
}
