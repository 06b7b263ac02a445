import { setTimeout as sleep } from 'node:timers/promises';
import { mayPass } from '../db/dialect.ts';
import type { Database } from '../db/open.ts';
import { onImportWork } from '../imports/bell.ts';
import { cleanUpImports } from '../imports/clean-up.ts';
import type { ImportSettings } from '../imports/open-context.ts';
import { giveUp } from '../imports/run.ts';
import { importsToWorkOn } from '../imports/turns.ts';
import type { Log } from '../log.ts';
import { ImportChild } from './import-child.ts';

/** Milliseconds between two looks for imports that another process has left; own ones begin at once. */
const LOOK = 1_000;
const LONGEST_PAUSE = 60_000;
const CLEAN_UP_EVERY = 3_600_000;
/** An import that has ended its process so many times does so again. */
const ATTEMPTS = 5;

interface ImportWorkOptions {
  readonly database: Database;
  readonly settings: ImportSettings;
  readonly log: Log;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
}

/** Works on the imports whose files are in this DATA_DIR, one after the other, in a process of their own. */
export class ImportWork {
  readonly #options: ImportWorkOptions;
  readonly #faults = new Map<number, number>();
  #child: ImportChild | null = null;
  #working: Promise<void> = Promise.resolve();
  #waiting = new AbortController();
  #pause = LOOK;
  #cleanUpAt = 0;
  #hasRung = false;
  #stopped = false;

  constructor(options: ImportWorkOptions) {
    this.#options = options;
  }

  /** Works now, and whenever there is an import, until `stop`. */
  start(): void {
    onImportWork(this.#options.database, () => {
      this.#hasRung = true;
      this.#waiting.abort();
    });
    this.#working = this.#work();
  }

  /** Ends what has begun; the next process continues. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#waiting.abort();
    this.#child?.stop();
    await this.#working;
  }

  async #work(): Promise<void> {
    while (!this.#stopped) {
      this.#hasRung = false;
      await this.#look();
      this.#waiting = new AbortController();
      const { signal } = this.#waiting;
      // It may have rung before there was anything to wake up.
      if (!this.#hasRung && !this.#stopped) await sleep(this.#pause, undefined, { ref: false, signal }).catch(() => {});
    }
  }

  async #look(): Promise<void> {
    const { database, settings, log, now } = this.#options;
    const { dataDir } = settings;
    try {
      for (const { id } of await importsToWorkOn({ database, dataDir, now: now() })) {
        if (this.#stopped) return;
        await this.#workOn(id);
      }
      if (now() >= this.#cleanUpAt) {
        const removed = await cleanUpImports(database, dataDir, now());
        if (removed > 0) log.info({ removed }, 'Files of imports that are over were removed.');
        this.#cleanUpAt = now() + CLEAN_UP_EVERY;
      }
      this.#pause = LOOK;
    } catch (error) {
      if (this.#stopped) return;
      this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
      log.warn({ err: error }, 'Work on imports is interrupted and will be continued.');
    }
  }

  /** Throws if the database is unavailable or busy; an import that has another fault must not hold up the others. */
  async #workOn(id: number): Promise<void> {
    const { database, settings, log } = this.#options;
    this.#child = new ImportChild(id, settings);
    const fault = await this.#child.ended;
    this.#child = null;
    if (fault === null || this.#stopped) return void this.#faults.delete(id);
    if (mayPass(fault.kind)) throw new Error(fault.message);
    const faults = (this.#faults.get(id) ?? 0) + 1;
    this.#faults.set(id, faults);
    log.error({ import: id, attempt: faults, fault: fault.message }, 'An import was interrupted.');
    if (faults < ATTEMPTS) return;
    this.#faults.delete(id);
    await giveUp(database, id);
  }
}
