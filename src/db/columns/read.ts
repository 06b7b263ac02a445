import { ALL_COLUMNS, type Portion } from '../../counting/columns.ts';
import { latestUsed } from '../../domain/latest-used.ts';
import type { DayRange } from '../../domain/range.ts';
import type { Dialect, Executor } from '../dialect.ts';
import type { FoldState } from '../rollups/fold-state.ts';
import { int } from '../sql.ts';
import { coverageOf } from './coverage.ts';
import { Days, readSizes, type WantedDays, type Watch } from './days.ts';
import { type DayVersions, readDayVersions } from './late-days.ts';
import { BadSegment, GoneSegment, type Segment } from './segment.ts';
import { COLUMNS_ID, type ColumnStore } from './store.ts';

/** How far a website is folded (see FoldState), and which columns are made of the database: see COLUMNS_ID. */
export interface FoldedDays extends Pick<FoldState, 'version' | 'closedVersion' | 'openDay' | 'keptFrom'> {
  readonly columns: string | null;
}

/** What the database had at one moment. */
export interface Visits {
  /** The first day that was read: later than the first of the range if older hits were removed. */
  readonly from: number;
  readonly openDay: number;
  readonly closedVersion: number;
  /** Closed days, in segments. */
  readonly packed: readonly Portion<Segment>[];
  /** The other days (since 1970-01-01), in order: the open one, and closed ones that no segment has as they are. */
  readonly unpacked: readonly number[];
  /** Those of them that have visits, a portion each. They are read meanwhile. */
  readonly rows: Promise<readonly Portion[]>;
}

/** The visits to read, those that began on the days of a range (since 1970-01-01), and the columns, as `kind.name`. */
interface Wanted {
  readonly website: number;
  readonly range: DayRange;
  readonly columns: ReadonlySet<string>;
}

/** What is known of visits before rows are read. */
interface Begun extends Omit<Visits, 'rows'>, Pick<WantedDays, 'database' | 'versionOf'> {}

/** Websites whose versions of days are kept. */
const KNOWN_WEBSITES = 100;
/** Websites whose newest days are read before they are asked about, and the hits that they may have. */
const PREPARED_WEBSITES = 4;
const PREPARED_HITS = 100_000;

/** Reads the visits of days from segments where they are up to date, and from their rows where they are not. */
export class ColumnReader {
  readonly #dialect: Dialect;
  readonly #openStore: (() => Promise<ColumnStore>) | null;
  #store: ColumnStore | null = null;
  readonly #days: Days;
  /** The versions of a website's closed days, by what determines them. */
  readonly #versions = latestUsed<string, DayVersions>(KNOWN_WEBSITES);

  /** Without a store, all days are read from rows. */
  constructor(dialect: Dialect, openStore: (() => Promise<ColumnStore>) | null) {
    this.#dialect = dialect;
    this.#openStore = openStore;
    this.#days = new Days(dialect);
  }

  /** Returns the bytes of all columns on this machine, as far as they have been needed. */
  bytes(): number {
    return this.#store?.bytes() ?? 0;
  }

  /**
   * Returns what `count` makes of the visits, as the database was at one moment; it begins before all of them are read.
   * When a segment turns out to be damaged or gone, everything is counted again without it.
   */
  async read<T>(wanted: Wanted, watch: Watch, count: (visits: Visits) => Promise<T>): Promise<T> {
    this.#store ??= (await this.#openStore?.()) ?? null;
    for (;;) {
      const opened: Segment[] = [];
      try {
        return await this.#count(wanted, watch, opened, count);
      } catch (error) {
        if (error instanceof BadSegment) this.#store?.discard(error);
        else if (!(error instanceof GoneSegment)) throw error;
        watch.check();
      } finally {
        for (const segment of opened) segment.close();
      }
    }
  }

