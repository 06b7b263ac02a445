import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/** A password to hash at this cost, or to verify against the stored hash. */
export interface HashingOrder {
  readonly password: string;
  readonly cost?: Options;
  readonly stored?: string;
}

export type HashingResult = { readonly value: string | boolean } | { readonly failed: string };

/** The thread ends after this many milliseconds without work; the next order starts another. */
const IDLE = 30_000;

interface Pending {
  readonly resolve: (value: string | boolean) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  /** In the order of the requests, which is also the order of the results. */
  readonly pending: Pending[];
}

let thread: Thread | null = null;
let idle: NodeJS.Timeout | undefined;

/** Hashes or verifies on a separate thread, which keeps the process alive only while it is working. */
export function hashOnThread(order: HashingOrder): Promise<string | boolean> {
  thread ??= start();
  const { worker, pending } = thread;
  clearTimeout(idle);
  worker.ref();
  return new Promise((resolve, reject) => {
    pending.push({ resolve, reject });
    worker.postMessage(order);
  });
}

function start(): Thread {
  const worker = new Worker(new URL('./hashing-thread.ts', import.meta.url));
  const started: Thread = { worker, pending: [] };
  let failure: Error | undefined;
  worker.on('message', (result: HashingResult) => {
    const asked = started.pending.shift();
    if (started.pending.length === 0) rest(started);
    if ('failed' in result) asked?.reject(new Error(result.failed));
    else asked?.resolve(result.value);
  });
  worker.on('error', error => {
    failure = error as Error;
  });
  worker.on('exit', () => {
    if (thread === started) thread = null;
    for (const { reject } of started.pending) reject(failure ?? new Error('The hashing thread ended.'));
  });
  return started;
}

function rest({ worker }: Thread): void {
  worker.unref();
  clearTimeout(idle);
  idle = setTimeout(() => {
    thread = null;
    void worker.terminate();
  }, IDLE).unref();
}
