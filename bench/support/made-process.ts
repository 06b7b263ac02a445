import '../../src/process/production.ts';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ColumnStore } from '../../src/db/columns/store.ts';
import { Meter } from '../../src/stats/budget.ts';
import { CountingThreads } from '../../src/stats/counting-threads.ts';
import { answerMade } from './made-questions.ts';
import { median } from './run-load.ts';

/*
 * A process that asks about columns without a database, as the thread for reading would: first about a small website,
 * then about a large one, and again.
 */

export interface MadeOrder {
  readonly folder: string;
  readonly small: number;
  readonly large: number;
  /** The title of the question. */
  readonly title: string;
}

export interface MadeResult {
  /** Milliseconds. */
  readonly first: number;
  readonly repeated: number;
  /** Milliseconds of processor time of all threads, at first and repeated. */
  readonly cpu: number;
  readonly cpuAgain: number;
  readonly bytes: number;
  readonly peak: number;
}

const CALM = 300;
const STARTED = 1_000;
const REPEATS = 3;
const { folder, small, large, title } = JSON.parse(await text(process.stdin)) as MadeOrder;
const store = new ColumnStore(folder);
const counting = new CountingThreads(Math.min(4, availableParallelism()));

await ask(small);
await sleep(CALM);
const first = await ask(large);
await sleep(STARTED);
const again: Awaited<ReturnType<typeof ask>>[] = [];
for (let time = 0; time < REPEATS; time++) again.push(await ask(large));
const peak = process.resourceUsage().maxRSS * 1_024;
const repeated = median(again.map(({ ms }) => ms));
const cpuAgain = median(again.map(({ cpu }) => cpu));
const { ms, cpu, bytes } = first;
console.log(JSON.stringify({ first: ms, repeated, cpu, cpuAgain, bytes, peak } satisfies MadeResult));
await counting.stop();

async function ask(website: number): Promise<{ ms: number; cpu: number; bytes: number }> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  // It is measured even where a member would be refused.
  const limit = Number.POSITIVE_INFINITY;
  const meter = new Meter({ until: limit, comparisons: limit, ids: limit });
  const segments = store.open(website);
  await answerMade(title, counting, segments, meter);
  for (const segment of segments) segment.close();
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpu: (user + system) / 1_000, bytes: meter.cost.bytes };
}
