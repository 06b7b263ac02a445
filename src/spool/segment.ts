import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openSqliteFile, type SqliteFile, type SqliteStatement } from '../db/dialects/sqlite-file.ts';
import { makeRoom, type SpoolRoom } from './room.ts';

/**
 * Encoded hits as stored in the spool: `first` is the number of the first one, and the others are numbered
 * consecutively.
 */
export interface SpoolBatch {
  readonly first: number;
  readonly hits: number;
  /** Encoded hits joined by commas. */
  readonly body: string;
}

/**
 * One file of a spool, written from start to end and then deleted as a whole. Its log is never copied back into the
 * file and nothing is deleted from it, because both would make some commits wait for writes much larger than their own.
 */
export interface SpoolSegment {
  /** Resolves when the batch is on disk. */
  write(batch: SpoolBatch): Promise<void>;
  /** Returns roughly how many bytes were written since it was opened. */
  written(): number;
  /**
   * Returns at most `limit` batches with a first number of at least `from`, in order; of a damaged file, the readable
   * ones.
   */
  read(from: number, limit: number): Promise<SpoolBatch[]>;
  /** Returns the number of hits in the segment. */
  hits(): Promise<number>;
  close(): Promise<void>;
  /** Removes the file, then closes it. */
  remove(): Promise<void>;
}

/** Called with an error whose message says that a file of the spool is damaged and where it is kept. */
export type ToldOfDamage = (error: Error) => void;

const PRAGMAS =
  'PRAGMA busy_timeout=10000; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0;';
const READ_ROWS = 64;
const BATCH = 'SELECT first, hits, body FROM batch WHERE first';
/** A commit writes whole pages: those of its text and two more. */
const PAGES_BESIDE = 2 * 4096;

/**
 * Opens a segment, or creates one and removes it again if that fails. Rejects with the engine's error. A file that
 * turns out to be damaged is copied aside and reported once. `room` is allocated in its log before anything is written.
 */
export async function openSegment(
  path: string,
  told: ToldOfDamage = () => undefined,
  room?: SpoolRoom,
): Promise<SpoolSegment> {
  const isNew = !existsSync(path);
  const writer = await openSqliteFile(path, PRAGMAS).catch(discard);
  let insert: SqliteStatement;
  try {
    await writer.exec(
      'CREATE TABLE IF NOT EXISTS batch (first INTEGER PRIMARY KEY, hits INTEGER NOT NULL, body TEXT NOT NULL)',
    );
    insert = await writer.prepare('INSERT INTO batch (first, hits, body) VALUES (?, ?, ?)');
    if (room) await makeRoom(`${path}-wal`, room);
  } catch (error) {
    await writer.close();
    return discard(error);
  }
  function discard(error: unknown): never {
    // On a full disk, files from failed attempts would pile up.
    if (isNew) removeSegment(path);
    throw error;
  }
  // Reading has its own connection, so that a fold's large reads do not delay a commit.
  let reader: Promise<SqliteFile> | undefined;
  const open = () => (reader ??= openSqliteFile(path, PRAGMAS));
  let written = 0;
  let known = false;

  /** Returns the result of `work`, or of `otherwise` when the file is damaged. */
  async function unlessDamaged<T>(work: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isDamaged(error)) throw error;
      if (!known) told(keepAside(path, error));
      known = true;
      return otherwise();
    }
  }

  const close = async () => {
    await (await reader?.catch(() => undefined))?.close();
    await insert.finalize();
    await writer.close();
  };

  return {
    async write({ first, hits, body }) {
      written += body.length + PAGES_BESIDE;
      await insert.run([first, hits, body]);
    },
    written: () => written,
    read: (from, limit) =>
      unlessDamaged(
        async () =>
          (await open()).all<SpoolBatch>(
            'SELECT first, hits, body FROM batch WHERE first >= ? ORDER BY first LIMIT ?',
            [from, limit],
          ),
        async () => (await salvageBatches(await open(), from)).slice(0, limit),
      ),
    hits: () =>
      unlessDamaged(
        async () => {
          const [row] = await (await open()).all<{ hits: number }>('SELECT COALESCE(SUM(hits), 0) AS hits FROM batch');
          return row?.hits ?? 0;
        },
        async () => (await salvageBatches(await open(), 0)).reduce((sum, { hits }) => sum + hits, 0),
      ),
    close,
    async remove() {
      removeSegment(path);
      await close();
    },
  };
}

/**
 * Returns batches of consecutive segments from hit number `from` on, until they hold at least `atLeast` hits or none
 * are left.
 */
export async function readSegments(
  segments: readonly { readonly file: SpoolSegment }[],
  from: number,
  atLeast: number,
): Promise<SpoolBatch[]> {
  const batches: SpoolBatch[] = [];
  let hits = 0;
  for (const { file } of [...segments]) {
    for (let after = from; hits < atLeast; ) {
      const rows = await file.read(after, READ_ROWS);
      for (const row of rows) {
        if (hits >= atLeast) break;
        batches.push(row);
        hits += row.hits;
        after = row.first + row.hits;
      }
      if (rows.length < READ_ROWS) break;
    }
    if (hits >= atLeast) break;
  }
  return batches;
}

/** Removes a segment's files, whether it is open or not. */
export function removeSegment(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}

/** Returns true when the data on disk is not a valid SQLite file, which no retry can fix. */
export function isDamaged(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB';
}

/**
 * Copies a damaged segment to the folder `damaged` beside it, because the spool continues without it. Returns the error
 * to report.
 */
export function keepAside(path: string, cause: unknown): Error {
  const kept = join(dirname(path), 'damaged', basename(path));
  let where = `a copy is kept as ${kept}`;
  try {
    mkdirSync(dirname(kept), { recursive: true });
    for (const suffix of ['', '-wal']) if (existsSync(path + suffix)) copyFileSync(path + suffix, kept + suffix);
  } catch (error) {
    where = `it could not be copied (${error})`;
  }
  return new Error(`The spool file ${path} is damaged; its readable hits are counted, and ${where}.`, { cause });
}

/**
 * Returns the batches of a damaged segment from hit number `from` on: those before the first damage and those after the
 * last.
 */
export async function salvageBatches(file: SqliteFile, from: number): Promise<SpoolBatch[]> {
  const one = (where: string, params: number[]) =>
    file.all<SpoolBatch>(`${BATCH} ${where} LIMIT 1`, params).then(
      ([row]) => row,
      () => undefined,
    );
  const found = new Map<number, SpoolBatch>();
  let row = await one('>= ? ORDER BY first', [from]);
  for (; row; row = await one('> ? ORDER BY first', [row.first])) found.set(row.first, row);
  row = await one('>= ? ORDER BY first DESC', [from]);
  for (; row && !found.has(row.first); row = await one('BETWEEN ? AND ? ORDER BY first DESC', [from, row.first - 1]))
    found.set(row.first, row);
  return [...found.values()].sort((a, b) => a.first - b.first);
}
