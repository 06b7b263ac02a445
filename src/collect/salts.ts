import { randomBytes } from 'node:crypto';
import { Op } from 'sequelize';
import type { Database } from '../db/open.ts';
import { DAY } from '../domain/calendar.ts';

const HOUR = 3_600_000;
/** How long a salt is kept in memory: other processes destroy salts too, and a destroyed one must not survive here. */
const KEPT = 6 * HOUR;

/** The random salts behind the visitors of each day, shared by all gateways through the database. */
export class Salts {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #kept = new Map<number, { readonly salt: string; readonly until: number }>();
  readonly #loading = new Map<number, Promise<string>>();

  /** `now` returns milliseconds since 1970. */
  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Returns the day's salt in hex, if this process knows it. */
  known(day: number): string | undefined {
    const entry = this.#kept.get(day);
    return entry && (entry.until >= this.#now() || isNear(day, this.#now())) ? entry.salt : undefined;
  }

  /** Returns the day's salt, made if it does not exist yet; rejects if the database is unavailable. */
  load(day: number): Promise<string> {
    let loading = this.#loading.get(day);
    if (!loading) {
      loading = this.#load(day).finally(() => this.#loading.delete(day));
      this.#loading.set(day, loading);
    }
    return loading;
  }

  /** Loads the salts that current hits can need in any time zone, so that midnight needs no database. */
  async prepare(): Promise<void> {
    const today = Math.floor(this.#now() / DAY);
    for (const day of [today - 1, today, today + 1, today + 2]) await this.load(day);
  }

  /** Returns the salt that all gateways use for the day, as 32 hex digits: `fresh` if there is none yet. */
  async share(day: number, fresh: Buffer): Promise<string> {
    const { salts } = this.#database;
    // An existing row keeps its salt: the upsert only rewrites its day.
    await salts.upsert({ day, salt: fresh, createdAt: this.#now() }, { fields: ['day'] });
    const row = await salts.findByPk(day, { raw: true });
    if (!row) throw new Error(`The salt of day ${day} was destroyed while it was made.`);
    return row.salt.toString('hex');
  }

  async #load(day: number): Promise<string> {
    const salt = await this.share(day, randomBytes(16));
    for (const [other, { until }] of this.#kept) if (until < this.#now()) this.#kept.delete(other);
    this.#kept.set(day, { salt, until: this.#now() + KEPT });
    return salt;
  }
}

/**
 * Destroys salts that were made at least 48 hours ago for days that ended in every time zone at least 48 hours ago.
 * Returns their number. `now` is in milliseconds, UTC; the last time zone to end a day is twelve hours behind UTC.
 */
export async function destroySalts({ salts }: Database, now: number): Promise<number> {
  // A clock that is ahead may have made them; their 48 hours begin now.
  await salts.update({ createdAt: now }, { where: { createdAt: { [Op.gt]: now + HOUR } } });
  const before = now - 48 * HOUR;
  const lastDay = Math.floor((before - 12 * HOUR) / DAY) - 1;
  return salts.destroy({ where: { day: { [Op.lte]: lastDay }, createdAt: { [Op.lte]: before } } });
}

/** Returns true for days that may be today somewhere: their salts still exist, even if the database is unavailable. */
function isNear(day: number, now: number): boolean {
  return Math.abs(day - Math.floor(now / DAY)) <= 1;
}
