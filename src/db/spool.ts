import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../errors.ts';
import { openSqliteFile, type SqliteFile } from './sqlite-file.ts';

/** Encoded hits as they lie in the spool: `first` is the number of the first one, the others follow it by one. */
export interface SpoolBatch {
  readonly first: number;
  readonly hits: number;
  /** Encoded hits joined by commas. */
  readonly body: string;
}

/** The durable log between a hit's acknowledgement and its fold: a local SQLite file, written with full sync. */
export interface Spool {
  readonly id: string;
  /** Hits that are durable and not yet released. */
  pending(): number;
  /** When the oldest hit that is not released was committed here, in milliseconds of `Date.now`; 0 when there is none. */
  oldestAt(): number;
  /** False once appending would be refused for want of room. */
  hasRoom(): boolean;
  /**
   * Resolves once the hits have reached the disk, all or none; `encoded` holds `hits` of them joined by commas. What arrives
   * while one commit is under way shares the next. Rejects with UNAVAILABLE.
   */
  append(encoded: string, hits?: number): Promise<void>;
  /** Batches from hit number `from` on, until they hold at least `atLeast` hits or there are no more. */
  read(from: number, atLeast: number): Promise<SpoolBatch[]>;
  /** Forgets the hits before number `before`. */
  release(before: number): Promise<void>;
  close(): Promise<void>;
  /** Closes and removes the file: its hits are in the database. */
  remove(): Promise<void>;
}

export interface SpoolOptions {
  /** Hits the spool holds at most; beyond it appending answers UNAVAILABLE. */
  readonly maxHits?: number;
}

const PRAGMAS =
  'PRAGMA busy_timeout=10000; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=4000;';
const LARGEST_COMMIT = 4_000;

/** A new spool of this process in `folder`. Its lock lives as long as the process does. */
export async function createSpool(folder: string, options: SpoolOptions = {}): Promise<Spool> {
  mkdirSync(folder, { recursive: true });
  const id = randomUUID();
  const lock = await claim(folder, id);
  if (!lock) throw new Error(`The new spool ${id} in ${folder} is locked by another process.`);
  return openSpool(folder, id, lock, options);
}

/** The spools in `folder` whose process has died, now held by this one. */
export async function adoptSpools(folder: string): Promise<Spool[]> {
  mkdirSync(folder, { recursive: true });
  const adopted: Spool[] = [];
  for (const file of readdirSync(folder)) {
    if (!file.endsWith('.db')) continue;
    const id = file.slice(0, -'.db'.length);
    const lock = await claim(folder, id);
    if (lock) adopted.push(await openSpool(folder, id, lock, {}));
  }
  return adopted;
}

/** Bytes that the spools in `folder` take on the disk. */
export function spoolBytes(folder: string): number {
  let bytes = 0;
  for (const file of readdirSync(folder)) bytes += statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}

/** An exclusive lock on a file beside the spool: the operating system drops it when its process dies. */
async function claim(folder: string, id: string): Promise<SqliteFile | null> {
  const lock = await openSqliteFile(join(folder, `${id}.lock`), 'PRAGMA busy_timeout=0;');
  try {
    await lock.run('BEGIN EXCLUSIVE');
    return lock;
  } catch {
    await lock.close();
    return null;
  }
}

interface Waiting {
  readonly encoded: string;
  readonly hits: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

async function openSpool(folder: string, id: string, lock: SqliteFile, options: SpoolOptions): Promise<Spool> {
  const maxHits = options.maxHits ?? 5_000_000;
  const path = join(folder, `${id}.db`);
  let file = await openSqliteFile(path, PRAGMAS);
  await file.exec(
    'CREATE TABLE IF NOT EXISTS batch (first INTEGER PRIMARY KEY, hits INTEGER NOT NULL, body TEXT NOT NULL)',
  );
  const [extent] = await file.all<{ first: number | null; next: number | null }>(
    'SELECT MIN(first) AS first, MAX(first + hits) AS next FROM batch',
  );
  let released = extent?.first ?? 1;
  let next = extent?.next ?? 1;
  const waiting: Waiting[] = [];
  let queued = 0;
  let commits: { before: number; at: number }[] = [];
  let committing: Promise<void> = Promise.resolve();
  let busy = false;
  let broken = false;

  async function commit(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, LARGEST_COMMIT);
      const hits = batch.reduce((sum, entry) => sum + entry.hits, 0);
      try {
        if (broken) await reopen();
        await file.run('INSERT INTO batch (first, hits, body) VALUES (?, ?, ?)', [
          next,
          hits,
          batch.map(({ encoded }) => encoded).join(','),
        ]);
        next += hits;
        queued -= hits;
        noteCommit();
        for (const { resolve } of batch) resolve();
      } catch (cause) {
        // After a failed sync nobody knows what the file holds in memory: it is opened anew before the next commit.
        broken = true;
        queued -= hits;
        const error = unavailable(
          'The hit could not be written to the spool. Check the disk that holds DATA_DIR, and send the hit again.',
          cause,
        );
        for (const { reject } of batch) reject(error);
      }
    }
    busy = false;
  }

  /** One mark for each tenth of a second is enough to tell how far the fold is behind. */
  function noteCommit(): void {
    const at = Date.now();
    if (at - (commits.at(-1)?.at ?? 0) > 100) commits.push({ before: next, at });
    else if (commits.length > 0) commits[commits.length - 1] = { before: next, at: commits.at(-1)?.at ?? at };
  }

  async function reopen(): Promise<void> {
    await file.close().catch(() => undefined);
    file = await openSqliteFile(path, PRAGMAS);
    const [row] = await file.all<{ next: number | null }>('SELECT MAX(first + hits) AS next FROM batch');
    // A commit that failed may have reached the disk all the same; its numbers must not be given again.
    next = Math.max(next, row?.next ?? 0);
    broken = false;
  }

  const close = async () => {
    await committing;
    await file.close();
    await lock.close();
  };

  return {
    id,
    pending: () => next - released,
    oldestAt: () => (next > released ? (commits[0]?.at ?? 0) : 0),
    hasRoom: () => next - released + queued < maxHits,
    append(encoded, hits = 1) {
      if (next - released + queued + hits > maxHits) {
        return Promise.reject(
          unavailable(
            'The spool is full because the database has been away or slow for long. Send the hit again later.',
          ),
        );
      }
      queued += hits;
      const done = new Promise<void>((resolve, reject) => waiting.push({ encoded, hits, resolve, reject }));
      if (!busy) committing = commit();
      return done;
    },
    async read(from, atLeast) {
      const batches: SpoolBatch[] = [];
      let hits = 0;
      let after = from;
      while (hits < atLeast) {
        const rows = await file.all<SpoolBatch>(
          'SELECT first, hits, body FROM batch WHERE first >= ? ORDER BY first LIMIT 64',
          [after],
        );
        for (const row of rows) {
          batches.push(row);
          hits += row.hits;
          after = row.first + row.hits;
          if (hits >= atLeast) break;
        }
        if (rows.length < 64) break;
      }
      return batches;
    },
    async release(before) {
      await file.run('DELETE FROM batch WHERE first < ?', [before]);
      released = Math.max(released, before);
      commits = commits.filter(commit => commit.before > released);
    },
    close,
    async remove() {
      await close();
      for (const suffix of ['.db', '.db-wal', '.db-shm', '.lock']) rmSync(join(folder, id + suffix), { force: true });
    },
  };
}

function unavailable(message: string, cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfter: 5, cause });
}
