import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_EVERY = 5_000;
/** Part of the time that a thread may be at work and still be called idle. */
const IDLE = 0.05;

/**
 * Gives back what only the start of this thread has needed, once it is idle: a fifth of the memory of the process. V8 keeps it
 * for as long as it has no other reason to collect, and collecting takes a tenth of a second in which nothing is answered.
 */
export function giveBackMemory(): void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > IDLE) return;
    clearInterval(timer);
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as NodeJS.GCFunction)({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, LOOK_EVERY).unref();
}
