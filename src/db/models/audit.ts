import type { AuditAction } from '../../domain/audit.ts';
import { bigint, id, integer, model, orNull, type RowOf, text } from './columns.ts';

/** Something that was done to a website. Rows are only ever added, and removed after a year. */
export type AuditRow = RowOf<typeof columns>;

const columns = () => ({
  id: id(),
  websiteId: integer(),
  /** Null for the command line. */
  accountId: orNull(integer()),
  via: text<'session' | 'key' | 'command'>(8),
  action: text<AuditAction>(40),
  /** To what it was done, in words that name no value that was counted. */
  details: text(255),
  /** Milliseconds since 1970, UTC. */
  at: bigint(),
});

export const defineAudit = model<AuditRow, 'id'>('audit', columns);
