import { type FileHandle, open } from 'node:fs/promises';
import { fingerprintOf, HEAD } from '../sources/access-log/fingerprint.ts';
import { formatOf, isSampled, sampleOf } from '../sources/access-log/formats.ts';
import type { ReadLine } from '../sources/access-log/request.ts';
import { hasNoDates } from '../sources/access-log/w3c.ts';

const PIECE = 1024 * 1024;
const BREAK = 10;
const NUL = 0;
/** What stands in front of the first line that is written after a truncation. */
const NULS = /^\0+/;

/** Complete lines of a log, and where they end. */
export interface Lines {
  readonly lines: readonly string[];
  readonly to: number;
}

/** What reads the lines of a log. */
export interface LogReader {
  readonly read: ReadLine;
  /** False while there are fewer lines than a format is recognised by, so that further lines can change it. */
  readonly isSettled: boolean;
}

/** A log that may still be written to. It is recognised by its first request, whatever it is called and wherever it is copied to. */
export class LiveLog {
  readonly #file: FileHandle;
  /** Where the text begins: a server that writes on where it was leaves NULs in front when its file is truncated. */
  readonly #begin: number;
  readonly fingerprint: string;
  readonly inode: string;

  private constructor(file: FileHandle, begin: number, fingerprint: string, inode: string) {
    this.#file = file;
    this.#begin = begin;
    this.fingerprint = fingerprint;
    this.inode = inode;
  }

  /** Returns null for a file that is gone, or has no complete line yet. */
  static async open(path: string): Promise<LiveLog | null> {
    const file = await open(path).catch(() => null);
    if (!file) return null;
    const begin = await beginOf(file);
    const [fingerprint, { dev, ino }] = [await fingerprintAt(file, begin), await file.stat()];
    if (fingerprint !== null) return new LiveLog(file, begin, fingerprint, `${dev}:${ino}`);
    await file.close();
    return null;
  }

  /** Returns false when the file was truncated, and begins anew. */
  async isSame(): Promise<boolean> {
    return (await fingerprintAt(this.#file, this.#begin)) === this.fingerprint;
  }

  /** Returns the next complete lines from a position on, and before another; a line that is longer than a piece is skipped. */
  async linesFrom(from: number, before = Number.POSITIVE_INFINITY): Promise<Lines> {
    const start = Math.max(from, this.#begin);
    const piece = await read(this.#file, start, Math.max(0, Math.min(PIECE, before - start)));
    const end = piece.lastIndexOf(BREAK);
    if (end < 0) return { lines: [], to: piece.length < PIECE ? from : start + PIECE };
    return { lines: piece.toString('utf8', 0, end).split('\n').map(plain), to: start + end + 1 };
  }

  /** Returns where the first lines from a position on end, if these are lines of one piece. */
  async endOf(from: number, lines: number): Promise<number> {
    const start = Math.max(from, this.#begin);
    const piece = await read(this.#file, start, PIECE);
    let end = 0;
    for (let line = 0; line < lines; line++) end = piece.indexOf(BREAK, end) + 1;
    return start + end;
  }

  /** Returns a reader of the lines from a position on; null if the file is no access log. */
  async readerAt(position: number, zone: string): Promise<LogReader | null> {
    const sample = await this.#sample();
    const read = formatOf(sample)?.open(sample, zone);
    if (!read) return null;
    // Heads say what the lines behind them have; of lines without a date, each can begin another day.
    let hasDates = true;
    if (sample[0]?.startsWith('#'))
      for (let from = 0; from < position; ) {
        const { lines, to } = await this.linesFrom(from, position);
        if (to === from) break;
        for (const line of lines) {
          if (line.startsWith('#Fields:')) hasDates = !hasNoDates(line);
          if (line.startsWith('#') || !hasDates) read(line);
        }
        from = to;
      }
    return { read, isSettled: isSampled(sample) };
  }

  /** Returns the first lines, also behind one that is too long. */
  async #sample(): Promise<string[]> {
    let sample: string[] = [];
    for (let from = 0; !isSampled(sample); ) {
      const { lines, to } = await this.linesFrom(from);
      if (to === from) break;
      sample = sampleOf([...sample, ...lines]);
      from = to;
    }
    return sample;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** Returns the place of the first byte that is no NUL. */
async function beginOf(file: FileHandle): Promise<number> {
  for (let from = 0; ; ) {
    const piece = await read(file, from, from === 0 ? HEAD : PIECE);
    const at = piece.findIndex(byte => byte !== NUL);
    if (at >= 0 || piece.length === 0) return from + Math.max(at, 0);
    from += piece.length;
  }
}

async function fingerprintAt(file: FileHandle, begin: number): Promise<string | null> {
  const head = await read(file, begin, HEAD);
  return head[0] === NUL ? null : fingerprintOf(head);
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
  const text = line.startsWith('\0') ? line.replace(NULS, '') : line;
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
