import { LRUCache } from 'lru-cache';
import { chunksOfShare, type DaySize, WHOLE } from '../../counting/chunks.ts';
import type { Portion } from '../../counting/columns.ts';
import type { Dialect, Executor } from '../dialect.ts';
import { readOpenChanges } from '../rollups/fold-state.ts';
import { changedBetween } from '../rollups/open-changes.ts';
import { chunks, int } from '../sql.ts';
import { addVisits } from './add-visits.ts';
import { type BuiltPart, PartBuilder, withColumns } from './part-builder.ts';
import { readRows } from './read-rows.ts';
import { replaceVisitors } from './replace-visitors.ts';

/** What a read has cost; `check` throws once it was too much. */
export interface Watch {
  readonly cost: { statements: number; rows: number };
  check(): void;
}

/** Days of a website (since 1970-01-01), and the columns to read of them, as `kind.name`. */
export interface WantedDays {
  readonly website: number;
  /** Identifies the database. */
  readonly database: string | null;
  readonly days: readonly number[];
  readonly openDay: number;
  /** A day has the same visits as long as it has the same version. */
  versionOf(day: number): number;
  readonly columns: ReadonlySet<string>;
}

/** A day as it once was. */
interface KnownDay {
  readonly part: BuiltPart;
  readonly version: number;
  readonly isOpen: boolean;
}

const IN_MEMORY = 32_000_000;
/** What a day takes beside its columns. */
const LEAST_BYTES = 1_000;
/** A closed day without visits. */
const NO_VISITS = new PartBuilder(0, 1).build();
/** The share of a statement's rows after which the next statement runs, so that its rows are read while these are added. */
const AHEAD = 0.2;
/** Visitors of a statement; MariaDB turns a longer list into a subquery. */
const VISITORS = 500;

/** Reads days from their rows and keeps them. Of the open day, only what has changed is read again. */
export class Days {
  readonly #dialect: Dialect;
  /** By database, website and day. */
  readonly #known = new LRUCache<string, KnownDay>({
    maxSize: IN_MEMORY,
    sizeCalculation: ({ part }) => part.bytes + LEAST_BYTES,
  });

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  clear(): void {
    this.#known.clear();
  }

  /** Returns the days that have visits, a portion each. */
  async read(tx: Executor, wanted: WantedDays, watch: Watch): Promise<Portion[]> {
    const { website, days, columns } = wanted;
    const parts = new Map<number, BuiltPart>();
    for (const day of days) {
      const part = await this.#update(tx, wanted, day, watch);
      if (part) parts.set(day, part);
    }
    const lacking = (part: BuiltPart | undefined) => [...columns].filter(name => !part?.columns.has(name));
    const unread = days.filter(day => lacking(parts.get(day)).length > 0);
    const sizes = await readSizes(tx, website, unread);
    const busy = new Set([wanted.openDay, ...sizes.map(({ day }) => day)]);
    for (const day of unread) if (!busy.has(day)) this.#keep(wanted, day, NO_VISITS);
    for (const size of sizes) {
      const { day } = size;
      const known = parts.get(day);
      const rows = chunksOfShare(size, WHOLE, AHEAD);
      const part = await this.#build(tx, website, day, new Set(lacking(known)), rows, watch);
      parts.set(day, this.#keep(wanted, day, known ? withColumns(known, part) : part));
    }
    return portionsOf(days.map(day => parts.get(day)));
  }

  /** Returns the same if all days are known as they are; null if not. */
  recall(wanted: WantedDays): Portion[] | null {
    const parts: BuiltPart[] = [];
    for (const day of wanted.days) {
      const known = this.#known.get(keyOf(wanted, day));
      const isSame = known?.version === wanted.versionOf(day) && known.isOpen === (day === wanted.openDay);
      if (!isSame || ![...wanted.columns].every(name => known.part.columns.has(name))) return null;
      parts.push(known.part);
    }
    return portionsOf(parts);
  }

  /** Returns a day that is known, as it is now, with the columns that are known; undefined if it is not. */
  async #update(tx: Executor, wanted: WantedDays, day: number, watch: Watch): Promise<BuiltPart | undefined> {
    const known = this.#known.get(keyOf(wanted, day));
    const isOpen = day === wanted.openDay;
    if (!known || known.isOpen !== isOpen) return;
    const version = wanted.versionOf(day);
    if (known.version === version) return known.part;
    if (!isOpen) return;
    const changed = changedBetween(await readOpenChanges(tx, wanted.website), known.version, version);
    if (!changed) return;
    const columns = new Set(known.part.columns.keys());
    const some = [...chunks(changed, VISITORS)].map(only => ({ from: day, to: day, only }));
    const added = await this.#build(tx, wanted.website, day, columns, some, watch);
    return this.#keep(wanted, day, replaceVisitors(known.part, changed, added));
  }

  async #build(
    tx: Executor,
    website: number,
    day: number,
    columns: ReadonlySet<string>,
    parts: readonly Parameters<typeof readRows>[3][],
    watch: Watch,
  ): Promise<BuiltPart> {
    const builder = new PartBuilder(day, 1, columns, true);
    const builders = { of: () => builder, columns };
    const read = (at: number) => {
      const rows = parts[at] && readRows(tx, this.#dialect, website, parts[at], builders);
      rows?.catch(() => undefined);
      return rows;
    };
    let next = read(0);
    try {
      for (let at = 1; next; at++) {
        const rows = await next;
        watch.check();
        next = read(at);
        addVisits(rows, builders);
      }
    } finally {
      // The transaction must not end before its statements.
      await next?.catch(() => undefined);
    }
    const part = builder.build();
    watch.cost.rows += part.count.visit + part.count.pageview + part.count.event;
    return part;
  }

  #keep(wanted: WantedDays, day: number, part: BuiltPart): BuiltPart {
    this.#known.set(keyOf(wanted, day), { part, version: wanted.versionOf(day), isOpen: day === wanted.openDay });
    return part;
  }
}

function portionsOf(parts: readonly (BuiltPart | undefined)[]): Portion[] {
  return parts.flatMap(part => (part && part.count.visit > 0 ? [{ part, isWanted: Uint8Array.of(1) }] : []));
}

function keyOf({ database, website }: WantedDays, day: number): string {
  return `${database} ${website} ${day}`;
}

/** Returns the numbers of visits and hits of days, in order; days without visits are missing. */
export function readSizes(tx: Executor, website: number, days: readonly number[]): Promise<DaySize[]> {
  if (days.length === 0) return Promise.resolve([]);
  return tx.all<DaySize>(
    `SELECT day, COUNT(*) AS visits, SUM(pageviews + events) AS hits FROM visit WHERE website_id = ${int(website)} AND day IN (${days.map(int).join(',')}) GROUP BY day ORDER BY day`,
  );
}
