import type { GivenVisitor } from '../collect/imported.ts';
import type { RawHit } from '../collect/raw-hit.ts';
import type { PropertyRef } from '../domain/filter.ts';
import type { ImportKind, ImportOptions, ImportSource, LeftOutReason } from '../domain/import.ts';
import type { StoredMetric } from '../domain/metrics.ts';
import type { StatName } from '../domain/statistics.ts';

/** A file that importers read: one that was sent, unpacked, or one of a zip. */
export interface SourceFile {
  readonly name: string;
  /** Returns its bytes, from the beginning at every call. Throws FileFault while they are read. */
  read(): AsyncIterable<Buffer>;
}

/** The beginning of a file, by which it is recognised: at most 64 KiB, as text. */
export interface Beginning {
  readonly name: string;
  readonly text: string;
}

/** What a source has recognised. */
export interface Recognised {
  /** The version of the format, for people; empty if it has none. */
  readonly version: string;
  readonly kind: ImportKind;
  /** `asked` if times come without a zone, so that they are read as those of the zone that people name. */
  readonly zone?: 'in the file' | 'asked';
}

/** The place of a row, from line 1 on. */
interface Placed {
  readonly file: string;
  readonly line: number;
}

/** What a row of sums says about one value of a statistic; `day` is for the totals of the day, which have no value. */
export interface CountedValue {
  readonly name: StatName | 'day';
  readonly value: string;
  readonly sums: Readonly<Partial<Record<StoredMetric, number>>>;
  /** For `property`: its key, and the event that has it; null if the file does not know which hits have it. */
  readonly property?: PropertyRef;
}

/**
 * A row with counts of one day. Within an import, rows of the same day and value add up; against an earlier import of the
 * source, its value of a day stands.
 */
export interface SumsRow extends Placed {
  readonly type: 'sums';
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly counted: readonly CountedValue[];
}

/** A row that is a pageview or an event. */
export interface HitRow extends Placed {
  readonly type: 'hit';
  /** The same for the same hit in another file of the source. */
  readonly identity: string;
  readonly hit: RawHit;
  /** What the file knows in place of an address and a user agent. */
  readonly given?: GivenVisitor;
}

/** A row that cannot be read. */
export interface UnreadableRow extends Placed {
  readonly type: 'bad';
  readonly reason: string;
}

/** A row that does not count, by its reason in `leftOutFor`, such as `bot`. */
export interface LeftOutRow {
  readonly type: 'left out';
  readonly reason: LeftOutReason;
}

/** What people should know about the rows that follow, such as that they are estimates; listed with the rows that are bad. */
export interface NoteRow extends Placed {
  readonly type: 'note';
  readonly reason: string;
}

export type Row = SumsRow | HitRow | LeftOutRow | UnreadableRow | NoteRow;

/** What an importer needs to know about the website. */
export interface ReadOptions extends ImportOptions {
  readonly domain: string;
  /** The zone of times without an offset. */
  readonly zone: string;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  /** Where a source may keep what does not fit in memory; the import removes it when it is over. */
  readonly folder?: string;
  /** Returns which bytes of a log, by its fingerprint, were counted while it was followed; undefined for one that never was. */
  readonly followed?: (
    fingerprint: string,
  ) => Promise<{ readonly skipped: number; readonly position: number } | undefined>;
  /** The most hashes that a source keeps in memory. */
  readonly mostInMemory?: number | undefined;
}

/** What docs/imports.md says about a source. */
export interface Guide {
  /** How to get the file, in Markdown. */
  readonly get: string;
  /** What the file calls it, and what we call it; both in Markdown. */
  readonly names: readonly (readonly [theirs: string, ours: string])[];
  /** What is not imported, and why, in Markdown; null if everything is. */
  readonly leftOut: string | null;
}

/** A tool that history can come from. */
export interface Importer {
  readonly source: ImportSource;
  /** The name of the tool, or of the format. */
  readonly label: string;
  readonly guide: Guide;
  /** Returns null for files that are not of this source; `named` if the source was named. */
  recognise(files: readonly Beginning[], named: boolean): Recognised | null;
  /** Returns true for a file that can be of an export of this source, although it may not be recognised alone. */
  belongs?(file: Beginning): boolean;
  /** Reads all rows in batches, always in the same order. Throws FileFault. */
  read(files: readonly SourceFile[], options: ReadOptions): AsyncIterable<readonly Row[]>;
}
