import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Instance } from '../../src/db/instance.ts';
import { spoolFilePath } from '../../src/spool/lock.ts';
import { type SpoolBatch, textOf } from '../../src/spool/spool-file.ts';

/** The database of spools in tests without one. */
export const INSTANCE: Instance = { id: 'the-database', ownsUnmarked: false };

/** Returns the contents of the batches, by the number of the hit. */
export function textsOf(batches: readonly SpoolBatch[]): Record<number, unknown> {
  const texts: Record<number, unknown> = {};
  for (const batch of batches)
    (JSON.parse(`[${textOf(batch)}]`) as unknown[]).forEach((text, index) => {
      texts[batch.first + index] = text;
    });
  return texts;
}

/** Puts a directory in place of the spool's n-th file, so that it cannot be created. */
export function obstruct(folder: string, { id }: { readonly id: string }, n: number): void {
  mkdirSync(join(spoolFilePath(folder, id, n), 'in the way'), { recursive: true });
}

/** Removes that directory. */
export function clear(folder: string, { id }: { readonly id: string }, n: number): void {
  rmSync(spoolFilePath(folder, id, n), { recursive: true, force: true });
}
