import type { FileHandle } from 'node:fs/promises';
import { TextTable } from '../../fold/text-table.ts';
import { readBodies } from './bodies.ts';
import { batchesOf, type Look, type Part, type Segment, slotOf } from './order.ts';
import { readSegment } from './segment.ts';

/** What is known of a file of sorted hits. */
export interface SortedIndex {
  /** True if the file had the latest hits first: of hits in the same millisecond, the last is the earliest then. */
  readonly isReversed: boolean;
  /** True if hits are of several files, of which some may be the same. */
  readonly isOfSeveralFiles: boolean;
  readonly segments: readonly (readonly [
    day: number,
    first: number,
    slots: number,
    rows: number,
    at: number,
    length: number,
    from: number,
    to: number,
  ])[];
  readonly batches: readonly (readonly Part[])[];
}

/** Returns the index of the segments of a file, whose hits are folded in batches of at most `most`. */
export async function indexOf(
  file: FileHandle | null,
  segments: readonly Segment[],
  days: ReadonlyMap<number, Uint32Array>,
  { most, ...of }: { readonly most: number } & Pick<SortedIndex, 'isReversed' | 'isOfSeveralFiles'>,
): Promise<SortedIndex> {
  const look: Look = async ({ day, first, slots }, see) => {
    const some = segments.filter(one => one.day === day && one.first < first + slots && first < one.first + one.slots);
    const wants = (visitor: string, time: number) => {
      const slot = slotOf(visitor, time);
      if (slot >= first && slot < first + slots) see(slot, time);
      return false;
    };
    if (file)
      for await (const { segments: run, bytes, at } of readBodies(file, some))
        for (const segment of run) readSegment(bytes, segment.at - at, { day, wants }, new TextTable(), []);
  };
  const batches = await batchesOf(days, { most, look, isReversed: of.isReversed });
  return {
    ...of,
    segments: segments.map(
      ({ day, first, slots, rows, at, length, from, to }) => [day, first, slots, rows, at, length, from, to] as const,
    ),
    batches,
  };
}

export function segmentsIn({ segments }: SortedIndex): Segment[] {
  return segments.map(([day, first, slots, rows, at, length, from, to]) => {
    return { day, first, slots, rows, at, length, from, to };
  });
}
