import { randomBytes } from 'node:crypto';
import type { Dialect } from '../db/dialect.ts';
import { shareSalt } from '../db/salt-rows.ts';

/** The random salts that make visitors of a day; shared by all gateways through the database. */
export interface Salts {
  /** The day's salt in hex if this process knows it. */
  known(day: number): string | undefined;
  /** The day's salt, made when nobody has one; rejects when the database is away. */
  load(day: number): Promise<string>;
  /** Loads the salts that hits of now can need anywhere on Earth, so that midnight needs no database. */
  prepare(): Promise<void>;
}

const DAY = 86_400_000;
/** How long a salt is believed without asking: other processes destroy salts too, and a destroyed one must not live on here. */
const KEPT = 6 * 3_600_000;

export function createSalts(dialect: Dialect, now: () => number): Salts {
  const kept = new Map<number, { salt: string; until: number }>();
  const loading = new Map<number, Promise<string>>();

  async function load(day: number): Promise<string> {
    const salt = await shareSalt(dialect, day, randomBytes(16), now());
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

/** Days that may be today somewhere: their salts cannot have been destroyed, so they serve even while the database is away. */
function isNear(day: number, now: number): boolean {
  return Math.abs(day - Math.floor(now / DAY)) <= 1;
}
