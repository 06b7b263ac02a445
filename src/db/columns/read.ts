import { LRUCache } from 'lru-cache';
import { chunksOf, type DaySize } from '../../counting/chunks.ts';
import type { Part } from '../../counting/columns.ts';
import type { DayRange } from '../../domain/range.ts';
import type { Dialect, Executor } from '../dialect.ts';
import type { FoldState } from '../rollups/fold-state.ts';
import { int } from '../sql.ts';
import { readDayVersions } from './late-days.ts';
import { PartBuilder } from './part-builder.ts';
import { addRows } from './read-rows.ts';
import { BadSegment, Segment } from './segment.ts';
import type { ColumnStore } from './store.ts';

/** The days of a part that a question is about: 1 for each of them. */
export interface Portion {
  readonly part: Part;
  readonly isWanted: Uint8Array;
}

/** How far a website is folded: see FoldState. */
export type FoldedDays = Pick<FoldState, 'version' | 'closedVersion' | 'openDay' | 'keptFrom'>;

/** What the database had at one moment. */
export interface Visits {
  /** The first day that was read: later than the first of the range if older hits were removed. */
  readonly from: number;
  readonly openDay: number;
  readonly closedVersion: number;
  /** Each has either closed days, or the open one. */
  readonly portions: readonly Portion[];
}

const DAYS_IN_MEMORY = 64_000_000;

/** Reads the visits of days from segments where they are up to date, and from their rows where they are not. */
export class ColumnReader {
  readonly #dialect: Dialect;
  readonly #openStore: (() => Promise<ColumnStore>) | null;
  #store: ColumnStore | null = null;
  /** Days read from rows, by website, day and version. */
  readonly #days = new LRUCache<string, Part & { readonly bytes: number }>({
    maxSize: DAYS_IN_MEMORY,
    sizeCalculation: ({ bytes }) => bytes,
  });

  /** Without a store, all days are read from rows. */
  constructor(dialect: Dialect, openStore: (() => Promise<ColumnStore>) | null) {
    this.#dialect = dialect;
    this.#openStore = openStore;
  }

  /**
   * Returns what `count` makes of the visits of a range (days since 1970-01-01), as the database was at one moment. When
   * a segment turns out to be damaged, it is removed and everything is counted again.
   */
  async read<T>(
    website: number,
    range: DayRange,
    check: () => void,
    count: (visits: Visits) => Promise<T>,
  ): Promise<T> {
    this.#store ??= (await this.#openStore?.()) ?? null;
    const store = this.#store;
    if (!store) return this.#dialect.snapshot(tx => this.#visits(tx, website, range, check)).then(count);
    return store.whileReading(async () => {
      for (;;) {
        const visits = await this.#dialect.snapshot(tx => this.#visits(tx, website, range, check));
        try {
          return await count(visits);
        } catch (error) {
          if (!(error instanceof BadSegment)) throw error;
          store.discard(error);
        } finally {
          store.trim(visits.portions.flatMap(({ part }) => (part instanceof Segment ? [part] : [])));
        }
      }
    });
  }

  async #visits(tx: Executor, website: number, range: DayRange, check: () => void): Promise<Visits> {
    const state = await readFoldedDays(tx, website);
    const { openDay = 0, closedVersion = 0, version = 0, keptFrom = 0 } = state ?? {};
    const from = Math.max(range.from, keptFrom);
    const to = Math.min(range.to, openDay);
    if (from > to) return { from, openDay, closedVersion, portions: [] };
    const versions = await readDayVersions(tx, website, from, Math.min(to, openDay - 1));
    const covered = new Set<number>();
    const portions: Portion[] = [];
    for (const segment of this.#store?.segmentsOf(website) ?? []) {
      const isWanted = new Uint8Array(segment.days);
      for (const { day, version } of segment.packed) {
        if (day < from || day > Math.min(to, openDay - 1) || covered.has(day)) continue;
        if (version !== (versions.get(day) ?? 0)) continue;
        covered.add(day);
        isWanted[day - segment.firstDay] = 1;
      }
      if (isWanted.includes(1)) portions.push({ part: segment, isWanted });
    }
    const versionOf = (day: number) => (day < openDay ? `c${versions.get(day) ?? 0}` : `o${version}`);
    const missing: number[] = [];
    for (let day = from; day <= to; day++) if (!covered.has(day)) missing.push(day);
    for (const size of await readSizes(tx, website, missing)) {
      check();
      const key = `${website} ${size.day} ${versionOf(size.day)}`;
      let part = this.#days.get(key);
      if (!part) {
        part = await readDay(tx, this.#dialect, website, size);
        this.#days.set(key, part);
      }
      portions.push({ part, isWanted: Uint8Array.of(1) });
    }
    return { from, openDay, closedVersion, portions };
  }
}

/** Reads one day from its rows. */
async function readDay(
  tx: Executor,
  dialect: Dialect,
  website: number,
  size: DaySize,
): Promise<Part & { readonly bytes: number }> {
  const builder = new PartBuilder(size.day, 1);
  for (const chunk of chunksOf({ from: size.day, to: size.day }, [size]))
    await addRows(tx, dialect, website, chunk, { of: () => builder });
  return builder.build();
}

export async function readFoldedDays(tx: Executor, website: number): Promise<FoldedDays | undefined> {
  const [state] = await tx.all<FoldedDays>(
    `SELECT version, closed_version AS closedVersion, open_day AS openDay, kept_from AS keptFrom FROM website_fold WHERE website_id = ${int(website)}`,
  );
  return state;
}

/** Returns the numbers of visits and hits of days, in order; days without visits are missing. */
export function readSizes(tx: Executor, website: number, days: readonly number[]): Promise<DaySize[]> {
  if (days.length === 0) return Promise.resolve([]);
  return tx.all<DaySize>(
    `SELECT day, COUNT(*) AS visits, SUM(pageviews + events) AS hits FROM visit WHERE website_id = ${int(website)} AND day IN (${days.map(int).join(',')}) GROUP BY day ORDER BY day`,
  );
}
