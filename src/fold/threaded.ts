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

const ENDED = 'The folding thread ended.';

/** What the thread is asked to fold; without batches, those that it was given ahead. */
export interface FoldOrder {
  readonly spool: string;
  readonly batches: readonly SpoolBatch[] | null;
}

/** The batches of the next order, which the thread reads while the engine works. */
export interface AheadOrder {
  readonly ahead: readonly SpoolBatch[];
}

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
  /** The batches that a thread was given ahead of their order, and which thread. */
  #ahead: { readonly batches: readonly SpoolBatch[]; readonly worker: Worker } | null = null;

  /** The thread starts with the first order. */
  constructor(options: FoldThreadOptions, report: (event: FoldReport) => void) {
    this.#options = options;
    this.#report = report;
  }

  /** Folds batches of one spool, as a FoldWork; their bytes, and those of `ahead`, are the thread's from then on. */
  fold(spool: string, batches: readonly SpoolBatch[], ahead?: Promise<readonly SpoolBatch[]>): Promise<void> {
    const worker = this.#worker ?? this.#start();
    this.#worker = worker;
    const given = this.#ahead?.batches === batches ? this.#ahead : null;
    this.#ahead = null;
    if (given && given.worker !== worker) return Promise.reject(new Error(ENDED));
    const giveAhead = (next: readonly SpoolBatch[]) => {
      if (this.#worker !== worker) return;
      const order: AheadOrder = { ahead: next };
      worker.postMessage(order, next.flatMap(ownBytes));
      this.#ahead = { batches: next, worker };
    };
    // The fold's loop handles a failed read.
    ahead?.then(giveAhead).catch(() => undefined);
    return new Promise((resolve, reject) => {
      this.#order = { resolve, reject };
      const order: FoldOrder = { spool, batches: given ? null : batches };
      worker.postMessage(order, given ? [] : batches.flatMap(ownBytes));
    });
  }

  /** Interrupts the running fold, which loses nothing. Takes no longer than PATIENCE. */
  async stop(): Promise<void> {
    const ending = this.#worker;
    if (!ending) return;
    const gone = new Promise<void>(resolve => ending.once('exit', () => resolve()));
    ending.postMessage('close');
    await Promise.race([gone, sleep(PATIENCE, undefined, { ref: false })]);
    // With SQLite the thread ends on its own; terminating it inside an SQLite call would crash the process. Nobody waits for
    // its end: on a busy machine, a thread that gives way to others takes seconds for it.
    if (!this.#options.databaseUrl.startsWith('sqlite:')) ending.terminate().catch(() => undefined);
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
      this.#order?.reject(new Error(ENDED));
    });
    return worker;
  }
}

/** Returns the memory of a batch, if nothing else is in it. */
function ownBytes({ body }: SpoolBatch): ArrayBuffer[] {
  if (typeof body === 'string' || body.byteLength < body.buffer.byteLength) return [];
  return body.buffer instanceof ArrayBuffer ? [body.buffer] : [];
}
