import { statSync } from 'node:fs';
import { Memory } from './memory.ts';
import { Segment } from './segment.ts';

/** Bytes of columns that are kept for the next questions; those of large websites are read again, into the same memory. */
const MOST_KEPT = 8_000_000;
/** Segments whose headers are kept, at some kilobytes each. */
const MOST_KNOWN = 1_500;

interface Known {
  readonly segment: Segment;
  readonly stamp: string;
  users: number;
}

/**
 * The segments that a thread has read, with their columns, for its next questions: most are about the same days, and a page
 * asks several about each. A file never changes; one that was damaged or replaced all the same is read again.
 */
export class KnownSegments {
  readonly #memory = new Memory();
  /** By path, the least recently used first. */
  readonly #known = new Map<string, Known>();

  /** Reads the header, unless it is known; the segment's `close` ends the use. Throws BadSegment, or the error of the disk. */
  open(path: string): Segment {
    const stamp = stampOf(path);
    const before = this.#known.get(path);
    this.#known.delete(path);
    if (before && before.stamp !== stamp && before.users === 0) before.segment.giveUpColumns();
    const known = before?.stamp === stamp ? before : this.#read(path, stamp);
    known.users++;
    this.#known.set(path, known);
    return known.segment;
  }

  #read(path: string, stamp: string): Known {
    const ends = { released: () => this.#giveUpColumns(known), closed: () => this.#close(known) };
    const known = { segment: Segment.open(path, this.#memory, ends), stamp, users: 0 };
    return known;
  }

  #close(known: Known): void {
    known.users--;
    if (known.users > 0) return;
    const isReplaced = this.#known.get(known.segment.path) !== known;
    if (isReplaced) known.segment.giveUpColumns();
    for (const [path, { segment, users }] of this.#known) {
      if (this.#known.size <= MOST_KNOWN) return;
      if (users > 0) continue;
      segment.giveUpColumns();
      this.#known.delete(path);
    }
  }

  /**
   * Gives up the columns that were just used if there is no room for them, and others that have been there for long.
   * Nobody uses columns at the moment: each question uses those of one segment, in one turn.
   */
  #giveUpColumns(last: Known): void {
    if (this.#memory.taken <= MOST_KEPT) return;
    last.segment.giveUpColumns();
    for (const { segment } of this.#known.values()) {
      if (!segment.hasColumns) continue;
      segment.giveUpColumns();
      return;
    }
  }
}

/** Returns a text that differs after the file was replaced or written to. */
function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}` : '';
}
