import { statSync } from 'node:fs';
import { Memory } from './memory.ts';
import { Segment } from './segment.ts';

/** Bytes of columns that are kept for the next questions. */
const MOST_KEPT = 48_000_000;
/** Files that stay open between questions: those of a year, by month and then by day. */
const MOST_OPEN = 64;

interface Opened {
  readonly segment: Segment;
  readonly stamp: string;
  users: number;
}

/**
 * The segments of a thread, which stay open with their columns for its next questions: most are about the same days, and
 * a page asks several about each. A file never changes; one that was damaged or replaced all the same is opened again.
 */
export class OpenSegments {
  readonly #memory = new Memory();
  /** By path, the least recently used first. */
  readonly #opened = new Map<string, Opened>();

  /** Reads the header, unless it is known; the segment's `close` ends the use. Throws BadSegment, or the error of the disk. */
  open(path: string): Segment {
    const stamp = stampOf(path);
    const known = this.#opened.get(path);
    this.#opened.delete(path);
    if (known && known.stamp !== stamp && known.users === 0) known.segment.shut();
    const opened = known?.stamp === stamp ? known : this.#read(path, stamp);
    opened.users++;
    this.#opened.set(path, opened);
    return opened.segment;
  }

  #read(path: string, stamp: string): Opened {
    const ends = { released: () => this.#giveUpColumns(), closed: () => this.#close(opened) };
    const opened = { segment: Segment.open(path, this.#memory, ends), stamp, users: 0 };
    return opened;
  }

  #close(opened: Opened): void {
    opened.users--;
    if (opened.users > 0) return;
    const isReplaced = this.#opened.get(opened.segment.path) !== opened;
    if (isReplaced) opened.segment.shut();
    for (const [path, { segment, users }] of this.#opened) {
      if (this.#opened.size <= MOST_OPEN) return;
      if (users > 0) continue;
      segment.shut();
      this.#opened.delete(path);
    }
  }

  #giveUpColumns(): void {
    if (this.#memory.taken <= MOST_KEPT) return;
    for (const { segment } of this.#opened.values()) {
      segment.giveUpColumns();
      if (this.#memory.taken <= MOST_KEPT) return;
    }
  }
}

/** Returns a text that differs after the file was replaced or written to; it cannot be read if it is gone. */
function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}` : '';
}
