import { randomBytes } from 'node:crypto';
import { Op } from 'sequelize';
import type { Database } from '../db/open.ts';

/** The random salts behind the visitors of each day, shared by all gateways through the database. */
export interface Salts {
  /** Returns the day's salt in hex, if this process knows it. */
  known(day: number): string | undefined;
  /** Returns the day's salt, made if it does not exist yet; rejects if the database is unavailable. */
  load(day: number): Promise<string>;
  /** Loads the salts that current hits can need in any time zone, so that midnight needs no database. */
  prepare(): Promise<void>;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long a salt is kept in memory: other processes destroy salts too, and a destroyed one must not survive here. */
const KEPT = 6 * HOUR;

export function createSalts(database: Database, now: () => number): Salts {
  const kept = new Map<number, { salt: string; until: number }>();
  const loading = new Map<number, Promise<string>>();

  async function load(day: number): Promise<string> {
    const salt = await shareSalt(database, day, randomBytes(16), now());
    for (const [other, { until }] of kept) if (until < now()) kept.delete(other);
    kept.set(day, { salt, until: now() + KEPT });
    return salt;
  }

  function loadOnce(day: number): Promise<string> {
    let under = loading.get(day);
    if (!under) {
      under = load(day).finally(() => loading.delete(day));
      loading.set(day, under);
    }
    return under;
  }

  return {
    known(day) {
      const entry = kept.get(day);
      return entry && (entry.until >= now() || isNear(day, now())) ? entry.salt : undefined;
    },
    load: loadOnce,
    async prepare() {
      const today = Math.floor(now() / DAY);
      for (const day of [today - 1, today, today + 1, today + 2]) await loadOnce(day);
    },
  };
}

/**
 * Returns the salt of a calendar day as 32 hex digits: the one all gateways share, made from `fresh` if there is none
 * yet.
 */
export async function shareSalt({ salts }: Database, day: number, fresh: Buffer, now: number): Promise<string> {
  // An existing row keeps its salt: the upsert only rewrites its day.
  await salts.upsert({ day, salt: fresh, createdAt: now }, { fields: ['day'] });
  const row = await salts.findByPk(day, { raw: true });
  if (!row) throw new Error(`The salt of day ${day} was destroyed while it was made.`);
  return row.salt.toString('hex');
}

/**
 * Destroys salts that were made at least 48 hours ago for days that ended in every time zone at least 48 hours ago.
 * Returns their number. `now` is in milliseconds, UTC; the last time zone to end a day is twelve hours behind UTC.
 */
export function destroySalts({ salts }: Database, now: number): Promise<number> {
  const before = now - 48 * HOUR;
  const lastDay = Math.floor((before - 12 * HOUR) / DAY) - 1;
  return salts.destroy({ where: { day: { [Op.lte]: lastDay }, createdAt: { [Op.lte]: before } } });
}

/**
 * Returns true for days that may be today somewhere: their salts cannot have been destroyed, so they serve even while
 * the database is unavailable.
 */
function isNear(day: number, now: number): boolean {
  return Math.abs(day - Math.floor(now / DAY)) <= 1;
}
