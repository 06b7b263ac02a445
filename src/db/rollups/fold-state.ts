import type { Dialect, Executor } from '../dialect.ts';

/**
 * The fold state of a website. `version` increases with every fold, `closedVersion` with every fold that touched a day
 * before `openDay`. Hits of days before `keptFrom` (since 1970-01-01) are incomplete: some were removed, or never stored
 * because they were too old.
 */
export interface FoldState {
  readonly version: number;
  readonly closedVersion: number;
  readonly openDay: number;
  readonly nextValue: number;
  readonly nextHit: number;
  readonly keptFrom: number;
}

/** Locks the website for the rest of the transaction and returns its fold state; the first fold creates the row. */
export async function lockFold(tx: Executor, dialect: Dialect, website: number): Promise<FoldState> {
  const select = `SELECT version, closed_version AS closedVersion, open_day AS openDay, next_value AS nextValue, next_hit AS nextHit, kept_from AS keptFrom FROM website_fold WHERE website_id = ?${dialect.forUpdate}`;
  const [state] = await tx.all<FoldState>(select, [website]);
  if (state) return state;
  await tx.run(
    `INSERT INTO website_fold (website_id, version, closed_version, open_day, next_value, next_hit, kept_from) VALUES (?, 0, 0, 0, 1, 1, 0)${dialect.onConflict(['website_id'], [])}`,
    [website],
  );
  const [made] = await tx.all<FoldState>(select, [website]);
  if (!made) throw new Error(`The fold row of website ${website} could not be created.`);
  return made;
}

/**
 * Writes the new state if no other fold happened meanwhile; false means that the transaction must be rolled back and
 * retried.
 */
export async function advanceFold(
  tx: Executor,
  website: number,
  from: FoldState,
  to: Omit<FoldState, 'version'>,
): Promise<boolean> {
  const changed = await tx.run(
    'UPDATE website_fold SET version = ?, closed_version = ?, open_day = ?, next_value = ?, next_hit = ?, kept_from = ? WHERE website_id = ? AND version = ?',
    [from.version + 1, to.closedVersion, to.openDay, to.nextValue, to.nextHit, to.keptFrom, website, from.version],
  );
  return changed === 1;
}

/** Records that hits of days before `day` (since 1970-01-01) may be missing; call it before removing them. */
export async function raiseKeptFrom(executor: Executor, website: number, day: number): Promise<void> {
  await executor.run('UPDATE website_fold SET kept_from = ? WHERE website_id = ? AND kept_from < ?', [
    day,
    website,
    day,
  ]);
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
    const [row] = await tx.all<{ position: number }>(
      'SELECT position FROM checkpoint WHERE website_id = ? AND spool = ?',
      [this.#website, this.#spool],
    );
    return row?.position ?? 0;
  }

  /** `now` is in milliseconds since 1970. */
  async write(tx: Executor, dialect: Dialect, position: number, now: number): Promise<void> {
    await tx.run(
      `INSERT INTO checkpoint (website_id, spool, position, updated_at, removed_at) VALUES (?, ?, ?, ?, NULL)${dialect.onConflict(['website_id', 'spool'], [], ['position', 'updated_at', 'removed_at'])}`,
      [this.#website, this.#spool, position, now],
    );
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
  return (await tx.all('SELECT id FROM website WHERE id = ?', [website])).length > 0;
}

/** Returns true for the number of a website, registered or deleted; numbers are never given twice. */
export async function hasExisted(tx: Executor, dialect: Dialect, website: number): Promise<boolean> {
  return website <= (await dialect.catalog.lastNumber(tx, 'website'));
}

/** Returns the ids of the websites that have been folded at least once, in ascending order. */
export async function foldedWebsites(executor: Executor): Promise<number[]> {
  const rows = await executor.all<{ id: number }>('SELECT website_id AS id FROM website_fold ORDER BY website_id');
  return rows.map(({ id }) => id);
}

/** Returns, by website id, the latest day (since 1970-01-01) with hits; a website without hits is missing. */
export async function readLatestDays(executor: Executor): Promise<ReadonlyMap<number, number>> {
  const rows = await executor.all<{ id: number; day: number }>(
    'SELECT website_id AS id, open_day AS day FROM website_fold',
  );
  return new Map(rows.map(({ id, day }) => [id, day]));
}
