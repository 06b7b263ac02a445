import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_EVERY = 5_000;
/** A thread that works for less than this share of the time counts as idle. */
const IDLE = 0.02;

/**
 * Frees the memory that only the start of this thread needed, a fifth of the process, once the thread is idle. V8 would
 * keep it until it has another reason to collect, and a collection blocks all responses for a tenth of a second.
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

/**
 * Lowers the priority of this thread, because acknowledging hits comes before work that can wait. Works only on Linux,
 * which has priorities for single threads.
 */
export function giveWay(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), 10);
  } catch {
    // Without priorities, the system shares the processor as usual.
  }
}

/** Lowers the priority of a process that has just been started. */
export function yieldTo(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It may have ended already.
  }
}
