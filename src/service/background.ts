import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FirstAccount } from '../accounts/first-account.ts';
import { bringUp } from '../backup/bring-up.ts';
import type { Salts } from '../collect/salts.ts';
import type { Config } from '../config.ts';
import type { DatabaseClock } from '../db/clock.ts';
import { readInstance, settleInstance } from '../db/instance.ts';
import { NewerSchemaError } from '../db/migrate.ts';
import type { Database } from '../db/open.ts';
import { copyRevocations } from '../db/revocations.ts';
import { FoldLoop } from '../fold/run.ts';
import { FoldThread } from '../fold/threaded.ts';
import type { FoldReport } from '../fold/work.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Jobs } from '../jobs/runner.ts';
import type { Log } from '../log.ts';
import { loadInSteps } from '../process/load-in-steps.ts';
import type { Spool } from '../spool/spool.ts';
import type { Reading } from '../stats/loader.ts';
import type { KnownWebsites } from '../websites/known.ts';
import type { ColumnPacking, PackingStatus } from './column-packing.ts';
import type { ImportWork } from './import-work.ts';
import { clockFault, unreadyBecause } from './readiness-checks.ts';
import { recordSettings } from './settings.ts';

export interface BackgroundOptions {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  readonly spool: Spool;
  readonly websites: KnownWebsites;
  readonly salts: Salts;
  readonly metrics: Metrics;
  readonly loadReading: () => Promise<Reading>;
  readonly clock: DatabaseClock;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
}

const FOLD_EVERY = 500;
const PREPARE_EVERY = 600_000;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;

/** The part of a gateway that begins once its database can be used: the fold and the jobs. */
export class Background {
  readonly #options: BackgroundOptions;
  #first: FirstAccount | null = null;
  #fold: FoldLoop | null = null;
  #thread: FoldThread | null = null;
  #jobs: Jobs | null = null;
  #packing: ColumnPacking | null = null;
  #imports: ImportWork | null = null;
  #preparing: NodeJS.Timeout | undefined;
  #beginning: Promise<void> = Promise.resolve();
  #halted = false;
  #fault: string | null = null;
  #isOff = false;

  constructor(options: BackgroundOptions) {
    this.#options = options;
  }

