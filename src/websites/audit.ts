import type { Transaction } from 'sequelize';
import type { Viewer } from '../accounts/viewer.ts';
import { latestOf } from '../db/by-website.ts';
import type { AuditRow } from '../db/models/audit.ts';
import type { Database } from '../db/open.ts';
import type { AuditAction } from '../domain/audit.ts';
import { cut } from '../domain/text.ts';

/** Something that was done to a website; times are milliseconds since 1970, UTC. */
export type AuditEntry = Pick<AuditRow, 'id' | 'accountId' | 'via' | 'action' | 'details' | 'at'>;

/** Something to note. */
export interface Noted {
  readonly websiteId: number;
  readonly action: AuditAction;
  /** To what it was done, in words that name no value that was counted. */
  readonly details: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** Entries that are listed. */
const MOST = 1_000;
/** Characters of details. */
const LONGEST = 255;

/** Adds an entry, in the transaction of what it is about; without a viewer, the command line did it. */
export async function addAudit(
  { audits }: Database,
  viewer: Viewer | null,
  entry: Noted,
  transaction: Transaction,
): Promise<void> {
  const who = { accountId: viewer?.account.id ?? null, via: viewer?.via.kind ?? 'command' } as const;
  await audits.create({ ...entry, ...who, details: cut(entry.details, LONGEST) }, { transaction });
}

/** Returns the entries of each of these websites, in the order of `ids`, the latest first, 1,000 of each at most. */
export function auditsOf(database: Database, ids: readonly number[]): Promise<(readonly AuditEntry[])[]> {
  return latestOf(database, 'audits', ids, MOST);
}
