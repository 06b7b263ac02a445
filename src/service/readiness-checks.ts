import { UpgradeRefusedError } from '../backup/upgrade-refused.ts';
import type { Config } from '../config.ts';
import type { DatabaseClock } from '../db/clock.ts';
import { isMigrated, MigrationError } from '../db/migrate.ts';
import { writesWork } from '../db/models/setting.ts';
import type { Database } from '../db/open.ts';
import { HalfRestoredError } from '../db/restore-mark.ts';
import { hasDiskSpace, type ReadinessCheck } from '../http/health.ts';
import type { Spool } from '../spool/spool.ts';
import type { KnownWebsites } from '../websites/known.ts';

/** Returns the checks behind /readyz. */
export function readinessChecks({
  config,
  database,
  spool,
  websites,
  clock,
  background,
}: {
  readonly config: Config;
  readonly database: Database;
  readonly spool: Spool;
  readonly websites: KnownWebsites;
  readonly clock: DatabaseClock;
  readonly background: { isReady(): boolean; fault(): string | null };
}): ReadinessCheck[] {
  const reason = () => background.fault();
  return [
    { name: 'database', check: () => writesWork(database), reason },
    { name: 'migrations', check: () => isMigrated(database.dialect), reason },
    {
      name: 'clock',
      check: () => isClockRight(clock),
      reason: () => (clock.agrees() ? null : clockFault(clock.ahead())),
    },
    { name: 'websites', check: async () => websites.ready() },
    { name: 'fold', check: async () => background.isReady(), reason },
    { name: 'spool', check: async () => spool.hasRoom() },
    { name: 'disk', check: () => hasDiskSpace(config.dataDir) },
  ];
}

async function isClockRight(clock: DatabaseClock): Promise<boolean> {
  // Without a database, the time since the last check counts.
  await clock.check().catch(() => undefined);
  return clock.agrees();
}

/** Returns a sentence about a clock that is this many milliseconds ahead of the database's. */
export function clockFault(ahead: number): string {
  const minutes = Math.round(Math.abs(ahead) / 60_000);
  const off = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
  return `The clock of this machine is ${off} ${ahead > 0 ? 'ahead of' : 'behind'} the database's; no background work runs until it is corrected.`;
}

/** Returns a sentence, safe to show to anyone, about why the database cannot be used yet; the log has the details. */
export function unreadyBecause(error: unknown): string {
  if (error instanceof MigrationError)
    return `The migration ${error.migration} failed and will be retried; the log says why.`;
  if (error instanceof UpgradeRefusedError)
    return 'The database was not upgraded, and the last attempt changed nothing in it; the log says what to do.';
  if (error instanceof HalfRestoredError) return 'A restore was not completed; the log says how to continue.';
  return 'The database cannot be used yet; the log says why.';
}
