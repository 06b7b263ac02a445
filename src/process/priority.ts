import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

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
