import type { Database } from '../db/open.ts';

const bells = new WeakMap<Database, () => void>();

/** Calls `ring` whenever this process has given an import work to do, so that nobody waits for the next look. */
export function onImportWork(database: Database, ring: () => void): void {
  bells.set(database, ring);
}

/** Says that there is work on an import. */
export function ringForWork(database: Database): void {
  bells.get(database)?.();
}
