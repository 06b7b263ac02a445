import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { formatOf, sampleOf } from '../sources/access-log/formats.ts';
import type { ReadLine } from '../sources/access-log/request.ts';

const HEAD = 64 * 1024;
const PIECE = 1024 * 1024;
const BREAK = 10;
const HASH = 35;

/** Complete lines of a log, and where they end. */
export interface Lines {
  readonly lines: readonly string[];
  readonly to: number;
}

/** A log that may still be written to. It is recognised by its first request, whatever it is called and wherever it is copied to. */
export class LiveLog {
  readonly #file: FileHandle;
  readonly fingerprint: string;
  readonly inode: string;

  private constructor(file: FileHandle, fingerprint: string, inode: string) {
    this.#file = file;
    this.fingerprint = fingerprint;
    this.inode = inode;
  }

  /** Returns null for a file that is gone, or has no complete line yet. */
  static async open(path: string): Promise<LiveLog | null> {
    const file = await open(path).catch(() => null);
    if (!file) return null;
    const [fingerprint, { dev, ino }] = [await fingerprintOf(file), await file.stat()];
    if (fingerprint !== null) return new LiveLog(file, fingerprint, `${dev}:${ino}`);
    await file.close();
    return null;
  }

  /** Returns false when the file was truncated, and begins anew. */
  async isSame(): Promise<boolean> {
    return (await fingerprintOf(this.#file)) === this.fingerprint;
  }

  /** Returns the next complete lines from a position on; a line that is longer than a piece is skipped. */
  async linesFrom(from: number): Promise<Lines> {
    const piece = await read(this.#file, from, PIECE);
    const end = piece.lastIndexOf(BREAK);
    if (end < 0) return { lines: [], to: piece.length < PIECE ? from : from + PIECE };
    return { lines: piece.toString('utf8', 0, end).split('\n').map(plain), to: from + end + 1 };
  }

  /** Returns a reader of the lines from a position on; null if the file is no access log. */
  async readerAt(position: number, zone: string): Promise<ReadLine | null> {
    const head = await read(this.#file, 0, HEAD);
    const text = head.toString('utf8', 0, head.lastIndexOf(BREAK) + 1);
    const sample = sampleOf(text.split('\n').map(plain));
    const reader = formatOf(sample)?.open(sample, zone) ?? null;
    // Heads say what the lines behind them have.
    if (reader && head[0] === HASH)
      for (let from = 0; from < position; ) {
        const { lines, to } = await this.linesFrom(from);
        if (to === from) break;
        for (const line of lines) if (line.startsWith('#')) reader(line);
        from = to;
      }
    return reader;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** Returns a hash of everything up to the end of the first line that is no head; null before there is one. */
async function fingerprintOf(file: FileHandle): Promise<string | null> {
  const head = await read(file, 0, HEAD);
  for (let start = 0; ; ) {
    const end = head.indexOf(BREAK, start);
    if (end < 0) return null;
    if (head[start] !== HASH) return createHash('sha256').update(head.subarray(0, end)).digest('hex');
    start = end + 1;
  }
}

async function read(file: FileHandle, from: number, most: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(most);
  let length = 0;
  while (length < most) {
    const { bytesRead } = await file.read(bytes, length, most - length, from + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

function plain(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
