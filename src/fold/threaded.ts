import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { SpoolBatch } from '../spool/spool-file.ts';
import type { FoldReport } from './work.ts';

export interface FoldThreadOptions {
  readonly databaseUrl: string;
  readonly maxNewValues: number;
  readonly retentionDays: number;
}

/** Milliseconds that a thread gets to end by itself; a database that hangs may keep it longer. */
const PATIENCE = 1_500;

type Message = { readonly event: FoldReport } | { readonly done: true } | { readonly failed: string };

/**
 * Folds in a thread of its own, one order at a time. If the thread dies, its order fails and the next order starts a
 * new thread.
 */
export class FoldThread {
  readonly #options: FoldThreadOptions;
  readonly #report: (event: FoldReport) => void;
  #worker: Worker | null = null;
  #order: { resolve(): void; reject(error: Error): void } | null = null;

  /** The thread starts with the first order. */
  constructor(options: FoldThreadOptions, report: (event: FoldReport) => void) {
    this.#options = options;
    this.#report = report;
  }

  /** Folds batches of one spool, as a FoldWork; their bytes are the thread's from then on. */
  fold(spool: string, batches: readonly SpoolBatch[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#start();
      this.#order = { resolve, reject };
      this.#worker.postMessage({ spool, batches }, batches.flatMap(ownBytes));
    });
  }

  /** Interrupts the running fold, which loses nothing. Takes no longer than PATIENCE. */
  async stop(): Promise<void> {
    const ending = this.#worker;
    if (!ending) return;
    const gone = new Promise<void>(resolve => ending.once('exit', () => resolve()));
    ending.postMessage('close');
    await Promise.race([gone, sleep(PATIENCE, undefined, { ref: false })]);
    // With SQLite the thread ends on its own; terminating it inside an SQLite call would crash the process.
    if (!this.#options.databaseUrl.startsWith('sqlite:')) await ending.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: this.#options });
    worker.on('message', (message: Message) => {
      if ('event' in message) this.#report(message.event);
      else if ('done' in message) this.#order?.resolve();
      else this.#order?.reject(new Error(message.failed));
    });
    worker.on('error', error => this.#order?.reject(error as Error));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
      this.#order?.reject(new Error('The folding thread ended.'));
    });
    return worker;
  }
}

/** Returns the memory of a batch, if nothing else is in it. */
function ownBytes({ body }: SpoolBatch): ArrayBuffer[] {
  if (typeof body === 'string' || body.byteLength < body.buffer.byteLength) return [];
  return body.buffer instanceof ArrayBuffer ? [body.buffer] : [];
}
