import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { TextTable } from '../../fold/text-table.ts';
import { type Divided, divideRepeats } from '../repeats.ts';
import { readBodies } from './bodies.ts';
import { overlaps, type Part, type Segment, slotOf } from './order.ts';
import { readSegment, type SortedHit } from './segment.ts';
import { type SortedIndex, segmentsIn } from './sorted-index.ts';

/** The hits of an import as a HitSorter has written them, in batches that are always the same. */
export class SortedHits {
  readonly #file: FileHandle;
  readonly #isReversed: boolean;
  /** True if hits are of several files, of which some may be the same. */
  readonly isOfSeveralFiles: boolean;
  readonly #segments: ReadonlyMap<number, readonly Segment[]>;
  readonly #batches: readonly (readonly Part[])[];

  private constructor(file: FileHandle, index: SortedIndex) {
    this.#file = file;
    this.#isReversed = index.isReversed;
    this.isOfSeveralFiles = index.isOfSeveralFiles;
    this.#segments = Map.groupBy(segmentsIn(index), ({ day }) => day);
    this.#batches = index.batches;
  }

  /** Rejects if the file is gone. */
  static async open(path: string): Promise<SortedHits> {
    const index = JSON.parse(await readFile(`${path}.index`, 'utf8')) as SortedIndex;
    return new SortedHits(await open(`${path}.hits`), index);
  }

  get batches(): number {
    return this.#batches.length;
  }

  /** Returns true for a batch whose visitors are those of the batch before it, which has earlier hits of the same day. */
  continues(batch: number): boolean {
    const [part] = this.#batches[batch] ?? [];
    const [before] = this.#batches[batch - 1] ?? [];
    return part?.times != null && before?.times != null && part.day === before.day && part.first === before.first;
  }

  /** Returns the hits of a batch in order of time; a visitor of a day is in two batches only if one continues the other. */
  async read(batch: number): Promise<SortedHit[]> {
    const { counted } = await this.divide(batch);
    if (this.#isReversed) counted.reverse();
    return counted.sort((a, b) => a.hit.time - b.hit.time);
  }

  /** Returns the hits of a batch that count, and those that an earlier file has as well, in the order of the files. */
  async divide(batch: number): Promise<Divided<SortedHit>> {
    const parts = this.#batches[batch] ?? [];
    const hits: SortedHit[] = [];
    const table = new TextTable();
    for (const part of parts) await this.#readPart(part, table, hits);
    if (!this.isOfSeveralFiles) return { counted: hits, repeated: [] };
    const { counted, repeated } = divideRepeats(hits);
    // Which hits of a moment repeat others is only known of all of them.
    const { skip = 0, most = counted.length } = parts[0]?.times ?? {};
    return { counted: counted.slice(skip, skip + most), repeated: skip === 0 ? repeated : [] };
  }

  async #readPart(part: Part, table: TextTable, into: SortedHit[]): Promise<void> {
    const { day, first, slots, times } = part;
    let number = 0;
    const wants = (visitor: string, time: number) => {
      const slot = slotOf(visitor, time);
      if (slot < first || slot >= first + slots) return false;
      if (!times) return true;
      if (time < times.from || time >= times.to) return false;
      number++;
      return this.isOfSeveralFiles || (number > times.skip && number <= times.skip + times.most);
    };
    const segments = (this.#segments.get(day) ?? []).filter(segment => overlaps(segment, part));
    for await (const { segments: some, bytes, at } of readBodies(this.#file, segments))
      for (const segment of some) {
        const isWhole = !times && segment.slots <= slots;
        readSegment(bytes, segment.at - at, { day, wants: isWhole ? null : wants }, table, into);
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
