import type { ImportRow } from '../db/models/import.ts';
import type { ImportKind } from '../domain/import.ts';
import type { ImportContext } from './context.ts';
import { ImportLost } from './progress.ts';
import type { StoredFile } from './unpacked.ts';

const TELL_EVERY = 1_000;

/** Shows people who wait how far the reading of an import is, at most once a second. */
export class ReadingProgress {
  readonly #context: ImportContext;
  readonly #row: ImportRow;
  readonly #bytes: number;
  #read = 0;
  #rowCount = 0;
  #passes = 1;
  #kind: ImportKind | null;
  #toldAt = performance.now();
  /** A process that was killed has been further. */
  #told: number;

  constructor(context: ImportContext, row: ImportRow) {
    this.#context = context;
    this.#row = row;
    this.#bytes = bytesOf(row.files);
    this.#kind = row.kind;
    this.#told = row.position;
  }

  /** Begins to count what is read, now that the files are recognised; they are read so often. */
  begin(kind: ImportKind, passes: number): void {
    this.#kind = kind;
    this.#passes = passes;
    this.#read = 0;
  }

  /** Notes bytes of the files as they were sent. */
  readonly take = (bytes: number): void => {
    this.#read += bytes;
  };

  /** Stores how many rows were read, and how far that is in the files. Throws ImportLost once it is undone. */
  async tell(rowCount = this.#rowCount): Promise<void> {
    this.#rowCount = rowCount;
    const { database, tellEvery = TELL_EVERY, stepped } = this.#context;
    if (performance.now() - this.#toldAt < tellEvery) return;
    this.#toldAt = performance.now();
    const { id, holder } = this.#row;
    this.#told = Math.max(this.#told, Math.min(this.#bytes, Math.round(this.#read / this.#passes)));
    const change = { rowCount, kind: this.#kind, position: this.#told };
    const where = { id, holder, state: 'reading' } as const;
    await database.imports.update(change, { where });
    if (!(await database.imports.findOne({ where, attributes: ['id'], raw: true }))) throw new ImportLost(id);
    await stepped?.('told');
  }
}

/** Returns how far the import is in its state. */
export function shareOf({ state, files, position, rowCount, kind, counted }: ImportRow): number {
  const whole = state === 'reading' ? bytesOf(files) : kind === 'hits' ? counted : rowCount;
  return Math.min(1, position / Math.max(1, whole));
}

function bytesOf(files: string): number {
  return (JSON.parse(files) as StoredFile[]).reduce((sum, { bytes }) => sum + bytes, 0);
}
