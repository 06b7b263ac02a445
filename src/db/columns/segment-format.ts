import { createHash } from 'node:crypto';
import { sep } from 'node:path';
import type { Share } from '../../counting/chunks.ts';
import { COLUMNS, type Kind } from '../../counting/columns.ts';

/** A day of a segment (since 1970-01-01), and the version of its rows that were packed. */
export interface PackedDay {
  readonly day: number;
  readonly version: number;
}

export interface Place {
  readonly at: number;
  readonly length: number;
  /** Bytes of a number. */
  readonly width: 1 | 2 | 4;
  readonly checksum: number;
  /** The number that all of them equal, if they do; the file has no bytes for them then. */
  readonly only?: number | undefined;
}

export interface Header {
  /** What the file was written as: database, website and name. A copy at another place has other visits. */
  readonly file: string;
  readonly firstDay: number;
  readonly days: number;
  readonly packed: readonly PackedDay[];
  readonly share: Share;
  readonly count: Readonly<Record<Kind, number>>;
  /** By `kind.name`; the ids of a column are `kind.name.ids`, and `amounts` is JSON. */
  readonly places: Readonly<Record<string, Place>>;
}

/** Changes with the contents and the layout of segments; segments of other formats are packed again. */
const FORMAT = createHash('sha256')
  .update(`3 ${JSON.stringify(COLUMNS)}`)
  .digest('hex')
  .slice(0, 8);
export const MAGIC = Buffer.from(`footfall columns ${FORMAT}\n`);
/** The header follows the magic text: its length in bytes, its checksum, and JSON. */
export const PREFIX = MAGIC.length + 8;
export const WIDTHS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array } as const;
const ALIGNED = 8;

/** Returns the names of the folder of the database, of the folder of the website, and of the file. */
export function fileOf(path: string): string {
  return path.split(sep).slice(-3).join('/');
}

export function paddingAfter(length: number): Buffer {
  return Buffer.alloc((ALIGNED - (length % ALIGNED)) % ALIGNED);
}
