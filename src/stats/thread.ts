import { workerData } from 'node:worker_threads';
import { openDatabase } from '../db/open.ts';
import { giveWay } from '../process/thread.ts';
import { Answerer } from './answerer.ts';
import type { Outcome, Task } from './answers.ts';
import type { AskerKind } from './budget.ts';

/*
 * The thread that answers questions of one kind of caller, so that none of them delays anything else. It has database
 * connections and caches of its own.
 */

/** What a thread needs to know: without `dataDir`, it reads all visits from their rows. */
export interface ThreadData {
  readonly databaseUrl: string;
  readonly dataDir?: string;
  readonly kind: AskerKind;
}

giveWay();
const { databaseUrl, dataDir, kind } = workerData as ThreadData;
const database = openDatabase(databaseUrl, { poolSize: 6 });
const answerer = new Answerer(database, kind, { dataDir });

export function answer({ task, until }: { readonly task: Task; readonly until: number }): Promise<Outcome[]> {
  return answerer.answer(task, until);
}

export function forget(id: number): void {
  answerer.forget(id);
}

/** Closes the database; the thread must not be ended before. */
export async function close(): Promise<void> {
  await database.close();
}
