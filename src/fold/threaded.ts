import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { FoldReport, FoldWork } from './work.ts';

export interface FoldThreadOptions {
  readonly databaseUrl: string;
  readonly maxNewValues: number;
  readonly retentionDays: number;
}

/** Milliseconds that a thread gets to end after it is told to; a hanging database may keep it longer. */
const PATIENCE = 1_500;

type Message = { readonly event: FoldReport } | { readonly done: true } | { readonly failed: string };

/**
 * Runs the fold in its own thread, one order at a time. If the thread dies, its order fails and the next order starts a
 * new thread. `stop` interrupts the running fold, which loses nothing, and takes no longer than PATIENCE.
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
      // With SQLite the thread ends on its own; terminating it inside an SQLite call would crash the process.
      if (!options.databaseUrl.startsWith('sqlite:')) await ending.terminate();
    },
  };
}
