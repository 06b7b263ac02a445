import { workerData } from 'node:worker_threads';
import { openDatabase } from '../db/open.ts';
import { giveWay } from '../process/thread.ts';
import { Answerer } from './answerer.ts';
import type { Outcome, Task } from './answers.ts';
import type { AskerKind, ReadCost } from './budget.ts';

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

/** Milliseconds without a question after which the thread prepares for more. */
const REST = 1_000;

giveWay();
let running = 0;
let rest: NodeJS.Timeout | undefined;
const { databaseUrl, dataDir, kind } = workerData as ThreadData;
const database = openDatabase(databaseUrl, { poolSize: 6 });
const damaged: string[] = [];
const answerer = new Answerer(database, kind, { dataDir, reportBad: ({ message }) => void damaged.push(message) });

/** The outcomes, what reads of single visits have cost, and a sentence for each damaged file since the last task. */
interface Answered {
  readonly outcomes: readonly Outcome[];
  readonly cost: ReadCost | undefined;
  readonly damaged: readonly string[];
}

export async function answer({ task, until }: { readonly task: Task; readonly until: number }): Promise<Answered> {
  let cost: ReadCost | undefined;
  clearTimeout(rest);
  running++;
  try {
    const outcomes = await answerer.answer(task, until, spent => {
      cost = spent;
    });
    return { outcomes, cost, damaged: damaged.splice(0) };
  } finally {
    running--;
    // Preparing would delay the other questions of a page that has just been opened.
    if (running === 0) rest = setTimeout(prepare, REST).unref();
  }
}

/** Without it, the next questions are only slower, and say themselves why they fail. */
function prepare(): void {
  answerer.prepare().catch(() => undefined);
}

export function forget(id: number): void {
  answerer.forget(id);
}

/** Ends the counting threads and closes the database; the thread must not be ended before. */
export async function close(): Promise<void> {
  clearTimeout(rest);
  await answerer.stop();
  await database.close();
}
