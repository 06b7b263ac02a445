import { FREQUENCIES, type Frequency } from '../domain/period.ts';
import type { Dialect, Executor } from './dialect.ts';

/**
 * Where a report stands. `claimed`: a process prepares or transmits it, and nothing can have arrived. `handed`: its end
 * was being transmitted; whether it arrived is only known to whoever did it. `waiting`: it is tried again. `sent` and
 * `failed` are final.
 */
export type ReportState = 'claimed' | 'handed' | 'waiting' | 'sent' | 'failed';

/** The report of one website to one recipient about one period. */
export interface ReportKey {
  readonly website: number;
  readonly recipient: number;
  readonly frequency: Frequency;
  /** First day of the period, since 1970-01-01. */
  readonly day: number;
}

/** A report that was begun; times are milliseconds since 1970, UTC. */
export interface ReportRow extends ReportKey {
  readonly state: ReportState;
  /** The attempt that has it, or had it last. */
  readonly claim: string;
  /** Until when a claim holds. */
  readonly heldUntil: number;
  /** From when on a waiting one may be tried again. */
  readonly nextAt: number;
  readonly attempts: number;
  readonly changedAt: number;
  /** Why it waits or failed. */
  readonly note: string;
}

interface Stored extends Omit<ReportRow, 'frequency'> {
  readonly number: number;
}

const KEY = 'website_id = ? AND recipient_id = ? AND frequency = ? AND day = ?';
const LONGEST_NOTE = 1_000;

/** The reports of a website about periods that began on `fromDay` or later, the latest change first. */
export async function readReports(
  executor: Executor,
  website: number,
  fromDay: number,
  limit = 100_000,
): Promise<ReportRow[]> {
  const rows = await executor.all<Stored>(
    'SELECT website_id AS website, recipient_id AS recipient, frequency AS number, day, state, claim, held_until AS heldUntil, next_at AS nextAt, attempts, changed_at AS changedAt, note' +
      ' FROM report WHERE website_id = ? AND day >= ? ORDER BY changed_at DESC, recipient_id, frequency, day LIMIT ?',
    [website, fromDay, limit],
  );
  return rows.map(({ number, ...row }) => ({ ...row, frequency: FREQUENCIES[number] ?? 'WEEKLY' }));
}

/**
 * Takes a report for one attempt: makes its row, or takes over the row as it was read. False when somebody else was
 * quicker; of all that try, one takes it.
 */
export async function claimReport(
  dialect: Dialect,
  key: ReportKey,
  before: ReportRow | null,
  { claim, heldUntil, now }: { claim: string; heldUntil: number; now: number },
): Promise<boolean> {
  if (before) {
    const taken = await dialect.run(
      `UPDATE report SET state = 'claimed', claim = ?, held_until = ?, attempts = attempts + 1, changed_at = ? WHERE ${KEY} AND claim = ? AND state = ?`,
      [claim, heldUntil, now, ...keyOf(key), before.claim, before.state],
    );
    return taken === 1;
  }
  try {
    await dialect.run(
      "INSERT INTO report (website_id, recipient_id, frequency, day, state, claim, held_until, next_at, attempts, changed_at, note) VALUES (?, ?, ?, ?, 'claimed', ?, ?, 0, 1, ?, '')",
      [...keyOf(key), claim, heldUntil, now],
    );
    return true;
  } catch (error) {
    if (dialect.fault(error) === 'duplicate') return false;
    throw error;
  }
}

/** Moves a report that this claim still has from one state to another; false when the claim has lost it. */
export async function moveReport(
  executor: Executor,
  key: ReportKey,
  claim: string,
  {
    from,
    to,
    now,
    nextAt = 0,
    note = '',
  }: { from: readonly ReportState[]; to: ReportState; now: number; nextAt?: number; note?: string },
): Promise<boolean> {
  const moved = await executor.run(
    `UPDATE report SET state = ?, changed_at = ?, next_at = ?, note = ? WHERE ${KEY} AND claim = ? AND state IN (${from.map(() => '?').join(', ')})`,
    [to, now, nextAt, note.slice(0, LONGEST_NOTE), ...keyOf(key), claim, ...from],
  );
  return moved === 1;
}

function keyOf({ website, recipient, frequency, day }: ReportKey): readonly number[] {
  return [website, recipient, FREQUENCIES.indexOf(frequency), day];
}
