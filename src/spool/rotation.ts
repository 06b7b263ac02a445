import { type ReportDamage, type SpoolBatch, SpoolFile, type SpoolRoom } from './spool-file.ts';

/** The batches that are read first, and the most that are read at once: one can have ten hits or thousands. */
const FEW_ROWS = 4;
const MOST_ROWS = 64;

/** A file of a spool that is being written or read. */
export interface WrittenFile {
  readonly file: SpoolFile;
  /** The number after its last hit; final only once a later file has begun. */
  next: number;
  /** True once a hit in it was acknowledged. */
  used: boolean;
}

export interface RotationOptions {
  /** Returns the path of the n-th file. */
  readonly pathOf: (n: number) => string;
  /** The number of bytes after which a new file is started. */
  readonly bytes: number;
  readonly damaged: ReportDamage | undefined;
}

/** The files of one spool: the last is written, and the first goes once everything in it is folded. */
export class Rotation {
  readonly #options: RotationOptions;
  readonly #files: WrittenFile[] = [];
  #created = 0;
  #coming: Promise<SpoolFile> | null = null;
  #hurry = new AbortController();

  private constructor(options: RotationOptions) {
    this.#options = options;
  }

  /** Creates the first file. Rejects when the disk fails. */
  static async create(options: RotationOptions): Promise<Rotation> {
    const rotation = new Rotation(options);
    rotation.#files.push({ file: await rotation.#create(), next: 1, used: false });
    return rotation;
  }

  /**
   * Returns the file to write to, in which the next hit will have the number `next`. The following one is opened ahead
   * of time, and right after a failure, because the state that a failure leaves is unknown.
   */
  async writable(next: number, hasFailed: boolean): Promise<WrittenFile> {
    const current = this.#files.at(-1) as WrittenFile;
    const written = current.file.written();
    if (!hasFailed && written > this.#options.bytes / 2) void this.#openNext();
    if (!hasFailed && written < this.#options.bytes) return current;
    const opening = this.#openNext();
    this.#hurry.abort();
    const begun = { file: await opening, next, used: false };
    this.#coming = null;
    this.#files.push(begun);
    return begun;
  }

  /** A file whose first write failed holds no acknowledged hit; on a broken disk, such files would pile up. */
  async dropUnused(): Promise<void> {
    if (this.#files.length < 2 || this.#files.at(-1)?.used) return;
    await this.#files
      .pop()
      ?.file.remove()
      .catch(() => undefined);
  }

  /** Returns batches from hit number `from` on, until they hold at least `atLeast` hits or none are left. */
  read(from: number, atLeast: number): Promise<SpoolBatch[]> {
    return readFiles(this.#files, from, atLeast);
  }

  /** Removes the files that hold only hits with numbers below `before`. */
  async release(before: number): Promise<void> {
    while (this.#files.length > 1 && (this.#files[0] as WrittenFile).next <= before)
      await this.#files.shift()?.file.remove();
  }

  async close(): Promise<void> {
    this.#hurry.abort();
    await (await this.#coming?.catch(() => null))?.remove();
    for (const { file } of this.#files) await file.close();
  }

  /** The opening may fail while no write waits for it; the next write then tries again. */
  #openNext(): Promise<SpoolFile> {
    if (this.#coming) return this.#coming;
    this.#hurry = new AbortController();
    const opening = this.#create({ bytes: this.#options.bytes, signal: this.#hurry.signal });
    void opening.catch(() => {
      if (this.#coming === opening) this.#coming = null;
    });
    this.#coming = opening;
    return opening;
  }

  #create(room?: SpoolRoom): Promise<SpoolFile> {
    return SpoolFile.open(this.#options.pathOf(++this.#created), this.#options.damaged, room);
  }
}

/**
 * Returns batches of consecutive files from hit number `from` on, until they hold at least `atLeast` hits or none
 * are left.
 */
export async function readFiles(
  files: readonly { readonly file: SpoolFile }[],
  from: number,
  atLeast: number,
): Promise<SpoolBatch[]> {
  const batches: SpoolBatch[] = [];
  let hits = 0;
  let limit = FEW_ROWS;
  for (const { file } of [...files]) {
    for (let after = from; hits < atLeast; ) {
      const rows = await file.read(after, limit);
      for (const row of rows) {
        if (hits >= atLeast) break;
        batches.push(row);
        hits += row.hits;
        after = row.first + row.hits;
      }
      if (rows.length < limit) break;
      // Batches that nobody takes would only fill the memory.
      limit = Math.min(MOST_ROWS, Math.max(1, Math.ceil(((atLeast - hits) * batches.length) / hits)));
    }
    if (hits >= atLeast) break;
  }
  return batches;
}
