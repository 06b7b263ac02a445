import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { AppError } from '../errors.ts';
import { syncPath } from '../process/durable.ts';

/*
 * A backup is one gzip file with lines of JSON: a head, then for each table a line that names it and a line for each
 * row, and an end with the number of rows and the SHA-256 of all lines before it. Its format does not depend on the
 * database engine.
 */

/** The first line. */
export interface BackupHead {
  readonly format: 'footfall-backup';
  readonly version: 1;
  /** ISO 8601, UTC: the instant at which all rows were read. */
  readonly at: string;
  readonly engine: string;
  /** The migrations that created the tables, in order. */
  readonly migrations: readonly string[];
  /** The last number that was given to a row, by table. */
  readonly numbers: Readonly<Record<string, number>>;
}

/** Precedes the rows of a table, each an array in the order of the columns; bytes are hex digits. */
export interface TableLine {
  readonly table: string;
  readonly columns: readonly string[];
}

/** The last line. */
export interface BackupEnd {
  readonly rows: number;
  readonly tables: Readonly<Record<string, number>>;
  readonly sha256: string;
}

const PART = '.part';
const END = '{"end":';
/** Level 3 writes about as fast as rows are read; 9 would save a tenth and take four times as long. */
const LEVEL = 3;

/** Creates a backup that only its owner can read; it gets its name, `path`, once it is complete. */
export async function createBackup(path: string) {
  const part = `${path}.${process.pid}${PART}`;
  const file = createWriteStream(part, { flags: 'wx', mode: 0o600 });
  await once(file, 'open');
  const zip = createGzip({ level: LEVEL });
  const written = pipeline(zip, file);
  written.catch(() => undefined);
  const hash = createHash('sha256');

  async function put(text: string): Promise<void> {
    if (!zip.write(text)) await Promise.race([once(zip, 'drain'), written]);
  }

  return {
    /** Resolves when more can be written; each line in `lines` ends with a line break. */
    async write(lines: string): Promise<void> {
      hash.update(lines);
      await put(lines);
    },
    /** Writes the end, syncs the file and gives it its name; returns its size in bytes. */
    async finish(tables: Readonly<Record<string, number>>): Promise<number> {
      const rows = Object.values(tables).reduce((sum, some) => sum + some, 0);
      const end: BackupEnd = { rows, tables, sha256: hash.digest('hex') };
      await put(`${END}${JSON.stringify(end)}}\n`);
      zip.end();
      await written;
      await syncPath(part);
      await rename(part, path);
      await syncPath(dirname(path));
      return (await stat(path)).size;
    },
    /** Removes everything written so far. */
    async discard(): Promise<void> {
      zip.destroy();
      await written.catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}

/** A part of a backup: whole lines without the end, and the fraction of the file read so far, 0 to 1. */
export interface BackupPart {
  readonly lines: readonly string[];
  readonly done: number;
}

/** Yields a backup in parts and returns its end. Throws BAD_USER_INPUT for a damaged one, perhaps after many parts. */
export async function* readBackup(path: string): AsyncGenerator<BackupPart, BackupEnd> {
  const size = await stat(path).then(
    ({ size }) => size,
    cause => refuse(path, 'cannot be read', 'Give the path of a backup.', cause),
  );
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  const plain = createGunzip({ chunkSize: 256 * 1024 });
  const piped = pipeline(file, plain);
  piped.catch(() => undefined);
  const hash = createHash('sha256');
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let end: BackupEnd | null = null;
  try {
    for await (const chunk of plain) {
      rest += decoder.write(chunk as Buffer);
      const whole = rest.lastIndexOf('\n') + 1;
      if (whole === 0) continue;
      let text = rest.slice(0, whole);
      rest = rest.slice(whole);
      const at = text.startsWith(END) ? 0 : text.indexOf(`\n${END}`) + 1;
      if (at > 0 || text.startsWith(END)) {
        end = (JSON.parse(text.slice(at)) as { end: BackupEnd }).end;
        text = text.slice(0, at);
      }
      hash.update(text);
      if (text !== '') yield { lines: text.slice(0, -1).split('\n'), done: file.bytesRead / size };
    }
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? '';
    if (code === 'Z_BUF_ERROR') refuse(path, 'is cut off', ANOTHER, cause);
    if (code.startsWith('Z_') || cause instanceof SyntaxError)
      refuse(path, 'is damaged or not a backup', ANOTHER, cause);
    if (code === 'EISDIR') refuse(path, 'is a directory', 'Give the path of a backup in it.', cause);
    throw cause;
  } finally {
    file.destroy();
  }
  if (!end) return refuse(path, 'is incomplete: its last line is missing', ANOTHER);
  if (hash.digest('hex') !== end.sha256) return refuse(path, 'does not match its checksum', ANOTHER);
  return end;
}

const ANOTHER = 'Use another backup.';

function refuse(path: string, fault: string, remedy: string, cause?: unknown): never {
  throw new AppError('BAD_USER_INPUT', `${path} ${fault}. ${remedy}`, { cause });
}
