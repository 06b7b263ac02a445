import { join } from 'node:path';
import { ensureFirstAccount, type FirstAccount } from '../accounts/first-account.ts';
import { bringUp } from '../backup/upgrade.ts';
import type { Collector } from '../collect/collector.ts';
import type { Config } from '../config.ts';
import { NewerSchemaError } from '../db/migrate.ts';
import type { Database } from '../db/open.ts';
import { type FoldRun, runFold } from '../fold/run.ts';
import { startFoldThread } from '../fold/threaded.ts';
import type { FoldReport } from '../fold/work.ts';
import type { Metrics } from '../http/metrics.ts';
import { type Jobs, startJobs } from '../jobs/runner.ts';
import type { Log } from '../log.ts';
import type { Spool } from '../spool/spool.ts';
import type { Reading } from '../stats/loader.ts';
import type { KnownWebsites } from '../websites/known.ts';
import { createJobs } from './jobs.ts';
import { unreadyBecause } from './readiness.ts';

/** The parts of a gateway that start once the database can be used. */
export interface Running {
  fold: FoldRun | null;
  thread: ReturnType<typeof startFoldThread> | null;
  jobs: Jobs | null;
  stopped: boolean;
  /** The reason why the database cannot be used, for /readyz. */
  fault: string | null;
  preparing?: NodeJS.Timeout;
}

interface ConnectOptions {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  readonly spool: Spool;
  readonly spoolFolder: string;
  readonly websites: KnownWebsites;
  readonly collector: Collector;
  readonly metrics: Metrics;
  readonly running: Running;
  readonly reading: Reading;
  readonly now: () => number;
}

const FOLD_EVERY = 500;
const PREPARE_EVERY = 600_000;
const LONGEST_PAUSE = 5_000;

/** Waits for the database, migrates it, and starts what needs it. */
export async function connect(options: ConnectOptions): Promise<FirstAccount | null> {
  const { config, log, database, spool, spoolFolder, websites, collector, metrics, running, reading, now } = options;
  let first: FirstAccount | null = null;
  for (let pause = 250; !running.stopped; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    try {
      const copies = join(config.dataDir, 'backups');
      const applied = await bringUp(database, config.databaseUrl, { copies, say: text => log.warn(text) });
      if (applied.length > 0) log.info({ migrations: applied }, 'The database was migrated.');
      // Generated credentials are shown once, so a later error must not lose them.
      first = (await ensureFirstAccount(database, config, now())) ?? first;
      await websites.refresh();
      await collector.salts.prepare();
      running.fault = null;
      if (running.stopped) break;
      running.preparing = setInterval(() => void collector.salts.prepare().catch(() => undefined), PREPARE_EVERY);
      running.thread = startFoldThread(config, event => reportFold(event, log, metrics));
      running.fold = runFold(database, spool, running.thread.work, {
        folder: spoolFolder,
        every: FOLD_EVERY,
        waiting(error) {
          metrics.foldFaults.inc();
          log.warn({ err: error }, 'The fold is waiting for the database; hits are kept in the spool.');
        },
        unreadable: error => reportUnreadable(error, log, metrics),
      });
      const jobs = createJobs({ database, config, reading, log, now });
      for (const { name, every } of jobs) metrics.jobPeriod.set({ name }, every / 1000);
      running.jobs = startJobs({
        database,
        jobs,
        log,
        now,
        ended(job, outcome, at) {
          metrics.jobRuns.inc({ name: job, outcome });
          if (outcome === 'done') metrics.jobDone.set({ name: job }, at / 1000);
        },
      });
      return first;
    } catch (error) {
      if (error instanceof NewerSchemaError) throw error;
      if (running.stopped) break;
      running.fault = unreadyBecause(error);
      log.error({ err: error }, 'The database cannot be used yet; retrying.');
      await new Promise(resolve => setTimeout(resolve, pause));
    }
  }
  return first;
}

function reportFold(event: FoldReport, log: Log, metrics: Metrics): void {
  if (event.type === 'folded') {
    metrics.stored.inc(event.stored);
    metrics.duplicates.inc(event.duplicates);
    metrics.foldSeconds.observe(event.ms / 1000);
  } else if (event.type === 'conflict') {
    metrics.foldConflicts.inc();
  } else {
    metrics.bad.inc();
    log.error(
      { website: event.website, reason: event.reason },
      'A hit could not be stored and was set aside in bad_hit.',
    );
  }
}

/** Counts and logs a spool file that cannot be read. */
export function reportUnreadable(error: unknown, log: Log, metrics: Metrics): void {
  metrics.unreadable.inc();
  log.error({ err: error }, 'A spool file cannot be read.');
}
