import type { Transaction } from 'sequelize';
import type { ImportRow } from '../db/models/import.ts';
import type { Database } from '../db/open.ts';
import { lockFold } from '../db/rollups/fold-state.ts';
import { countingImports, startUndoing } from '../db/rollups/held-import.ts';
import { retriedTransaction } from '../db/transaction.ts';
import { badInput } from '../errors.ts';
import { findLeaning, nameOf } from './leaning.ts';

/**
 * Makes an import one that is taken out; a process that works on it notices and stops. Returns false if it has gone a
 * state further meanwhile; otherwise `note` runs in its transaction. Throws BAD_USER_INPUT while another import is counted without the rows of this one.
 */
export function startUndo(
  { dialect }: Database,
  row: ImportRow,
  note: (transaction: Transaction) => Promise<void>,
): Promise<boolean> {
  return retriedTransaction(dialect, async tx => {
    // As in beginRunning, so that one of the two comes first.
    await lockFold(tx, dialect, row.websiteId);
    const working = findLeaning(row.id, await countingImports(tx, dialect, row.websiteId));
    if (working)
      throw badInput({
        id: [
          `Import ${nameOf(working)} is running, and leaves out rows because this import has them; undo this import when that one is over, or undo that one first.`,
        ],
      });
    const begun = (await startUndoing(tx, row)) === 1;
    if (begun) await note(tx.models);
    return begun;
  });
}
