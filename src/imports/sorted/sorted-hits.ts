import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { type Divided, divideRepeats } from '../repeats.ts';
import { batchesOf, byteOf, overlaps, type Part, type Segment } from './order.ts';
import { readSegment, type SortedHit } from './segment.ts';
import type { SortedIndex } from './sorter.ts';

/** The hits of an import as a HitSorter has written them, in batches that are always the same. */
export class SortedHits {
  readonly #file: FileHandle;
  readonly #website: number;
  readonly #isReversed: boolean;
  /** True if hits are of several files, of which some may be the same. */
  readonly isOfSeveralFiles: boolean;
  readonly #segments: ReadonlyMap<number, readonly Segment[]>;
  readonly #batches: readonly (readonly Part[])[];

  private constructor(file: FileHandle, website: number, index: SortedIndex) {
    this.#file = file;
    this.#website = website;
    this.#isReversed = index.isReversed;
    this.isOfSeveralFiles = index.isOfSeveralFiles;
    const segments = index.segments.map(([day, first, bytes, rows, at, length]) => {
      return { day, first, bytes, rows, at, length };
    });
    this.#segments = Map.groupBy(segments, ({ day }) => day);
    this.#batches = batchesOf(segments, index.most);
  }

  /** Rejects if the file is gone. */
  static async open(path: string, website: number): Promise<SortedHits> {
    const index = JSON.parse(await readFile(`${path}.index`, 'utf8')) as SortedIndex;
    return new SortedHits(await open(`${path}.hits`), website, index);
  }

  get batches(): number {
    return this.#batches.length;
  }

  /** Returns the hits of a batch that count, in order of time; no visitor of a day is in two batches. */
  async read(batch: number): Promise<SortedHit[]> {
    const { counted } = await this.divide(batch);
    if (this.#isReversed) counted.reverse();
    return counted.sort((a, b) => a.hit.time - b.hit.time);
  }

  /** Returns the hits of a batch that count, and those that an earlier file has as well, in the order of the files. */
  async divide(batch: number): Promise<Divided<SortedHit>> {
    const hits: SortedHit[] = [];
    for (const part of this.#batches[batch] ?? []) await this.#readPart(part, hits);
    return this.isOfSeveralFiles ? divideRepeats(hits) : { counted: hits, repeated: [] };
  }

  async #readPart(part: Part, into: SortedHit[]): Promise<void> {
    const { day, first, bytes } = part;
    const segments = (this.#segments.get(day) ?? []).filter(segment => overlaps(segment, part));
    // The parts of a day are side by side in each run.
    for (const run of runsOf(segments)) {
      const [{ at }] = run as [Segment];
      const length = run.reduce((sum, segment) => sum + segment.length, 0);
      const body = Buffer.allocUnsafeSlow(length);
      await this.#file.read(body, 0, length, at);
      for (const segment of run) {
        const isWhole = segment.bytes <= bytes;
        const wants = (visitor: string, time: number) => {
          const byte = byteOf(visitor, time);
          return byte >= first && byte < first + bytes;
        };
        const wanted = { website: this.#website, day, wants: isWhole ? null : wants };
        readSegment(body, segment.at - at, wanted, into);
      }
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** Removes the files of sorted hits. */
export async function removeSortedHits(path: string): Promise<void> {
  await rm(`${path}.index`, { force: true });
  await rm(`${path}.hits`, { force: true });
}

/** Returns segments in groups of those that follow one another in the file. */
function runsOf(segments: readonly Segment[]): Segment[][] {
  const runs: Segment[][] = [];
  let end = -1;
  for (const segment of segments) {
    if (segment.at === end) runs.at(-1)?.push(segment);
    else runs.push([segment]);
    end = segment.at + segment.length;
  }
  return runs;
}
