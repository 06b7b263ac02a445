import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import type { Dialect } from './dialect.ts';
import { readSetting, type Settings, writeSetting } from './models/setting.ts';

const HOUR = 3_600_000;
/** A process whose clock differs from the database's by more milliseconds than this must not do background work. */
const SLACK = 300_000;
/** A server is asked again after this many milliseconds, and an embedded database written to. */
const EVERY = { ask: 10_000, write: 60_000 };
/** How long an embedded database is in doubt about a clock before the clock may be used, and before it is believed. */
const DOUBT = { unusable: HOUR, unbelieved: 24 * HOUR };
const NAME = 'clock';

/** What a process can read from its machine: `uptime` passes however the clock is set. All times in milliseconds. */
export interface Machine {
  /** Since 1970, UTC. */
  now(): number;
  uptime(): number;
  /** Differs after a restart of the machine. */
  readonly boot: string;
}

/** The largest time that an embedded database has agreed to, when it was written, and for how long it was in doubt. */
export interface Mark {
  readonly time: number;
  readonly uptime: number;
  readonly boot: string;
  readonly doubt: number;
}

/** The machine of this process, with another clock if one is given. */
export function thisMachine(now: () => number = Date.now): Machine {
  return { now, uptime: () => uptime() * 1000, boot: bootId() };
}

/**
 * The time that all processes on a database share: the server's. An embedded database has the time that it was last used
 * at, plus the time that its machine has been running since. It decides whatever cannot be undone.
 */
export class DatabaseClock {
  readonly #database: { readonly dialect: Dialect; readonly settings: Settings };
  readonly #machine: Machine;
  #mark: Mark | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(database: { readonly dialect: Dialect; readonly settings: Settings }, machine: Machine = thisMachine()) {
    this.#database = database;
    this.#machine = machine;
  }

  /** Asks the database, unless it was asked within the last ten seconds. Rejects if the database is unavailable. */
  async check(): Promise<void> {
    const { uptime, boot } = this.#here();
    if (this.#mark && uptime - this.#askedAt < EVERY.ask) return;
    const { clock } = this.#database.dialect.catalog;
    if (clock) {
      const time = await clock(this.#database.dialect);
      const middle = (uptime + this.#machine.uptime()) / 2;
      this.#mark = { time, uptime: middle, boot, doubt: 0 };
    } else await this.#advance();
    this.#askedAt = uptime;
  }

  /** Returns the database's time in milliseconds since 1970, UTC, as of the last check plus the time since then. */
  now(): number {
    return this.#mark ? this.#mark.time + this.#machine.uptime() - this.#mark.uptime : this.#machine.now();
  }

  /** Returns how many milliseconds this machine's clock is ahead of the database's; negative if it is behind. */
  ahead(): number {
    return this.#machine.now() - this.now();
  }

  /** Returns false while this machine's clock is so far off that the process must not do background work. */
  agrees(): boolean {
    return Math.abs(this.ahead()) <= SLACK || (this.#mark?.doubt ?? 0) >= DOUBT.unusable;
  }

  async #advance(): Promise<void> {
    const stored = await readSetting(this.#database, NAME);
    const mark = nextMark(stored === null ? null : (JSON.parse(stored) as Mark), this.#here());
    if (mark.uptime - this.#writtenAt >= EVERY.write) {
      await writeSetting(this.#database, NAME, JSON.stringify(mark));
      this.#writtenAt = mark.uptime;
    }
    this.#mark = mark;
  }

  #here(): Mark {
    return { time: this.#machine.now(), uptime: this.#machine.uptime(), boot: this.#machine.boot, doubt: 0 };
  }
}

/**
 * Returns the time of an embedded database from the last mark and what a process reads now. A clock that jumped is
 * believed after 24 hours, and unusable for the first of them, unless the machine may have been off for that time.
 */
function nextMark(last: Mark | null, here: Mark): Mark {
  if (!last) return here;
  const isSameBoot = last.boot === here.boot && here.uptime >= last.uptime;
  const passed = isSameBoot ? here.uptime - last.uptime : 0;
  const time = last.time + passed;
  if (Math.abs(here.time - time) <= SLACK) return here;
  const doubt = isSameBoot || here.time < time ? last.doubt + passed : Math.max(last.doubt, DOUBT.unusable);
  return doubt >= DOUBT.unbelieved ? here : { ...here, time, doubt };
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Elsewhere a restart shows in the time that the machine has been running, once that is shorter than before.
    return '';
  }
}
