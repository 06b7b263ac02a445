import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { monthNumber } from '../../domain/calendar.ts';
import type { DayRange } from '../../domain/range.ts';
import { readSetting, type Settings, settleSetting } from '../models/setting.ts';
import { KnownSegments } from './known-segments.ts';
import { BadSegment, type Segment } from './segment.ts';

/**
 * Names what the columns are made of; a database that is restored or upgraded gets another name, because its rows, or
 * those of the copy made before, are older than they.
 */
export const COLUMNS_ID = 'columns';

/** Bytes that packing leaves free, so that it never takes the room of hits. */
export const LEAST_FREE = 256_000_000;

/** Thrown before a disk becomes full. */
class NoRoom extends Error {
  constructor(folder: string) {
    super(`The disk of ${folder} has less than ${LEAST_FREE / 1e6} MB left, which are for hits; free some space.`);
  }
}

/** Opens the columns of a database below this machine's DATA_DIR. Works on a disk that cannot be written. */
export async function openColumnStore(
  database: { readonly settings: Settings },
  dataDir: string,
  reportBad?: (error: BadSegment) => void,
): Promise<ColumnStore> {
  const id = (await readSetting(database, COLUMNS_ID)) ?? (await settleSetting(database, COLUMNS_ID, randomUUID()));
  return new ColumnStore(join(dataDir, 'columns', id), reportBad);
}

/**
 * The segments of a database on this machine: files that can be removed at any moment, because the database has
 * everything. A file never changes; what replaces it has another name.
 */
export class ColumnStore {
  readonly folder: string;
  /** The value of COLUMNS_ID of its database. */
  readonly id: string;
  readonly #reportBad: (error: BadSegment) => void;
  readonly #segments = new KnownSegments();
  /** Damaged files that could not be removed. */
  readonly #bad = new Set<string>();

  constructor(folder: string, reportBad: (error: BadSegment) => void = () => {}) {
    this.folder = folder;
    this.id = basename(folder);
    this.#reportBad = reportBad;
  }

  /**
   * Opens the segments of a website as they are on disk, all of them or those that may have a day of a range (since
   * 1970-01-01); they can be read, even when removed, until they are closed.
   */
  open(website: number, range?: DayRange): Segment[] {
    const folder = this.folderOf(website);
    const names = namesIn(folder).filter(name => isSegment(name) && (!range || mayHave(name, range)));
    return names.flatMap(name => this.#openAt(join(folder, name)) ?? []);
  }

  /** Returns the segments of a website, of which only the properties can be used. */
  list(website: number): readonly Pick<Segment, 'path' | 'firstDay' | 'days' | 'packed' | 'share'>[] {
    const opened = this.open(website);
    for (const segment of opened) segment.close();
    return opened;
  }

  /** Removes a damaged file, or at least never reads it again. */
  discard(error: BadSegment): void {
    this.#reportBad(error);
    this.#bad.add(error.path);
    try {
      rmSync(error.path, { force: true });
      this.#bad.delete(error.path);
    } catch {
      // A disk that cannot be written still has everything else.
    }
  }

  /** Removes the files of other websites, and those that a killed process did not finish. Only the process that packs may call it. */
  tidy(websites: readonly number[]): void {
    const known = new Set(websites.map(String));
    for (const name of namesIn(this.folder).filter(isWebsite)) {
      const folder = join(this.folder, name);
      if (!known.has(name)) rmSync(folder, { recursive: true, force: true });
      else for (const file of namesIn(folder)) if (!isSegment(file)) rmSync(join(folder, file), { force: true });
    }
  }

  /** Returns a text that differs after any file was added or removed. */
  async stamp(): Promise<string> {
    const names = namesIn(this.folder).filter(isWebsite);
    const times = await Promise.all(
      names.map(name =>
        stat(join(this.folder, name)).then(
          ({ mtimeMs }) => `${name}:${mtimeMs}`,
          () => name,
        ),
      ),
    );
    return times.join();
  }

  /** Returns the bytes of the segments of each website. */
  sizes(): Map<number, number> {
    const sizes = new Map<number, number>();
    for (const website of namesIn(this.folder).filter(isWebsite)) {
      const sizeOf = (name: string) => statSync(join(this.folder, website, name), { throwIfNoEntry: false })?.size ?? 0;
      const names = namesIn(join(this.folder, website));
      sizes.set(
        Number(website),
        names.reduce((sum, name) => sum + sizeOf(name), 0),
      );
    }
    return sizes;
  }

  /** Returns the bytes of all segments. */
  bytes(): number {
    return [...this.sizes().values()].reduce((sum, size) => sum + size, 0);
  }

  /** Throws when the disk has too little room for more segments. */
  checkRoom(): void {
    mkdirSync(this.folder, { recursive: true });
    const { bavail, bsize } = statfsSync(this.folder);
    if (bavail * bsize < LEAST_FREE) throw new NoRoom(this.folder);
  }

  folderOf(website: number): string {
    return join(this.folder, String(website));
  }

  /** Returns the folder of a website, which exists then. */
  makeFolder(website: number): string {
    const folder = this.folderOf(website);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  #openAt(path: string): Segment | null {
    if (this.#bad.has(path)) return null;
    try {
      return this.#segments.open(path);
    } catch (error) {
      if (error instanceof BadSegment) this.discard(error);
      else if (!isOfDisk(error)) throw error;
      return null;
    }
  }
}

/** The locks of processes are beside the folders of websites. */
function isWebsite(name: string): boolean {
  return /^\d+$/.test(name);
}

function isSegment(name: string): boolean {
  return name.endsWith('.seg');
}

/** Whether a segment may have some of these days: its name begins with its day, or with its month. */
function mayHave(name: string, { from, to }: DayRange): boolean {
  const [, kind, digits] = /^([dm])(\d+)-/.exec(name) ?? [];
  const number = Number(digits);
  if (kind === 'd') return number >= from && number <= to;
  return kind !== 'm' || (number >= monthNumber(from) && number <= monthNumber(to));
}

/** Returns the names in a folder; none if it cannot be read, because the database has everything. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isOfDisk(error)) return [];
    throw error;
  }
}

/** Returns true for an error of the file system, or before there is one. */
export function isOfDisk(error: unknown): boolean {
  return error instanceof NoRoom || (error as NodeJS.ErrnoException).syscall !== undefined;
}
