import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureFirstAccount, type FirstAccount } from '../accounts/first-account.ts';
import { bringUp } from '../backup/upgrade.ts';
import { type Collector, createCollector } from '../collect/collector.ts';
import { openPlaces } from '../collect/place.ts';
import type { Config } from '../config.ts';
import { NewerSchemaError } from '../db/migrate.ts';
import { type Database, openDatabase } from '../db/open.ts';
import { keptFrom } from '../domain/day.ts';
import { type FoldRun, putAway, runFold } from '../fold/run.ts';
import { startFoldThread } from '../fold/threaded.ts';
import type { FoldReport } from '../fold/work.ts';
import { createMetrics, type Metrics } from '../http/metrics.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { type Jobs, startJobs } from '../jobs/schedule.ts';
import type { Log } from '../log.ts';
import { freshnessOf, oldestIn } from '../spool/lock.ts';
import { createSpool, type Spool } from '../spool/spool.ts';
import { openReading, type Reading } from '../stats/loader.ts';
import { type KnownWebsites, openKnownWebsites } from '../websites/known.ts';
import { createJobs } from './jobs.ts';
import { openPorts } from './ports.ts';
import { readinessChecks, unreadyBecause } from './readiness.ts';
import { createGatewayServer } from './surfaces.ts';

/** One running process that collects hits, folds them and serves requests. */
export interface Gateway {
  /** The port it actually listens on. */
  readonly port: number;
  /**
   * Resolves once the database is migrated and everything runs, with the first account if this start created it.
   * Rejects if the database is from a newer release.
   */
  readonly ready: Promise<FirstAccount | null>;
  /** Resolves when everything acknowledged so far is folded. */
  drain(): Promise<void>;
  /** Stops accepting, finishes requests, folds the spool and closes. Takes less than ten seconds. */
  stop(): Promise<void>;
}

const FOLD_EVERY = 500;
const REFRESH_EVERY = 3_000;
const FLUSH_EVERY = 2_000;
const PREPARE_EVERY = 600_000;
const LONGEST_PAUSE = 5_000;
/**
 * The service promises to stop within ten seconds of SIGTERM: these limit requests, the fold, and each of three closing
 * steps.
 */
const REQUEST_PATIENCE = 2_500;
const FOLD_PATIENCE = 3_000;
const CLOSE_PATIENCE = 1_000;

/** Listens at once and connects to the database afterwards: an unavailable database delays readiness, not the start. */
export async function startGateway(config: Config, log: Log, now: () => number = Date.now): Promise<Gateway> {
  mkdirSync(config.dataDir, { recursive: true });
  const spoolFolder = join(config.dataDir, 'spool');
  const database = openDatabase(config.databaseUrl);
  const spool = await createSpool(spoolFolder, { damaged: error => reportUnreadable(error, log, metrics) });
  const running: Running = { fold: null, thread: null, jobs: null, stopped: false, fault: null };
  const websites = openKnownWebsites(database, {
    every: REFRESH_EVERY,
    report() {
      // Before the fold runs, connect() logs what it is waiting for.
      if (running.fold) log.warn('The websites cannot be read from the database at the moment.');
    },
  });
  const places = openPlaces({ path: config.geoDb, warn: message => log.warn(message) });
  const collector = createCollector({ database, spool, websites, places, rateLimit: config.collectRateLimit, now });
  const metrics = createMetrics({
    collector,
    spoolPending: () => running.fold?.pending() ?? spool.pending(),
    foldLag() {
      const oldest = oldestIn(spoolFolder);
      return oldest === 0 ? 0 : now() - oldest;
    },
  });
  const reading = openReading(database, {
    freshAt: freshnessOf(spoolFolder, now),
    keptFrom: () => keptFrom(now(), config.retentionDays),
  });
  const server = createGatewayServer({
    config,
    log,
    database,
    reading,
    collector,
    metrics,
    checks: readinessChecks({ config, database, spool, websites, running }),
    rateLimit: createRateLimit(config.rateLimit),
    now,
  });
  const ports = await openPorts(server, config);

  // Otherwise clients that keep their connection would send further requests until they are cut off.
  server.prependListener('request', (_request, response) => {
    if (running.stopped) response.shouldKeepAlive = false;
  });

  const ready = connect({
    config,
    log,
    database,
    spool,
    spoolFolder,
    websites,
    collector,
    metrics,
    running,
    reading,
    now,
  });
  ready.catch(() => undefined);
  void places.warm();
  const flushing = setInterval(() => void collector.ledger.flush(), FLUSH_EVERY);

  return {
    port: ports.own,
    ready,
    async drain() {
      await ready;
      await running.fold?.drain();
      await collector.ledger.flush();
    },
    async stop() {
      running.stopped = true;
      clearInterval(flushing);
      clearInterval(running.preparing);
      const closed = ports.close();
      server.closeIdleConnections();
      await within(closed, REQUEST_PATIENCE);
      server.closeAllConnections();
      if (running.fold) await within(running.fold.drain(), FOLD_PATIENCE);
      const { jobs, fold, thread } = running;
      await within(
        Promise.all([jobs?.stop(), fold?.stop(), collector.ledger.flush(), websites.stop()]),
        CLOSE_PATIENCE,
      );
      await thread?.stop();
      // Hits that are not folded yet stay on disk, and the next process on this DATA_DIR adopts them.
      await within(
        putAway(database, spool).finally(() => database.close()),
        CLOSE_PATIENCE,
      );
    },
  };
}

interface Running {
  fold: FoldRun | null;
  thread: ReturnType<typeof startFoldThread> | null;
  jobs: Jobs | null;
  stopped: boolean;
  /** The reason why the database cannot be used, for /readyz. */
  fault: string | null;
  preparing?: NodeJS.Timeout;
}

interface Parts {
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

/** Waits for the database, migrates it, and starts what needs it. */
async function connect(parts: Parts): Promise<FirstAccount | null> {
  const { config, log, database, spool, spoolFolder, websites, collector, metrics, running, reading, now } = parts;
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

function reportUnreadable(error: unknown, log: Log, metrics: Metrics): void {
  metrics.unreadable.inc();
  log.error({ err: error }, 'A spool file cannot be read.');
}

async function within(work: Promise<unknown>, patience: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    work.catch(() => undefined),
    new Promise<void>(resolve => {
      timer = setTimeout(resolve, patience);
    }),
  ]);
  clearTimeout(timer);
}
