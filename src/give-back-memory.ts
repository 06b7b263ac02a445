import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_EVERY = 5_000;
/** Part of the time that a thread may be at work and still be called idle. */
const IDLE = 0.05;
/** Bytes by which the heap has to grow to be worth the next pause. */
const WORTH = 64_000_000;

/**
 * Gives back what this thread no longer needs whenever it is idle: after its start a fifth of the memory of the process, and
 * what many hits have taken. V8 keeps it for as long as it has no other reason to collect, and collecting takes a tenth of a
 * second in which nothing is answered.
 */
export function giveBackMemory(): void {
  let before = performance.eventLoopUtilization();
  let left = Number.NEGATIVE_INFINITY;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > IDLE || heapSize() < left + WORTH) return;
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as NodeJS.GCFunction)({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    left = heapSize();
  }, LOOK_EVERY).unref();
}

function heapSize(): number {
  const { total_heap_size, external_memory } = getHeapStatistics();
  return total_heap_size + external_memory;
}
