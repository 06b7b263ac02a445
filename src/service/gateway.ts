import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FirstAccount } from '../accounts/first-account.ts';
import { createCollector } from '../collect/collector.ts';
import { openPlaces } from '../collect/place.ts';
import type { Config } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { keptFrom } from '../domain/calendar.ts';
import { putAway } from '../fold/run.ts';
import { createMetrics } from '../http/metrics.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { Log } from '../log.ts';
import { freshnessOf, oldestIn } from '../spool/lock.ts';
import { createSpool } from '../spool/spool.ts';
import { openReading } from '../stats/loader.ts';
import { KnownWebsites } from '../websites/known.ts';
import { connect, type Running, reportUnreadable } from './connect.ts';
import { openPorts } from './ports.ts';
import { readinessChecks } from './readiness.ts';
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

const REFRESH_EVERY = 3_000;
const FLUSH_EVERY = 2_000;
/**
 * The service promises to stop within ten seconds of SIGTERM: these are the milliseconds that requests, the fold, and
 * each of three closing steps may take.
 */
export const PATIENCE = { requests: 2_500, fold: 3_000, close: 1_000 };

/** Listens at once and connects to the database afterwards: an unavailable database delays readiness, not the start. */
export async function startGateway(config: Config, log: Log, now: () => number = Date.now): Promise<Gateway> {
  mkdirSync(config.dataDir, { recursive: true });
  const spoolFolder = join(config.dataDir, 'spool');
  const database = openDatabase(config.databaseUrl);
  const spool = await createSpool(spoolFolder, { damaged: error => reportUnreadable(error, log, metrics) });
  const running: Running = { fold: null, thread: null, jobs: null, stopped: false, fault: null };
  const websites = new KnownWebsites(database, {
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
      await within(closed, PATIENCE.requests);
      server.closeAllConnections();
      if (running.fold) await within(running.fold.drain(), PATIENCE.fold);
      const { jobs, fold, thread } = running;
      await within(
        Promise.all([jobs?.stop(), fold?.stop(), collector.ledger.flush(), websites.stop()]),
        PATIENCE.close,
      );
      await thread?.stop();
      // Hits that are not folded yet stay on disk, and the next process on this DATA_DIR adopts them.
      await within(
        putAway(database, spool).finally(() => database.close()),
        PATIENCE.close,
      );
    },
  };
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
