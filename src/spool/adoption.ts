import { mkdirSync } from 'node:fs';
import { listSegments, listSpools, lockSpool, removeSpool, type SpoolLock } from './lock.ts';
import { isDamaged, keepAside, openSegment, readSegments, type SpoolSegment, type ToldOfDamage } from './segment.ts';
import type { FoldableSpool } from './spool.ts';

/**
 * Takes over the spools in `folder` left by dead processes and returns them; they can be folded but not written. A
 * spool that cannot be opened stays where it is and is passed to `report`, as is any damage.
 */
export async function adoptSpools(folder: string, report: (error: unknown) => void): Promise<FoldableSpool[]> {
  mkdirSync(folder, { recursive: true });
  const adopted: FoldableSpool[] = [];
  for (const id of listSpools(folder)) {
    let lock: SpoolLock | null = null;
    try {
      lock = await lockSpool(folder, id);
      if (lock) adopted.push(await adopt(folder, id, lock, report));
    } catch (cause) {
      await lock?.release();
      report(new Error(`The spool ${id} in ${folder} cannot be opened; its hits are not counted yet.`, { cause }));
    }
  }
  return adopted;
}

async function adopt(folder: string, id: string, lock: SpoolLock, told: ToldOfDamage): Promise<FoldableSpool> {
  const segments: { readonly file: SpoolSegment }[] = [];
  let pending = 0;
  const closeFiles = async () => {
    for (const { file } of segments) await file.close();
  };
  try {
    for (const path of listSegments(folder, id)) {
      const file = await openSegment(path, told).catch(error => {
        if (!isDamaged(error)) throw error;
        told(keepAside(path, error));
      });
      if (!file) continue;
      segments.push({ file });
      pending += await file.hits();
    }
  } catch (error) {
    await closeFiles();
    throw error;
  }
  return {
    id,
    pending: () => pending,
    read: (from, atLeast) => readSegments(segments, from, atLeast),
    // A dead process leaves little behind, so it is removed as a whole after it is folded.
    async release(batches) {
      pending -= batches.reduce((sum, { hits }) => sum + hits, 0);
    },
    close: () => closeFiles().finally(lock.release),
    async remove() {
      await closeFiles();
      await removeSpool(folder, id, lock);
    },
  };
}
