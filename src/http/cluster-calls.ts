import cluster from 'node:cluster';
import type { RateLimit } from '../rest/rate-limit.ts';

/*
 * Of several workers any may be asked, and nobody must have the limit of each. They tell each other how often who asked, over
 * the process above them; nothing of it is written anywhere, since it names addresses.
 */

const CALLED = 'footfall:called';
/** Milliseconds. What is asked in between is told together: a message for each call would cost as much as its answer. */
const TELL_AFTER = 100;

interface Told {
  readonly type: typeof CALLED;
  readonly calls: readonly (readonly [caller: string, calls: number])[];
}

/** In a worker: the same limit, in which what was asked in the others counts as well, a moment later. */
export function shareCalls(own: RateLimit, now: () => number): RateLimit {
  const untold = new Map<string, number>();
  process.on('message', (message: Partial<Told> | null) => {
    if (message?.type !== CALLED) return;
    for (const [caller, calls] of message.calls ?? []) own.note(caller, calls, now());
  });

  function tell(): void {
    if (process.connected) process.send?.({ type: CALLED, calls: [...untold] } satisfies Told);
    untold.clear();
  }

  return {
    note: own.note,
    take(caller, time) {
      const allowance = own.take(caller, time);
      if (!allowance.allowed) return allowance;
      if (untold.size === 0) setTimeout(tell, TELL_AFTER).unref();
      untold.set(caller, (untold.get(caller) ?? 0) + 1);
      return allowance;
    },
  };
}

/** In the process above the workers: passes on what each tells to the others. */
export function passCallsOn(): void {
  cluster.on('message', (from, message: Partial<Told> | null) => {
    if (message?.type !== CALLED) return;
    for (const worker of Object.values(cluster.workers ?? {}))
      if (worker && worker !== from && worker.isConnected()) worker.send(message);
  });
}
