import type { Database } from '../db/open.ts';
import type { KnownValues } from '../fold/known-values.ts';

/** What the work on an import needs. */
export interface ImportContext {
  readonly database: Database;
  readonly dataDir: string;
  /** The most bytes that the files may have, unpacked. */
  readonly maxBytes: number;
  readonly retentionDays: number;
  readonly maxNewValues: number;
  /** The path of the database of places; null for the packaged one. */
  readonly geoDb: string | null;
  /** Whether hits with a referrer of the list of known spam are left out. */
  readonly spamList: boolean;
  /** Milliseconds since 1970, UTC; the second is that of the database. */
  readonly now: () => number;
  readonly databaseTime: () => number;
  readonly known: KnownValues;
  /** The most rows of a batch; by default, as many as a transaction should have. */
  readonly mostRows?: number;
  /** The most hashes of values, visitors, rows or ids that are kept in memory; by default MOST_IN_MEMORY, and half of it for ids. */
  readonly mostInMemory?: number;
  /** Milliseconds between two notes of how far the reading is; by default a second. */
  readonly tellEvery?: number;
  /** Stops after the running transaction; another call continues. */
  readonly signal?: AbortSignal;
  /** Called after each transaction, with the name of the step. */
  readonly stepped?: (step: string) => void | Promise<void>;
}
