import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { giveWay } from '../process/priority.ts';
import type { HashingOrder, HashingResult } from './hashing.ts';

/* The thread that hashes passwords one at a time, so that no guess ever occupies a thread that commits wait for. */

giveWay();

parentPort?.on('message', ({ password, cost, stored }: HashingOrder) => {
  parentPort?.postMessage(attempt(() => (stored ? verifySync(stored, password) : hashSync(password, cost))));
});

function attempt(work: () => string | boolean): HashingResult {
  try {
    return { value: work() };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
