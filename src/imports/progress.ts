import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialect, Transaction } from '../db/dialect.ts';
import type { ImportRow } from '../db/models/import.ts';
import { isRegistered } from '../db/rollups/fold-state.ts';
import { changeHeld, type HeldChange } from '../db/rollups/held-import.ts';
import { retriedTransaction } from '../db/transaction.ts';
import { FoldConflict } from '../fold/fold-conflict.ts';
import type { ImportContext } from './context.ts';

const ATTEMPTS = 20;

/** Thrown when an import was taken by another process, or its website is deleted; nothing more may be written. */
export class ImportLost extends Error {
  constructor(id: number) {
    super(`The import ${id} is no longer held by this process.`);
  }
}

/** An import that this process holds. */
export interface HeldImport {
  readonly row: ImportRow;
  readonly holder: string;
}

/**
 * Runs `work` in a transaction that also changes the import, only as long as this process holds it: both, or neither.
 * It is repeated after a conflict. Throws ImportLost. `step` names it for tests.
 */
export async function stepOf<T>(
  context: ImportContext,
  { row, holder }: HeldImport,
  step: string,
  change: HeldChange,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { database } = context;
  for (let attempt = 1; ; attempt++)
    try {
      let locked = 0;
      const result = await retriedTransaction(database.dialect, async tx => {
        locked = performance.now();
        // The order of locks is that of the fold: first the website's.
        if (!(await isRegistered(tx, row.websiteId))) throw new ImportLost(row.id);
        const made = await work(tx);
        const changed = await changeHeld(tx, row, holder, change);
        if (changed === 0) throw new ImportLost(row.id);
        return made;
      });
      await context.stepped?.(step);
      await letOthersWrite(database.dialect, performance.now() - locked);
      return result;
    } catch (error) {
      if (!(error instanceof FoldConflict) || attempt === ATTEMPTS) throw error;
    }
}

/** The longest pause between two transactions, in milliseconds. */
const PAUSE = 50;

/** Waits for a part of the time that a transaction took, where others who want to write do not queue but try again. */
async function letOthersWrite({ ownsDatabase }: Dialect, took: number): Promise<void> {
  if (ownsDatabase) await sleep(Math.min(PAUSE, took / 3));
}
