import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * From now on this thread waits while others want the processor: acknowledging hits goes before everything that can be done a
 * little later. Only Linux knows priorities of single threads.
 */
export function giveWay(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), 10);
  } catch {
    // Then the system shares as it does.
  }
}
