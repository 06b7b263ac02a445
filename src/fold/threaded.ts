import { Worker } from 'node:worker_threads';
import type { FoldReport, FoldWork } from './work.ts';

export interface FoldThreadOptions {
  readonly databaseUrl: string;
  readonly maxNewValues: number;
  readonly retentionDays: number;
}

type Message = { readonly event: FoldReport } | { readonly done: true } | { readonly failed: string };

/** The fold on a thread of its own; one order at a time. A thread that dies fails its order and is replaced for the next. */
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
      const timer = setTimeout(() => void ending.terminate(), 1_000);
      await gone;
      clearTimeout(timer);
    },
  };
}