  /**
   * Reads what the first question about a large website needs apart from its columns: the headers of its segments, and
   * its newest day. Yields each website with its segments, the largest first, which are closed after that.
   */
  async *prepare(): AsyncGenerator<Pick<Visits, 'packed'> & { readonly website: number }> {
    const watch = { cost: { statements: 0, rows: 0 }, check() {} };
    for (const website of largest(this.#store?.sizes())) {
      const range = { from: 0, to: Number.MAX_SAFE_INTEGER };
      const wanted = { website, range, columns: ALL_COLUMNS };
      const opened: Segment[] = [];
      let packed: Begun['packed'] = [];
      try {
        await this.#dialect.snapshot(async tx => {
          const state = await readFoldedDays(tx, website);
          const versions = await this.#versionsOf(tx, website, state);
          const found = this.#begin(wanted, state, versions, opened);
          packed = found.packed;
          const days = found.unpacked.slice(-1);
          const [size] = await readSizes(tx, website, days);
          if (size && size.hits <= PREPARED_HITS) await this.#days.read(tx, { ...wanted, ...found, days }, watch);
        });
        yield { website, packed };
      } finally {
        for (const segment of opened) segment.close();
      }
    }
  }

  /** Adds the segments that it opens to `opened`. */
  async #count<T>(wanted: Wanted, watch: Watch, opened: Segment[], count: (visits: Visits) => Promise<T>): Promise<T> {
    const known = await this.#recall(wanted, watch, opened);
    if (known) return count(known);
    const begun = Promise.withResolvers<Begun>();
    const rows = this.#dialect.snapshot(async snapshot => {
      const tx = counted(snapshot, watch);
      const state = await readFoldedDays(tx, wanted.website);
      const found = this.#begin(wanted, state, await this.#versionsOf(tx, wanted.website, state), opened);
      begun.resolve(found);
      return this.#days.read(tx, { ...wanted, ...found, days: found.unpacked }, watch);
    });
    rows.catch(begun.reject);
    try {
      return await count({ ...(await begun.promise), rows });
    } finally {
      // Nothing may be read for a question that is over.
      await rows.catch(() => undefined);
    }
  }

  /** Returns the visits if all days are packed, or known as one statement says they are; null if rows must be read. */
  async #recall(wanted: Wanted, watch: Watch, opened: Segment[]): Promise<Visits | null> {
    const state = await readFoldedDays(counted(this.#dialect, watch), wanted.website);
    const versions = this.#versions.get(versionsKey(wanted.website, state));
    if (!versions) return null;
    const found = this.#begin(wanted, state, versions, opened);
    const rows = this.#days.recall({ ...wanted, ...found, days: found.unpacked });
    return rows && { ...found, rows: Promise.resolve(rows) };
  }

  async #versionsOf(tx: Executor, website: number, state: FoldedDays | undefined): Promise<DayVersions> {
    const key = versionsKey(website, state);
    const known = this.#versions.get(key);
    if (known) return known;
    const versions = await readDayVersions(tx, website);
    this.#versions.set(key, versions);
    return versions;
  }

  /** Finds out what is to be read of which days. */
  #begin(wanted: Wanted, state: FoldedDays | undefined, versions: DayVersions, opened: Segment[]): Begun {
    const { openDay = 0, closedVersion = 0, version = 0, keptFrom = 0, columns = null } = state ?? {};
    // A database that is restored under a running process has other columns, and no versions yet.
    if (this.#store && state && columns !== this.#store.id) {
      this.#store = null;
      this.#days.clear();
    }
    const from = Math.max(wanted.range.from, keptFrom);
    const to = Math.min(wanted.range.to, openDay);
    const packed: Portion<Segment>[] = [];
    const unpacked: number[] = [];
    const known = { from, openDay, closedVersion, packed, unpacked, database: columns };
    if (from > to) return { ...known, versionOf: () => version };
    const closed = { from, to: Math.min(to, openDay - 1) };
    const segments = this.#store?.open(wanted.website, closed) ?? [];
    opened.push(...segments);
    const covered = new Set<number>();
    for (const { segment, days } of coverageOf(segments, closed, versions)) {
      const isWanted = new Uint8Array(segment.days);
      for (const day of days) {
        covered.add(day);
        isWanted[day - segment.firstDay] = 1;
      }
      packed.push({ part: segment, isWanted });
    }
    for (let day = from; day <= to; day++) if (!covered.has(day)) unpacked.push(day);
    return { ...known, versionOf: day => (day < openDay ? (versions.get(day) ?? 0) : version) };
  }
}

/** Returns the websites with the most bytes of segments. */
function largest(sizes: ReadonlyMap<number, number> = new Map()): number[] {
  const bySize = [...sizes].sort(([, one], [, other]) => other - one);
  return bySize.slice(0, PREPARED_WEBSITES).map(([website]) => website);
}

/** Returns what determines the versions of a website's closed days. */
function versionsKey(website: number, state: FoldedDays | undefined): string {
  return `${state?.columns} ${website} ${state?.closedVersion}`;
}

/** Counts the statements of a transaction. */
function counted(tx: Executor, { cost }: Watch): Executor {
  return {
    all(sql, params) {
      cost.statements++;
      return tx.all(sql, params);
    },
    run: (sql, params) => tx.run(sql, params),
    write: (...statements) => tx.write(...statements),
  };
}

/** Returns undefined for a deleted website, whose rows are being removed. */
export async function readFoldedDays(tx: Executor, website: number): Promise<FoldedDays | undefined> {
  const [state] = await tx.all<FoldedDays>(
    `SELECT f.version, f.closed_version AS closedVersion, f.open_day AS openDay, f.kept_from AS keptFrom, (SELECT value FROM setting WHERE name = '${COLUMNS_ID}') AS columns FROM website_fold f JOIN website w ON w.id = f.website_id WHERE f.website_id = ${int(website)}`,
  );
  return state;
}