  /** Retries to prepare the database, then begins to fold and to run jobs. Rejects if a newer release has used it. */
  async start(): Promise<FirstAccount | null> {
    for (let pause = FIRST_PAUSE; !this.#halted; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
      try {
        await this.prepare();
        this.#fault = null;
        if (!this.#halted) this.#beginning = this.#begin();
        this.#beginning.catch(() => undefined);
        break;
      } catch (error) {
        if (error instanceof NewerSchemaError) throw error;
        if (this.#halted) break;
        this.#fault = unreadyBecause(error);
        this.#options.log.error({ err: error }, 'The database cannot be used yet; retrying.');
        await sleep(pause);
      }
    }
    return this.#first;
  }

  /** Migrates the database, and loads what collecting needs from it. */
  async prepare(): Promise<void> {
    const { config, log, database, spool, websites, salts, now } = this.#options;
    // Until an upgrade has succeeded, hits for the websites that are known are collected.
    const instance = await readInstance(database).catch(() => undefined);
    if (instance !== undefined) await spool.bind(instance);
    const copies = join(config.dataDir, 'backups');
    const applied = await bringUp(database, config.databaseUrl, { copies, say: text => log.warn(text) });
    if (applied.length > 0) log.info({ migrations: applied }, 'The database was migrated.');
    await spool.bind(await settleInstance(database));
    if ((await database.accounts.count()) === 0) {
      const { ensureFirstAccount } = await import('../accounts/first-account.ts');
      // Generated credentials are shown once, so a later error must not lose them.
      this.#first = (await ensureFirstAccount(database, config, now())) ?? this.#first;
    }
    await recordSettings(database, config);
    await websites.refresh();
    await salts.prepare();
    await this.#listRevocations();
  }

  isReady(): boolean {
    return this.#fold !== null;
  }

  /** Returns why the database cannot be used, as a sentence for anyone; null if nothing is known to be wrong. */
  fault(): string | null {
    return this.#fault;
  }

  /** Returns a sentence for anyone about each thing that is wrong but keeps nobody from using the service. */
  warnings(): readonly string[] {
    const told = (spools: readonly unknown[] | undefined, what: string) =>
      spools?.length ? [`DATA_DIR has spools ${what} (${spools.length}); the log and "doctor" say more.`] : [];
    return [
      ...told(this.#fold?.foreign(), 'of another database, whose hits are not counted here'),
      ...told(this.#fold?.closed(), 'that cannot be opened, whose hits are not counted yet'),
    ];
  }

  /** Returns how packing columns is going; null if it has not begun. */
  packing(): PackingStatus | null {
    return this.#packing?.status() ?? null;
  }

  /** Returns the number of acknowledged hits that are not folded yet. */
  pending(): number {
    return (this.#fold ?? this.#options.spool).pending();
  }

  /** Resolves when everything that is durable now is folded; at once if folding has not begun. */
  async drain(): Promise<void> {
    await this.#fold?.drain();
  }

  /** Resolves once the jobs and the work on imports have begun, too. */
  loaded(): Promise<void> {
    return this.#beginning;
  }

  /** Tries no longer to reach the database; what has begun continues until `stop`. */
  halt(): void {
    this.#halted = true;
    clearInterval(this.#preparing);
  }

  /** Resolves when no job runs and no fold is under way. */
  async stop(): Promise<void> {
    await this.loaded().catch(() => undefined);
    await Promise.all([this.#jobs?.stop(), this.#fold?.stop(), this.#packing?.stop(), this.#imports?.stop()]);
  }

  /** Interrupts a fold that has not ended by itself; its hits stay in the spool. */
  async stopThread(): Promise<void> {
    await this.#thread?.stop();
  }

  /** Begins to fold at once; the rest is loaded afterwards, because nothing is lost until it runs. */
  async #begin(): Promise<void> {
    const { config, log, database, spool, salts, metrics, loadReading, clock, now } = this.#options;
    this.#preparing = setInterval(() => {
      salts.prepare().catch(() => undefined);
      void this.#listRevocations();
    }, PREPARE_EVERY);
    const thread = new FoldThread(config, event => reportFold(event, log, metrics));
    this.#thread = thread;
    this.#fold = new FoldLoop(database, spool, (...order) => thread.fold(...order), {
      folder: join(config.dataDir, 'spool'),
      every: FOLD_EVERY,
      waiting(error) {
        metrics.foldFaults.inc();
        log.warn({ err: error }, 'The fold is waiting for the database; hits are kept in the spool.');
      },
      unreadable: error => reportUnreadable(error, log, metrics),
      foreign: (message, spool) => log.error({ spool }, message),
    });
    const [reading, { createJobs }, { Jobs }, { ColumnPacking }, { ImportWork }] = await loadInSteps(
      loadReading,
      () => import('./jobs.ts'),
      () => import('../jobs/runner.ts'),
      () => import('./column-packing.ts'),
      () => import('./import-work.ts'),
    );
    if (this.#halted) return;
    const jobs = createJobs({ database, config, reading, log, now, databaseTime: () => clock.now() });
    for (const { name, every } of jobs) metrics.jobPeriod.set({ name }, every / 1000);
    this.#jobs = new Jobs({
      database,
      jobs,
      log,
      now,
      mayRun: () => this.#clockAgrees(),
      ended(job, outcome, at) {
        metrics.jobRuns.inc({ name: job, outcome });
        if (outcome === 'done') metrics.jobDone.set({ name: job }, at / 1000);
      },
    });
    const { databaseUrl, dataDir } = config;
    this.#packing = new ColumnPacking({ database, databaseUrl, dataDir, log, now });
    this.#packing.start();
    this.#imports = new ImportWork({ database, settings: config, log, now });
    this.#imports.start();
  }

  async #listRevocations(): Promise<void> {
    const { database, log } = this.#options;
    await copyRevocations(database).catch(error =>
      log.warn({ err: error }, 'Revocations cannot be listed in DATA_DIR; a restored backup could revive them.'),
    );
  }

  /** Work that depends on the time waits while this machine's clock is off from the database's. */
  async #clockAgrees(): Promise<boolean> {
    const { clock, log } = this.#options;
    await clock.check();
    const isOff = !clock.agrees();
    if (isOff && !this.#isOff) log.error(clockFault(clock.ahead()));
    if (!isOff && this.#isOff) log.info('Background work continues: the clock of this machine is right again.');
    this.#isOff = isOff;
    return !isOff;
  }
}

function reportFold(event: FoldReport, log: Log, metrics: Metrics): void {
  if (event.type === 'folded') {
    metrics.stored.inc(event.stored);
    metrics.duplicates.inc(event.duplicates);
    metrics.foldSeconds.observe(event.ms / 1000);
  } else if (event.type === 'conflict') {
    metrics.foldConflicts.inc();
  } else {
    metrics.bad.inc(event.hits);
    log.error(
      { website: event.website, hits: event.hits, reason: event.reason },
      'Hits could not be stored and were set aside in bad_hit.',
    );
  }
}

/** Counts and logs a spool file that cannot be read. */
export function reportUnreadable(error: unknown, log: Log, metrics: Metrics): void {
  metrics.unreadable.inc();
  log.error({ err: error }, 'A spool file cannot be read.');
}
