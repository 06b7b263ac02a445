import type { Server } from 'node:http';
import { join } from 'node:path';
import { Collector } from '../collect/collector.ts';
import { openPlaces, type Places } from '../collect/place.ts';
import type { Config } from '../config.ts';
import { DatabaseClock, thisMachine } from '../db/clock.ts';
import { type Database, openDatabase } from '../db/open.ts';
import { lazy } from '../domain/lazy.ts';
import { createMetrics } from '../http/metrics.ts';
import type { Log } from '../log.ts';
import { makeFolder } from '../process/durable.ts';
import { freshnessOf, oldestIn } from '../spool/lock.ts';
import { sortSpools } from '../spool/owner.ts';
import { Spool } from '../spool/spool.ts';
import { KnownWebsites } from '../websites/known.ts';
import { Background, reportUnreadable } from './background.ts';
import { readinessChecks } from './readiness-checks.ts';
import type { ServiceReading } from './reading.ts';
import { createGatewayServer } from './surfaces.ts';

/** What a gateway consists of. */
export interface Parts {
  readonly database: Database;
  readonly spool: Spool;
  readonly websites: KnownWebsites;
  readonly places: Places;
  readonly collector: Collector;
  readonly background: Background;
  /** Not listening yet. */
  readonly server: Server;
  /** Loads what answers questions; until then, these wait. */
  readonly loadAnswers: () => Promise<void>;
  /** Ends the threads that read statistics, if they were ever loaded. */
  readonly stopReading: () => Promise<void>;
}

const REFRESH_EVERY = 3_000;

/** Opens what needs no database connection; only a disk that cannot be written makes it reject. */
export async function openParts(config: Config, log: Log, now: () => number): Promise<Parts> {
  makeFolder(config.dataDir);
  const spoolFolder = join(config.dataDir, 'spool');
  const database = openDatabase(config.databaseUrl, { folder: config.dataDir });
  const spool = await Spool.create(spoolFolder, { damaged: error => reportUnreadable(error, log, metrics) });
  // Hits of another database do not count as waiting, or the statistics would never be fresh.
  const oldest = () =>
    oldestIn(spoolFolder, spool.instance() ? sortSpools(spoolFolder, spool.instance()).ours : undefined);
  const websites = new KnownWebsites(database, {
    every: REFRESH_EVERY,
    report() {
      // Before it is ready, it logs what it is waiting for.
      if (background.isReady()) log.warn('The websites cannot be read from the database at the moment.');
    },
  });
  const places = openPlaces({ path: config.geoDb, warn: message => log.warn(message) });
  const { collectRateLimit: rateLimit, spamList } = config;
  const collector = new Collector({ database, spool, websites, places, rateLimit, spamList, now });
  const metrics = createMetrics({
    collector,
    spoolPending: () => background.pending(),
    packing: () => background.packing(),
    foldLag() {
      const since = oldest();
      return since === 0 ? 0 : now() - since;
    },
  });
  let threads: ServiceReading['threads'] | undefined;
  const loadReading = lazy(async () => {
    const { openServiceReading } = await import('./reading.ts');
    const opened = openServiceReading({ config, database, log, freshAt: freshnessOf(oldest, now) });
    threads = opened.threads;
    return opened.reading;
  });
  const clock = new DatabaseClock(database, thisMachine(now));
  const background = new Background({
    config,
    log,
    database,
    spool,
    websites,
    salts: collector.salts,
    metrics,
    loadReading,
    clock,
    now,
  });
  const { server, loadAnswers } = createGatewayServer({
    config,
    log,
    database,
    loadReading,
    collector,
    metrics,
    checks: readinessChecks({ config, database, spool, websites, clock, background }),
    warnings: () => background.warnings(),
    begun: () => background.isReady(),
    now,
  });
  const stopReading = async () => threads?.stop();
  return { database, spool, websites, places, collector, background, server, loadAnswers, stopReading };
}
