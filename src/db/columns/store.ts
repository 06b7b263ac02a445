import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Settings, settleSetting } from '../models/setting.ts';
import { BadSegment, Segment } from './segment.ts';

/** Bytes of columns that stay in memory between questions. */
const MOST_LOADED = 96_000_000;

/** Names what the columns are made of; a restored database gets another name, because its rows are older than they. */
export const COLUMNS_ID = 'columns';

/** Opens the columns of a database below this machine's DATA_DIR. */
export async function openColumnStore(
  database: { readonly settings: Settings },
  dataDir: string,
  reportBad?: (error: BadSegment) => void,
): Promise<ColumnStore> {
  const id = await settleSetting(database, COLUMNS_ID, randomUUID());
  const folder = join(dataDir, 'columns', id);
  mkdirSync(folder, { recursive: true });
  return new ColumnStore(folder, reportBad);
}

/**
 * The segments of a database on this machine: files that can be removed at any moment, because the database has
 * everything. A file never changes; what replaces it has another name.
 */
export class ColumnStore {
  readonly folder: string;
  readonly #reportBad: (error: BadSegment) => void;
  /** By path; those used last come last. */
  readonly #open = new Map<string, Segment>();
  /** Segments whose files were replaced; a question may still be reading them. */
  readonly #gone: Segment[] = [];
  #reading = 0;

  constructor(folder: string, reportBad: (error: BadSegment) => void = () => {}) {
    this.folder = folder;
    this.#reportBad = reportBad;
  }

  /** Keeps every segment readable until `work` is done. */
  async whileReading<T>(work: () => Promise<T>): Promise<T> {
    this.#reading++;
    try {
      return await work();
    } finally {
      this.#reading--;
      if (this.#reading === 0) for (const segment of this.#gone.splice(0)) segment.close();
    }
  }

  /** Returns the segments of a website as they are on disk. */
  segmentsOf(website: number): Segment[] {
    const folder = this.folderOf(website);
    const paths = segmentNames(folder).map(name => join(folder, name));
    for (const [path, segment] of this.#open) {
      if (!path.startsWith(`${folder}/`) || paths.includes(path)) continue;
      this.#open.delete(path);
      this.#gone.push(segment);
    }
    return paths.flatMap(path => this.#segmentAt(path) ?? []);
  }

  /** Keeps what was used last in memory, up to a limit. Call it after each question. */
  trim(used: readonly Segment[]): void {
    for (const segment of used) {
      this.#open.delete(segment.path);
      this.#open.set(segment.path, segment);
    }
    let loaded = [...this.#open.values()].reduce((sum, segment) => sum + segment.loaded, 0);
    for (const segment of this.#open.values()) {
      if (loaded <= MOST_LOADED) break;
      loaded -= segment.loaded;
      segment.unload();
    }
  }

  /** Removes a damaged file. */
  discard(error: BadSegment): void {
    this.#reportBad(error);
    const segment = this.#open.get(error.path);
    if (segment) this.#gone.push(segment);
    this.#open.delete(error.path);
    rmSync(error.path, { force: true });
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

  close(): void {
    for (const segment of this.#open.values()) segment.close();
    this.#open.clear();
  }

  #segmentAt(path: string): Segment | null {
    const known = this.#open.get(path);
    if (known) return known;
    try {
      const segment = Segment.open(path);
      this.#open.set(path, segment);
      return segment;
    } catch (error) {
      if (error instanceof BadSegment) this.discard(error);
      else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return null;
    }
  }
}

function segmentNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter(name => name.endsWith('.seg'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
