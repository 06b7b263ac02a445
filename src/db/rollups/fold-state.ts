import { randomInt } from 'node:crypto';
import type { Dialect, Executor } from '../dialect.ts';
import { blob, insertRows, lookUp, SharedTransaction, Text } from '../sql.ts';
import { type OpenChange, withChange, withoutChanges } from './open-changes.ts';

/**
 * The fold state of a website. `version` increases with every fold; `closedVersion` is the version of the last fold that
 * touched or closed a day before `openDay`. Hits of days before `keptFrom` (since 1970-01-01) are incomplete: some were removed, or never stored
 * because they were too old.
 */
export interface FoldState {
  readonly version: number;
  readonly closedVersion: number;
  readonly openDay: number;
  readonly nextValue: number;
  readonly nextHit: number;
  readonly keptFrom: number;
  /** Whose visits of the open day the last folds changed: see open-changes.ts. */
  readonly openChanges: Buffer | null;
}

const COLUMNS = {
  version: 'version',
  closedVersion: 'closed_version',
  openDay: 'open_day',
  nextValue: 'next_value',
  nextHit: 'next_hit_id',
  keptFrom: 'kept_from',
  openChanges: 'open_changes',
} as const satisfies Record<keyof FoldState, string>;
const NAMES = Object.keys(COLUMNS) as (keyof FoldState)[];
const FIRST: FoldState = {
  version: 0,
  closedVersion: 0,
  openDay: 0,
  nextValue: 1,
  nextHit: 1,
  keptFrom: 0,
  openChanges: null,
};

/** Locks the website for the rest of the transaction and returns its fold state; the first fold creates the row. */
export async function lockFold(tx: Executor, dialect: Dialect, website: number): Promise<FoldState> {
  const columns = NAMES.map(name => `${COLUMNS[name]} AS ${name}`);
  const lookup = { table: 'website_fold', columns, website, after: dialect.forUpdate };
  const [state] = await lookUp<FoldState>(tx, lookup);
  if (state) return state;
  // Nobody else can create the row meanwhile; it is inserted when the fold advances.
  if (tx instanceof SharedTransaction) return FIRST;
  await insertStates(tx, dialect.onConflict(['website_id'], []), website, FIRST);
  const [made] = await lookUp<FoldState>(tx, lookup);
  if (!made) throw new Error(`The fold row of website ${website} could not be created.`);
  return made;
}

function insertStates(tx: Executor, after: string, website: number, state: FoldState): Promise<void> {
  const columns = ['website_id', ...NAMES.map(name => COLUMNS[name])];
  const cells = NAMES.map(name => {
    const value = state[name];
    if (typeof value === 'number') return value;
    return value === null ? 'NULL' : blob(value.toString('hex'));
  });
  return insertRows(tx, { table: 'website_fold', columns, after, rows: [[website, ...cells]] });
}

/**
 * Versions increase by a random number: a database that fails over can lose its last commits, and must not give their
 * versions to others, because readers cache results by version. At a fold a second, they would last for 500 years.
 */
const STEP = 2 ** 20;

/** What a fold changes, besides versions. */
interface Advance extends Omit<FoldState, 'version' | 'closedVersion' | 'openChanges'> {
  /** Whether it touched or closed days before the open one. */
  readonly touchesClosed: boolean;
  /** Whose visits it changed on the open day, if that is still the same; null for more than can be listed. */
  readonly change: OpenChange | null;
}

/**
 * Writes the new state, with a version of its own; false means that another fold came first, so the transaction must be
 * retried.
 */
export async function advanceFold(
  tx: Executor,
  dialect: Dialect,
  website: number,
  from: FoldState,
  { touchesClosed, change, ...changed }: Advance,
): Promise<boolean> {
  const version = from.version + randomInt(1, STEP);
  const openChanges =
    change && changed.openDay === from.openDay
      ? withChange(from.openChanges, from.version, version, change)
      : withoutChanges(version);
  const to = { ...changed, version, closedVersion: touchesClosed ? version : from.closedVersion, openChanges };
  if (tx instanceof SharedTransaction) {
    const after = dialect.onConflict(['website_id'], [], Object.values(COLUMNS));
    await insertStates(tx, after, website, to);
    return true;
  }
  const rows = await tx.run(
    'UPDATE website_fold SET version = ?, closed_version = ?, open_day = ?, next_value = ?, next_hit_id = ?, kept_from = ?, open_changes = ? WHERE website_id = ? AND version = ?',
    [
      ...[to.version, to.closedVersion, to.openDay, to.nextValue, to.nextHit, to.keptFrom],
      ...[openChanges, website, from.version],
    ],
  );
  return rows === 1;
}

