import { existsSync, mkdirSync } from 'node:fs';
import { openSqliteFile } from '../db/dialects/sqlite-file.ts';
import type { Instance } from '../db/instance.ts';
import { listSpoolFiles, listSpools, lockSpool, type SpoolLock } from './lock.ts';
import { type ForeignSpool, removeSpool, sortSpools } from './owner.ts';
import { readFiles } from './rotation.ts';
import type { FoldableSpool } from './spool.ts';
import { BATCH, isDamaged, keepAside, type ReportDamage, type SpoolBatch, SpoolFile } from './spool-file.ts';

/** Batches that are read at once from a spool that is in use. */
const BATCHES = 16;

/** A spool that cannot be opened, so that its hits are not counted yet. */
export class ClosedSpoolError extends Error {
  readonly spool: string;

  constructor(folder: string, spool: string, cause: unknown) {
    const what = `The spool ${spool} in ${folder} cannot be opened; its hits are not counted yet.`;
    super(isRefused(cause) ? `${what} Give its files to the user of the service.` : what, { cause });
    this.name = 'ClosedSpoolError';
    this.spool = spool;
  }
}

/** Whether SQLite may not use a file, or one beside it, that exists. */
function isRefused(error: unknown): boolean {
  return ['SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_PERM'].includes((error as { code?: string }).code ?? '');
}

/**
 * Takes over the instance's spools in `folder` left by dead processes and returns them; they can be folded but not
 * written. A spool that cannot be opened stays where it is and is passed to `report` as a ClosedSpoolError; any damage
 * is passed to it, too.
 */
export async function adoptSpools(
  folder: string,
  instance: Instance,
  report: (error: unknown) => void,
): Promise<FoldableSpool[]> {
  mkdirSync(folder, { recursive: true });
  const adopted: FoldableSpool[] = [];
  const { ours, unmarked } = sortSpools(folder, instance);
  for (const id of [...ours, ...unmarked]) {
    let lock: SpoolLock | null = null;
    try {
      lock = await lockSpool(folder, id);
      if (!lock) continue;
      const spool = await AdoptedSpool.open(folder, id, lock, report);
      // A process that ended before it knew its database leaves an empty one.
      if (ours.includes(id) || spool.pending() === 0) adopted.push(spool);
      else await spool.close();
    } catch (cause) {
      await lock?.release();
      report(new ClosedSpoolError(folder, id, cause));
    }
  }
  return adopted;
}

/** A spool whose process is dead; it has left little behind, which is removed as a whole after it is folded. */
class AdoptedSpool implements FoldableSpool {
  readonly id: string;
  readonly #folder: string;
  readonly #lock: SpoolLock;
  readonly #files: { readonly file: SpoolFile }[] = [];
  #pending = 0;

  static async open(folder: string, id: string, lock: SpoolLock, report: ReportDamage): Promise<AdoptedSpool> {
    const spool = new AdoptedSpool(folder, id, lock);
    try {
      for (const path of listSpoolFiles(folder, id)) await spool.#add(path, report);
    } catch (error) {
      await spool.#closeFiles();
      throw error;
    }
    return spool;
  }

  private constructor(folder: string, id: string, lock: SpoolLock) {
    this.#folder = folder;
    this.id = id;
    this.#lock = lock;
  }

  pending(): number {
    return this.#pending;
  }

  read(from: number, atLeast: number): Promise<SpoolBatch[]> {
    return readFiles(this.#files, from, atLeast);
  }

  async release(batches: readonly SpoolBatch[]): Promise<void> {
    this.#pending -= batches.reduce((sum, { hits }) => sum + hits, 0);
  }

  async close(): Promise<void> {
    await this.#closeFiles().finally(() => this.#lock.release());
  }

  async remove(): Promise<void> {
    await this.#closeFiles();
    await removeSpool(this.#folder, this.id, this.#lock);
  }

  async #add(path: string, report: ReportDamage): Promise<void> {
    const file = await SpoolFile.open(path, report).catch(error => {
      if (!isDamaged(error)) throw error;
      report(keepAside(path, error));
    });
    if (!file) return;
    this.#files.push({ file });
    this.#pending += await file.hits();
  }

  async #closeFiles(): Promise<void> {
    for (const { file } of this.#files) await file.close();
  }
}

/**
 * Yields the batches of a spool that another process writes and folds, without disturbing it; batches removed meanwhile
 * are left out. `closed` is called with the path of each file that this process may not read.
 */
export async function* peekSpool(
  folder: string,
  id: string,
  closed: (path: string) => void = () => undefined,
): AsyncGenerator<SpoolBatch> {
  for (const path of listSpoolFiles(folder, id)) {
    const file = await openSqliteFile(path, 'PRAGMA busy_timeout=1000;', { access: 'read' }).catch(() => null);
    if (!file) {
      if (existsSync(path)) closed(path);
      continue;
    }
    try {
      for (let after = 0; ; ) {
        const batches = await file.all<SpoolBatch>(`${BATCH} > ? ORDER BY first LIMIT ?`, [after, BATCHES]);
        yield* batches;
        after = batches.at(-1)?.first ?? after;
        if (batches.length < BATCHES) break;
      }
    } catch (error) {
      if (isRefused(error) && existsSync(path)) closed(path);
      // Otherwise the file is damaged or has no table yet: damage is reported by the folding process, and a file without a table
      // has no hits.
    } finally {
      await file.close();
    }
  }
}

/** Returns the spools with hits of other instances, which are left alone. */
export async function foreignSpools(folder: string, instance: Instance | null): Promise<ForeignSpool[]> {
  const { others, unmarked } = sortSpools(folder, instance);
  const foreign = [...others];
  for (const id of unmarked) {
    for await (const _ of peekSpool(folder, id)) {
      foreign.push({ id, instance: null });
      break;
    }
  }
  return foreign;
}

/** Returns false for a removed spool, which has been folded completely. */
export function isSpool(folder: string, id: string): boolean {
  return listSpools(folder).includes(id);
}
