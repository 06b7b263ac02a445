import type { ImportKind, ImportState } from './import.ts';

/** How far an import is in the state that it is in. */
export interface ImportPlace {
  readonly state: ImportState;
  readonly kind: ImportKind | null;
  readonly dryRun: boolean;
  /** The share of this state's work that is done. */
  readonly share: number;
}

/** The share of the whole work that is done when all files have been read, by what that takes of the time. */
const READ = { hits: 0.25, sums: 0.3 } as const;
/** The same when all rows are counted; sums are merged then. */
const COUNTED = { hits: 0.97, sums: 0.87 } as const;
/** The same while the result is compared with the files. */
const CHECKING = 0.98;

/** Returns the share of the whole work that is done, from 0 to 1, which is only for what is over or taken out. */
export function progressOf({ state, kind, dryRun, share }: ImportPlace): number {
  if (state === 'waiting') return 0;
  const of = kind ?? 'sums';
  if (state === 'reading') return (dryRun ? CHECKING : READ[of]) * share;
  if (state === 'running') return READ[of] + (COUNTED[of] - READ[of]) * share;
  return state === 'checking' ? CHECKING : 1;
}

/** Returns how many of the rows of a running import are counted, which its progress says. */
export function rowsCounted(progress: number, kind: ImportKind | null, rows: number): number {
  const of = kind ?? 'sums';
  return Math.round((Math.max(0, progress - READ[of]) / (COUNTED[of] - READ[of])) * rows);
}
