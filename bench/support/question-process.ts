import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { openDatabase } from '../../src/db/open.ts';
import type { AnswerLoader } from '../../src/stats/answers.ts';
import type { ReadCost } from '../../src/stats/budget.ts';
import type { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import type { ReadingThreads } from '../../src/stats/threads.ts';
import type { Call } from './question-list.ts';

/*
 * A process that answers questions the way a gateway does for a member: its main thread hands them to a thread for
 * reading. It reads its order from standard input, imports the sources of the checkout that the order names, and prints
 * what each step cost.
 */

/** What is asked at once, about which website and days. */
export interface Step {
  readonly website: number;
  readonly timezone: string;
  /** Days since 1970-01-01. */
  readonly from: number;
  readonly to: number;
  readonly calls: readonly Call[];
  /** Milliseconds of rest before it, at least; it also waits until the process does nothing more. */
  readonly calm: number;
}

export interface Order {
  readonly checkout: string;
  readonly databaseUrl: string;
  /** Contains the columns; null if they must not be read. */
  readonly dataDir: string | null;
  readonly steps: readonly Step[];
  /** Files that the operating system is to have in memory before each step. */
  readonly warm: readonly string[];
}

export interface StepResult {
  readonly ms: number;
  /** Milliseconds of processor time of all threads of the process. */
  readonly cpu: number;
  /** Statements and rows of visits, and bytes of files. Zeros of a checkout that does not count them. */
  readonly cost: ReadCost;
  /** The longest time, in milliseconds, for which the main thread could not serve others. */
  readonly heldUp: number;
  /** Bytes after the step, and the most so far. */
  readonly memory: number;
  readonly peak: number;
  /** The same for the same answers. */
  readonly digest: string;
  /** The message of the error; null when everything was answered. */
  readonly refused: string | null;
}

const RESOLUTION = 1;
/** A process is calm once it has used less than a tenth of a core for that many milliseconds. */
const PAUSE = 300;
const MOST_PAUSES = 50;
const order = JSON.parse(await text(process.stdin)) as Order;
const source = (path: string) => pathToFileURL(join(order.checkout, 'src', path)).href;
await import(source('process/production.ts'));
const { openDatabase: open } = (await import(source('db/open.ts'))) as { openDatabase: typeof openDatabase };
const loader = (await import(source('stats/loader.ts'))) as {
  createStatsLoader: typeof createStatsLoader;
  openReading: typeof openReading;
};
const { ReadingThreads: Threads } = (await import(source('stats/threads.ts'))) as {
  ReadingThreads: new (...given: unknown[]) => ReadingThreads;
};

let cost: ReadCost = { statements: 0, rows: 0, bytes: 0 };
const database = open(order.databaseUrl);
const dataDir = order.dataDir ?? undefined;
const knowsColumns = existsSync(join(order.checkout, 'src/db/columns'));
const threads = knowsColumns
  ? new Threads({ databaseUrl: order.databaseUrl, dataDir }, { done: note, damaged: console.error })
  : new Threads(order.databaseUrl);
const countingThreads = Math.min(4, availableParallelism());
const reading = loader.openReading(database, { threads, dataDir, countingThreads });
const room = Buffer.alloc(1 << 20);
const results: StepResult[] = [];
for (const step of order.steps) {
  results.push(await answer(step));
}
await threads.stop();
await reading.counting?.stop();
await database.close();
console.log(JSON.stringify(results));

/** Waits for some milliseconds, and then until what the process prepares is ready, which takes longer on slow machines. */
async function rest(ms: number): Promise<void> {
  await sleep(ms);
  for (let pauses = 0; pauses < MOST_PAUSES; pauses++) {
    const before = process.cpuUsage();
    await sleep(PAUSE);
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1_000 < PAUSE / 10) return;
  }
}

/** Has the operating system read a file; some take everything from memory that was not used for seconds. */
function readThrough(path: string): void {
  const file = openSync(path, 'r');
  while (readSync(file, room) > 0);
  closeSync(file);
}

/** The same for the rows of a day: those of the open one would be in memory, because they have just been written. */
async function readRowsThrough(website: number, day: number): Promise<void> {
  for (const column of ['visit.country', 'hit.page']) {
    const [table = ''] = column.split('.');
    await database.dialect.all(`SELECT SUM(${column}) FROM ${table} WHERE website_id = ? AND day = ?`, [website, day]);
  }
}

function note(done: Partial<ReadCost>): void {
  cost = {
    statements: cost.statements + (done.statements ?? 0),
    rows: cost.rows + (done.rows ?? 0),
    bytes: cost.bytes + (done.bytes ?? 0),
  };
}

async function answer({ calls, calm, ...about }: Step): Promise<StepResult> {
  if (calm > 0) await rest(calm);
  for (const path of order.warm) readThrough(path);
  if (order.warm.length > 0) await readRowsThrough(about.website, about.to);
  cost = { statements: 0, rows: 0, bytes: 0 };
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  // The first interval of the histogram begins with a turn of its own.
  await sleep(5 * RESOLUTION);
  delay.reset();
  const cpu = process.cpuUsage();
  const began = performance.now();
  let refused: string | null = null;
  let answers: unknown = null;
  try {
    answers = await ask(loader.createStatsLoader(reading), calls, about);
  } catch (error) {
    refused = (error as Error).message;
  }
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  await sleep(2 * RESOLUTION);
  delay.disable();
  return {
    ms,
    cpu: (user + system) / 1_000,
    cost,
    heldUp: Math.max(0, delay.max / 1e6 - RESOLUTION),
    memory: process.memoryUsage.rss(),
    peak: process.resourceUsage().maxRSS * 1_024,
    digest: createHash('sha256').update(textOf(answers)).digest('hex'),
    refused,
  };
}

function ask(own: AnswerLoader, calls: readonly Call[], about: Omit<Step, 'calls' | 'calm'>): Promise<unknown> {
  return Promise.all(calls.map(async ({ name, query }) => own[name]({ ...about, ...query } as never)));
}

/** Returns the answers as text without the time at which they were read. */
function textOf(answers: unknown): string {
  return JSON.stringify(answers, (name, value) => (name === 'freshAt' ? undefined : value));
}
