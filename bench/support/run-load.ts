import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LoadOrder, LoadResult } from './load.ts';

const LOAD = fileURLToPath(new URL('./load.ts', import.meta.url));

/** Runs one load in its own process. */
export async function runLoad(order: Partial<LoadOrder> & Pick<LoadOrder, 'port' | 'host'>): Promise<LoadResult> {
  const whole: LoadOrder = {
    path: '/api/event',
    connections: 64,
    seconds: 5,
    rate: 0,
    visitors: 100_000,
    pages: 20_000,
    batch: 1,
    key: '',
    ...order,
  };
  const { stdout } = await promisify(execFile)(process.execPath, [LOAD, JSON.stringify(whole)], { maxBuffer: 1e7 });
  return JSON.parse(stdout) as LoadResult;
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
