import { chunksOf, chunksOfShare, type Share } from '../../counting/chunks.ts';
import type { Part } from '../../counting/columns.ts';
import type { DayRange } from '../../domain/range.ts';
import type { Dialect } from '../dialect.ts';
import { readSizes } from './days.ts';
import { readDayVersions } from './late-days.ts';
import { PartBuilder } from './part-builder.ts';
import { readFoldedDays } from './read.ts';
import { addRows } from './read-rows.ts';
import type { PackedDay } from './segment-format.ts';

/** A part as a segment has it. */
export interface PartOfRows {
  readonly part: Part;
  readonly packed: readonly PackedDay[];
}

/** Reads a share of the visitors of some days as they are at one moment. */
export function readPart(dialect: Dialect, website: number, { from, to }: DayRange, share: Share): Promise<PartOfRows> {
  return dialect.snapshot(async tx => {
    const versions = await readDayVersions(tx, website, { from, to });
    const days = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    const builder = new PartBuilder(from, days.length);
    const sizes = await readSizes(tx, website, days);
    const chunks = share.of === 1 ? chunksOf({ from, to }, sizes) : sizes.flatMap(size => chunksOfShare(size, share));
    for (const chunk of chunks) {
      await addRows(tx, dialect, website, chunk, { of: () => builder });
    }
    // The visits of earlier days are being removed.
    const { keptFrom = 0 } = (await readFoldedDays(tx, website)) ?? {};
    const packed = days.filter(day => day >= keptFrom);
    return { part: builder.build(), packed: packed.map(day => ({ day, version: versions.get(day) ?? 0 })) };
  });
}
