import { destroySalts } from '../collect/salts.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { packRollups } from '../fold/pack.ts';
import { removeClientIds, removeLeftovers, removeOldHits } from '../jobs/retention.ts';
import type { Job } from '../jobs/schedule.ts';
import type { Log } from '../log.ts';
import { deliverAlerts } from '../reports/alert-deliver.ts';
import { watchWebsites } from '../reports/alert-watch.ts';
import { openJournal } from '../reports/journal.ts';
import { sendDueReports } from '../reports/run.ts';
import { createStatsLoader, type Reading } from '../stats/loader.ts';
import { purgeTrash } from '../websites/trash.ts';
import { backUpApart } from './backup-process.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WATCH = 'alerts';
const WATCH_EVERY = 10 * MINUTE;
/** Rows of a deleted website that one transaction removes. */
const STEP = 1_000;

export interface WorkOptions {
  readonly database: Database;
  readonly config: Config;
  /** What the process keeps for reading statistics; reports read through it. */
  readonly reading: Reading;
  readonly log: Log;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
}

/** All background work there is. */
export function createJobs({ database, config, reading, log, now }: WorkOptions): readonly Job[] {
  const { smtpUrl, mailFrom, baseUrl, dataDir } = config;
  const journal = openJournal(dataDir);
  const stats = () => createStatsLoader(reading);
  return [
    {
      name: 'reports',
      description: 'Sends the reports that are due; the calendar of each website says which these are.',
      every: 5 * MINUTE,
      run: async signal => {
        if (smtpUrl === null) return 'Reports are off, for there is no SMTP_URL.';
        return sendDueReports({ database, stats, route: { smtpUrl, mailFrom }, journal, baseUrl, now, signal, log });
      },
    },
    {
      name: WATCH,
      description: 'Looks for what is unusual at the websites that want alerts.',
      every: WATCH_EVERY,
      run: signal => watchWebsites({ database, stats, log, now: now(), signal, job: WATCH, every: WATCH_EVERY }),
    },
    {
      name: 'alert-deliveries',
      description: 'Tells alerts by mail and webhook, and tries again what was refused.',
      every: MINUTE,
      run: signal => {
        const route = smtpUrl === null ? null : { smtpUrl, mailFrom };
        return deliverAlerts({ database, route, baseUrl, allowed: config.webhookAllow, now, signal });
      },
    },
    {
      name: 'salts',
      description: 'Destroys the salts that nobody may be able to recognise a visitor by any more.',
      every: HOUR,
      run: async () => `Destroyed ${await destroySalts(database, now())} salts.`,
    },
    {
      name: 'rollups',
      description: 'Packs the rollups of days and months that are over, which makes long ranges fast to read.',
      every: MINUTE,
      run: async signal => `Packed ${await packRollups(database, signal)} days and months.`,
    },
    {
      name: 'client-ids',
      description: 'Removes the ids that clients gave their hits once a repeat need not be known any more.',
      every: 6 * HOUR,
      run: signal => removeClientIds(database, now(), signal),
    },
    {
      name: 'retention',
      description: 'Removes hits and visits that are older than RETENTION_DAYS; the rollups stay.',
      every: HOUR,
      run: signal => removeOldHits(database, { days: config.retentionDays, now: now(), signal }),
    },
    {
      name: 'deleted-websites',
      description: 'Removes what was counted for websites that were deleted.',
      every: 10 * MINUTE,
      run: async signal => `Removed ${await purgeTrash(database, STEP, { now: now(), signal })} rows.`,
    },
    {
      name: 'backup',
      description: 'Makes a backup in DATA_DIR and removes old ones, as BACKUP_DAYS and BACKUP_KEEP say.',
      every: Math.max(1, config.backupDays) * DAY,
      limit: 6 * HOUR,
      run: async signal => {
        if (config.backupDays === 0) return 'No backups are made, for BACKUP_DAYS is 0.';
        return backUpApart(config, signal);
      },
    },
    {
      name: 'leftovers',
      description: 'Removes expired sessions and old records of what was sent and what ran.',
      every: 6 * HOUR,
      run: signal => removeLeftovers(database, now(), signal),
    },
  ];
}
