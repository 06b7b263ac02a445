import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openSqliteFile, type SqliteFile, type SqliteStatement } from '../db/dialects/sqlite-file.ts';

/**
 * Encoded hits as stored in the spool: `first` is the number of the first one, and the others are numbered
 * consecutively.
 */
export interface SpoolBatch {
  readonly first: number;
  readonly hits: number;
  /** Encoded hits joined by commas; what is read from a spool has them in bytes, which a thread takes over without a copy. */
  readonly body: string | Uint8Array;
}

/** Returns the encoded hits of a batch as text. */
export function textOf({ body }: Pick<SpoolBatch, 'body'>): string {
  return typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
}

/** Called with an error whose message says that a file of the spool is damaged and where it is kept. */
export type ReportDamage = (error: Error) => void;

/** How far a log is filled with zeros ahead of writing, and a signal to stop because a write is waiting. */
export interface SpoolRoom {
  readonly bytes: number;
  readonly signal: AbortSignal;
}

const PRAGMAS =
  'PRAGMA busy_timeout=10000; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0;';
/** What reads batches; a condition for their first numbers follows. */
export const BATCH = 'SELECT first, hits, CAST(body AS BLOB) AS body FROM batch WHERE first';
/** A commit writes whole pages: those of its text and two more. */
const PAGES_BESIDE = 2 * 4096;
/** Small enough not to delay a commit to another file, or a write that waits for this one, noticeably. */
const ZEROS = Buffer.alloc(256 * 1024);

/**
 * One file of a spool, written from start to end and then deleted as a whole. Its log is never copied back into the
 * file and nothing is deleted from it, because both would make some commits wait for writes much larger than their own.
 */
export class SpoolFile {
  readonly #path: string;
  readonly #writer: SqliteFile;
  readonly #insert: SqliteStatement;
  readonly #report: ReportDamage;
  /** Reading has its own connection, so that a fold's large reads do not delay a commit. */
  #reader: Promise<SqliteFile> | undefined;
  #written = 0;
  #isKnown = false;

  /**
   * Opens a file, or creates one and removes it again if that fails. Rejects with the engine's error. A file that
   * turns out to be damaged is copied aside and reported once. `room` is allocated in its log before anything is
   * written.
   */
  static async open(path: string, report: ReportDamage = () => undefined, room?: SpoolRoom): Promise<SpoolFile> {
    const isNew = !existsSync(path);
    let writer: SqliteFile | undefined;
    try {
      writer = await openSqliteFile(path, PRAGMAS);
      await writer.exec(
        'CREATE TABLE IF NOT EXISTS batch (first INTEGER PRIMARY KEY, hits INTEGER NOT NULL, body TEXT NOT NULL)',
      );
      const insert = await writer.prepare('INSERT INTO batch (first, hits, body) VALUES (?, ?, ?)');
      if (room) await makeRoom(`${path}-wal`, room);
      return new SpoolFile(path, writer, insert, report);
    } catch (error) {
      await writer?.close();
      // On a full disk, files from failed attempts would pile up.
      if (isNew) removeSpoolFile(path);
      throw error;
    }
  }

  private constructor(path: string, writer: SqliteFile, insert: SqliteStatement, report: ReportDamage) {
    this.#path = path;
    this.#writer = writer;
    this.#insert = insert;
    this.#report = report;
  }

  /** Resolves when the batch is on disk. */
  async write({ first, hits, body }: SpoolBatch & { readonly body: string }): Promise<void> {
    this.#written += body.length + PAGES_BESIDE;
    await this.#insert.run([first, hits, body]);
  }

  /** Returns roughly how many bytes were written since it was opened. */
  written(): number {
    return this.#written;
  }

  /**
   * Returns at most `limit` batches with a first number of at least `from`, in order; of a damaged file, the readable
   * ones.
   */
  read(from: number, limit: number): Promise<SpoolBatch[]> {
    return this.#unlessDamaged(
      file => file.all<SpoolBatch>(`${BATCH} >= ? ORDER BY first LIMIT ?`, [from, limit]),
      async file => (await salvageBatches(file, from)).slice(0, limit),
    );
  }

  /** Returns the number of hits in the file. */
  hits(): Promise<number> {
    return this.#unlessDamaged(
      async file => {
        const [row] = await file.all<{ hits: number }>('SELECT COALESCE(SUM(hits), 0) AS hits FROM batch');
        return row?.hits ?? 0;
      },
      async file => (await salvageBatches(file, 0)).reduce((sum, { hits }) => sum + hits, 0),
    );
  }

  async close(): Promise<void> {
    await (await this.#reader?.catch(() => undefined))?.close();
    await this.#insert.finalize();
    await this.#writer.close();
  }

  /** Removes the file, then closes it. */
  async remove(): Promise<void> {
    removeSpoolFile(this.#path);
    await this.close();
  }

  /** Returns the result of `work`, or of `otherwise` when the file is damaged. */
  async #unlessDamaged<T>(
    work: (file: SqliteFile) => Promise<T>,
    otherwise: (file: SqliteFile) => Promise<T>,
  ): Promise<T> {
    this.#reader ??= openSqliteFile(this.#path, PRAGMAS);
    try {
      return await work(await this.#reader);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      if (!this.#isKnown) this.#report(keepAside(this.#path, error));
      this.#isKnown = true;
      return otherwise(await this.#reader);
    }
  }
}

/**
 * Extends an SQLite log with zeros, which its reader takes for its end. Syncing data within a file costs a third of
 * syncing a file that grows, because the file system has no metadata of its own to write. If the disk has too little
 * space, the log stays as it was.
 */
export async function makeRoom(path: string, { bytes, signal }: SpoolRoom): Promise<void> {
  const file = await open(path, 'r+');
  const { size } = await file.stat();
  try {
    for (let at = size; at < bytes && !signal.aborted; at += ZEROS.length) {
      await file.write(ZEROS, 0, ZEROS.length, at);
      await file.datasync();
    }
  } catch {
    await file.truncate(size);
  } finally {
    await file.close();
  }
}

/** Removes a file of the spool and its log, whether it is open or not. */
function removeSpoolFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}

/** Returns true when the data on disk is not a valid SQLite file, which no retry can fix. */
export function isDamaged(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB';
}

/**
 * Copies a damaged file to the folder `damaged` beside it, because the spool continues without it. Returns the error
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
 * Returns the batches of a damaged file from hit number `from` on: those before the first damage and those after the
 * last.
 */
async function salvageBatches(file: SqliteFile, from: number): Promise<SpoolBatch[]> {
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