/** Returns the first day (since 1970-01-01) from which all hits of the website are stored. */
export async function readKeptFrom(executor: Executor, website: number): Promise<number> {
  const [row] = await lookUp<{ day: number }>(executor, {
    table: 'website_fold',
    columns: ['kept_from AS day'],
    website,
  });
  return row?.day ?? 0;
}

/** Does the same for several websites, by id. */
export async function readKeptFromOf(
  executor: Executor,
  dialect: Dialect,
  websites: readonly number[],
): Promise<Map<number, number>> {
  const rows = await executor.all<{ website: number; day: number }>(
    `SELECT website_id AS website, kept_from AS day FROM website_fold WHERE ${dialect.among('website_id', websites)}`,
  );
  return new Map(rows.map(({ website, day }) => [website, day]));
}

/**
 * Records that hits of days before `day` (since 1970-01-01) may be missing; call it before removing them. What the last
 * folds changed is removed, too, because it names visitors.
 */
export async function raiseKeptFrom(executor: Executor, website: number, day: number): Promise<void> {
  await executor.run(
    'UPDATE website_fold SET kept_from = ?, open_changes = NULL WHERE website_id = ? AND kept_from < ?',
    [day, website, day],
  );
}

/** Returns whose visits of the open day the last folds changed. */
export async function readOpenChanges(executor: Executor, website: number): Promise<Buffer | null> {
  const [row] = await lookUp<{ changes: Buffer | null }>(executor, {
    table: 'website_fold',
    columns: ['open_changes AS changes'],
    website,
  });
  return row?.changes ?? null;
}

/** How far a website's hits in one spool are folded. */
export class Checkpoint {
  readonly #website: number;
  readonly #spool: string;

  constructor(website: number, spool: string) {
    this.#website = website;
    this.#spool = spool;
  }

  /** Returns the number of the spool's last hit that is folded for the website; 0 when none is. */
  async read(tx: Executor): Promise<number> {
    const [row] = await lookUp<{ position: number }>(tx, {
      table: 'checkpoint',
      columns: ['last_hit AS position'],
      website: this.#website,
      where: { column: 'spool', is: new Text(this.#spool) },
    });
    return row?.position ?? 0;
  }

  /** `now` is in milliseconds since 1970. */
  async write(tx: Executor, dialect: Dialect, position: number, now: number): Promise<void> {
    await insertRows(tx, {
      table: 'checkpoint',
      columns: ['website_id', 'spool', 'last_hit', 'updated_at', 'removed_at'],
      after: dialect.onConflict(['website_id', 'spool'], [], ['last_hit', 'updated_at', 'removed_at']),
      rows: [[this.#website, new Text(this.#spool), position, now, 'NULL']],
    });
  }

  /**
   * Marks the checkpoints of a spool whose files are removed for good. They stay for weeks, because files can come back:
   * from a snapshot, a copy, or a disk that did not write everything. `now` is in milliseconds since 1970.
   */
  static async retire(executor: Executor, spool: string, now: number): Promise<void> {
    await executor.run('UPDATE checkpoint SET removed_at = ? WHERE spool = ?', [now, spool]);
  }
}

/** Returns false for a website that was deleted while its hits were on their way. */
export async function isRegistered(tx: Executor, website: number): Promise<boolean> {
  const rows = await lookUp(tx, { table: 'website', columns: ['id'], website, websiteColumn: 'id' });
  return rows.length > 0;
}

/** Returns the ids of the websites that have been folded at least once, in ascending order. */
export async function foldedWebsites(executor: Executor): Promise<number[]> {
  const rows = await executor.all<{ id: number }>('SELECT website_id AS id FROM website_fold ORDER BY website_id');
  return rows.map(({ id }) => id);
}

/** Returns a text that differs after every fold that touched or closed a day before the open one, and after a purge. */
export async function readFoldStamp(executor: Executor): Promise<string> {
  const rows = await executor.all<{ id: number; closed: number; kept: number }>(
    'SELECT f.website_id AS id, f.closed_version AS closed, f.kept_from AS kept FROM website_fold f JOIN website w ON w.id = f.website_id ORDER BY f.website_id',
  );
  return rows.map(({ id, closed, kept }) => `${id}:${closed}:${kept}`).join();
}

/** Returns, by website id, the latest day (since 1970-01-01) with hits; a website without hits is missing. */
export async function readLatestDays(executor: Executor): Promise<ReadonlyMap<number, number>> {
  const rows = await executor.all<{ id: number; day: number }>(
    'SELECT website_id AS id, open_day AS day FROM website_fold',
  );
  return new Map(rows.map(({ id, day }) => [id, day]));
}
