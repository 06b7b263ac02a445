import type { Transaction } from '../db/dialect.ts';
import type { ImportRow } from '../db/models/import.ts';
import { isRegistered } from '../db/rollups/fold-state.ts';
import { changeHeld, type HeldChange } from '../db/rollups/held-import.ts';
import { runStep } from '../fold/step.ts';
import type { ImportContext } from './context.ts';

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
  const { database, stepped } = context;
  return runStep(
    database.dialect,
    async tx => {
      // The order of locks is that of the fold: first the website's.
      if (!(await isRegistered(tx, row.websiteId))) throw new ImportLost(row.id);
      const made = await work(tx);
      const changed = await changeHeld(tx, row, holder, change);
      if (changed === 0) throw new ImportLost(row.id);
      return made;
    },
    () => stepped?.(step),
  );
}
