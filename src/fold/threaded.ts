import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { FoldReport, FoldWork } from './work.ts';

export interface FoldThreadOptions {
  readonly databaseUrl: string;
  readonly maxNewValues: number;
  readonly retentionDays: number;
}

/** Milliseconds in which a thread that is told to end has to; a database that hangs may keep it for longer. */
const PATIENCE = 1_500;

type Message = { readonly event: FoldReport } | { readonly done: true } | { readonly failed: string };

/**
 * The fold on a thread of its own; one order at a time. A thread that dies fails its order and is replaced for the next.
 * `stop` cuts off the fold under way, of which nothing is lost, and takes no longer than PATIENCE.
 */
export function startFoldThread(
  options: FoldThreadOptions,
  report: (event: FoldReport) => void,
): { work: FoldWork; stop(): Promise<void> } {
  let worker: Worker | null = null;
  let settle: { resolve(): void; reject(error: Error): void } | null = null;

  function start(): Worker {
    const started = new Worker(new URL('./thread.ts', import.meta.url), { workerData: options });
    started.on('message', (message: Message) => {
      if ('event' in message) report(message.event);
      else if ('done' in message) settle?.resolve();
      else settle?.reject(new Error(message.failed));
    });
    started.on('error', error => settle?.reject(error as Error));
    started.on('exit', () => {
      if (worker === started) worker = null;
      settle?.reject(new Error('The folding thread ended.'));
    });
    return started;
  }

  return {
    work: (spool, batches) =>
      new Promise<void>((resolve, reject) => {
        worker ??= start();
        settle = { resolve, reject };
        worker.postMessage({ spool, batches });
      }),
    async stop() {
      const ending = worker;
      if (!ending) return;
      const gone = new Promise<void>(resolve => ending.once('exit', () => resolve()));
      ending.postMessage('close');
      await Promise.race([gone, sleep(PATIENCE, undefined, { ref: false })]);
      // SQLite ends by itself, and a thread that dies within one of its calls would take the process along.
      if (!options.databaseUrl.startsWith('sqlite:')) await ending.terminate();
    },
  };
}
