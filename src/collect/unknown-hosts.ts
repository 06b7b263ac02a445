import type { Database } from '../db/open.ts';
import { addUnknownHosts, MOST_HOSTS } from '../db/unknown-hosts.ts';
import { DAY } from '../domain/calendar.ts';
import { normalizeDomain } from '../domain/hostname.ts';

/** The number of hosts that are counted at the same time; anyone can send hits of any number of hosts. */
const COUNTED = 10 * MOST_HOSTS;

/**
 * Counts hits by hosts that no website has. While too many hosts are counted, each new one takes one hit from all
 * others: the counts are then too low, but no host with more than a thousandth of the hits is lost.
 */
export class UnknownHosts {
  readonly #database: Database;
  readonly #now: () => number;
  #hits = new Map<string, number>();

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  count(host: string): void {
    const hits = this.#hits.get(host);
    if (hits !== undefined) this.#hits.set(host, hits + 1);
    else if (!isRegistrable(host)) return;
    else if (this.#hits.size < COUNTED) this.#hits.set(host, 1);
    else this.#takeOneOfEach();
  }

  /** Writes the hosts with the most hits since the last flush; if the database is unavailable, keeps all for the next one. */
  async flush(): Promise<void> {
    const counted = this.#hits;
    if (counted.size === 0) return;
    this.#hits = new Map();
    const most = [...counted].sort(([, a], [, b]) => b - a).slice(0, MOST_HOSTS);
    const now = this.#now();
    try {
      const day = Math.floor(now / DAY);
      await addUnknownHosts(this.#database.dialect, { day, seenAt: now, hosts: new Map(most) });
    } catch {
      for (const [host, hits] of this.#hits) counted.set(host, (counted.get(host) ?? 0) + hits);
      this.#hits = new Map([...counted].slice(0, COUNTED));
    }
  }

  #takeOneOfEach(): void {
    for (const [host, hits] of this.#hits) {
      if (hits === 1) this.#hits.delete(host);
      else this.#hits.set(host, hits - 1);
    }
  }
}

function isRegistrable(host: string): boolean {
  const result = normalizeDomain(host);
  return 'domain' in result && result.domain === host;
}
