import type { Dialect, Executor } from '../dialect.ts';

/** A column that a process of an earlier release cannot do without, under its old and its new name. */
export interface Fence {
  readonly table: string;
  readonly from: string;
  readonly to: string;
}

/** Returns true where the column has its new name. */
export async function isRenamed(executor: Executor, { table, to }: Fence): Promise<boolean> {
  try {
    await executor.all(`SELECT ${to} FROM ${table} LIMIT 1`);
    return true;
  } catch {
    // Neither engine renames a column only if it has its old name, so this is checked first.
    return false;
  }
}

export async function rename(executor: Executor, fence: Fence): Promise<void> {
  const { table, from, to } = fence;
  if (!(await isRenamed(executor, fence))) await executor.run(`ALTER TABLE ${table} RENAME COLUMN ${from} TO ${to}`);
}

/**
 * Makes a copy of the database while nothing folds, and raises the fence before anything folds again: what is not in
 * the copy stays in the spools.
 */
export function fenceBehind(dialect: Dialect, fence: Fence, copy: () => Promise<void>): Promise<void> {
  return dialect.transaction(async tx => {
    // Every fold locks its website's row first.
    await tx.all(`SELECT website_id FROM website_fold${dialect.forUpdate}`);
    await copy();
    // Throws where the server has closed the connection meanwhile, and with it the locks.
    await tx.all('SELECT 1');
    // On a server, changing a table would end the transaction of its connection.
    await rename(dialect.ownsDatabase ? tx : dialect, fence);
  });
}
