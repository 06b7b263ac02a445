import { destroySalts } from '../collect/salts.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { DAY } from '../domain/calendar.ts';
import { counted } from '../domain/counted.ts';
import { fillStatistics } from '../fold/fill.ts';
import { packRollups } from '../fold/pack.ts';
import { FORGET_JOB } from '../forget/forgets.ts';
import { runForgets } from '../forget/running.ts';
import { purgeTrash, removeClientIds, removeLeftovers, removeOldHits } from '../jobs/retention.ts';
import type { Job } from '../jobs/runner.ts';
import type { Log } from '../log.ts';
import { deliverAlerts } from '../reports/alert-delivery.ts';
import { watchWebsites } from '../reports/alert-watch.ts';
import { Journal } from '../reports/journal.ts';
import { sendDueReports } from '../reports/send.ts';
import { createStatsLoader, type Reading } from '../stats/loader.ts';
import { backUpApart } from './backup-process.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WATCH = 'alerts';
const WATCH_EVERY = 10 * MINUTE;
const STEP = 1_000;

export interface WorkOptions {
  readonly database: Database;
  readonly config: Config;
  /** The process's shared state for reading statistics; reports read through it. */
  readonly reading: Reading;
  readonly log: Log;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** The time of the database, which decides what is old enough to be removed. */
  readonly databaseTime: () => number;
}

/** Returns all background jobs. */
export function createJobs({ database, config, reading, log, now, databaseTime }: WorkOptions): readonly Job[] {
  const { smtpUrl, mailFrom, baseUrl, dataDir } = config;
  const journal = new Journal(dataDir);
  const stats = () => createStatsLoader(reading);
  return [
    {
      name: 'reports',
      description: 'Sends the reports that are due by the calendar of each website.',
      every: 5 * MINUTE,
      run: async signal => {
        if (smtpUrl === null) return 'Reports are off because SMTP_URL is not set.';
        return sendDueReports({ database, stats, route: { smtpUrl, mailFrom }, journal, baseUrl, now, signal, log });
      },
    },
    {
      name: WATCH,
      description: 'Looks for unusual traffic on websites that have alerts turned on.',
      every: WATCH_EVERY,
      run: signal => watchWebsites({ database, stats, log, now: now(), signal, job: WATCH, every: WATCH_EVERY }),
    },
    {
      name: 'alert-deliveries',
      description: 'Delivers alerts by e-mail and webhook, and retries failed deliveries.',
      every: MINUTE,
      run: signal => {
        const route = smtpUrl === null ? null : { smtpUrl, mailFrom };
        return deliverAlerts({ database, stats, route, baseUrl, allowed: config.webhookAllow, now, signal, log });
      },
    },
    {
      name: 'salts',
      description: 'Destroys old salts, so that visitors can no longer be recognised by them.',
      every: HOUR,
      run: async () => `Destroyed ${counted(await destroySalts(database, databaseTime()), 'salt')}.`,
    },
    {
      name: 'new-statistics',
      description: 'Counts statistics that an upgrade has added for the days before it.',
      every: MINUTE,
      run: async signal => `Counted ${counted(await fillStatistics(database, signal), 'day')}.`,
    },
    {
      name: 'rollups',
      description: 'Packs the rollups of past days and months, which makes long ranges fast to read.',
      every: MINUTE,
      run: async signal => `Packed ${await packRollups(database, signal)} days and months.`,
    },
    {
      name: FORGET_JOB,
      description: 'Removes the visits that websites are to forget.',
      every: MINUTE,
      run: async signal =>
        `Carried out ${counted(await runForgets({ database, now, signal }), 'request')} to forget visits.`,
    },
    {
      name: 'client-ids',
      description: 'Removes the ids that clients gave their hits once repeats no longer have to be recognised.',
      every: 6 * HOUR,
      run: signal => removeClientIds(database, databaseTime(), signal),
    },
    {
      name: 'retention',
      description: 'Removes hits and visits that are older than RETENTION_DAYS; rollups are kept.',
      every: HOUR,
      run: signal => removeOldHits(database, { days: config.retentionDays, now: databaseTime(), signal }),
    },
    {
      name: 'deleted-websites',
      description: 'Removes the data of deleted websites.',
      every: 10 * MINUTE,
      run: async signal =>
        `Removed ${counted(await purgeTrash(database, STEP, { now: databaseTime(), signal }), 'row')}.`,
    },
    {
      name: 'backup',
      description: 'Makes a backup in DATA_DIR and removes old ones, according to BACKUP_DAYS and BACKUP_KEEP.',
      every: Math.max(1, config.backupDays) * DAY,
      limit: 6 * HOUR,
      run: async signal => {
        if (config.backupDays === 0) return 'No backups are made because BACKUP_DAYS is 0.';
        return backUpApart(config, signal);
      },
    },
    {
      name: 'leftovers',
      description: 'Removes expired sessions and old records of deliveries and job runs.',
      every: 6 * HOUR,
      run: signal => removeLeftovers(database, databaseTime(), signal),
    },
  ];
}
