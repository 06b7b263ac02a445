import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Hit } from '../../../src/domain/stored-hit.ts';
import type { SortedHit } from '../../../src/imports/sorted/segment.ts';
import { SortedHits } from '../../../src/imports/sorted/sorted-hits.ts';
import { HitSorter } from '../../../src/imports/sorted/sorter.ts';
import { hitOf } from '../../support/hits.ts';
import { arbitraryHits } from '../../support/random-hits.ts';

const START = Date.parse('2026-01-10T00:00:00Z');
const RUNS = Number(process.env.RUNS ?? 30);

/** Sorts hits, writing what was taken after each hit for which `isFull` says so, and returns the batches. */
async function sort(hits: readonly Hit[], most: number, isFull = (_: number) => false): Promise<SortedHit[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-sorted-'));
  try {
    const sorter = new HitSorter(join(folder, 'sorted'));
    for (const [at, hit] of hits.entries()) {
      sorter.add({ hit, hash: BigInt(at), file: '' });
      if (isFull(at)) await sorter.write();
    }
    await sorter.finish(most);
    const sorted = await SortedHits.open(join(folder, 'sorted'), 1);
    const batches: SortedHit[][] = [];
    for (let batch = 0; batch < sorted.batches; batch++) batches.push(await sorted.read(batch));
    await sorted.close();
    return batches;
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('Sorted hits', () => {
  it('are those that were taken, by day, with each visitor of a day in one batch, in order of time', async () => {
    const some = fc.record({
      hits: arbitraryHits(START, 'Europe/Berlin', 4),
      most: fc.constantFrom(1, 7, 50, 1_000),
      runs: fc.integer({ min: 1, max: 60 }),
      copies: fc.constantFrom(1, 1, 5),
    });
    await fc.assert(
      fc.asyncProperty(some, async ({ hits: few, most, runs, copies }) => {
        // More visitors, so that there are parts of days to divide.
        const hits = few.flatMap(hit =>
          Array.from({ length: copies }, (_, copy) => ({
            ...hit,
            visitor: hit.visitor === '' ? '' : `${copy.toString(16)}${hit.visitor.slice(1)}`,
          })),
        );
        const batches = await sort(hits, most, at => at % runs === 0);
        const found = batches.flat();
        assert.deepEqual(
          found.toSorted((a, b) => Number(a.hash - b.hash)).map(({ hit }) => hit),
          hits,
        );
        const batchOf = new Map<string, number>();
        for (const [number, batch] of batches.entries())
          for (const [at, { hit }] of batch.entries()) {
            const before = batch[at - 1]?.hit;
            assert.equal(!before || before.time <= hit.time, true);
            if (hit.visitor === '') continue;
            const name = `${hit.day} ${hit.visitor}`;
            assert.equal(batchOf.get(name) ?? number, number);
            batchOf.set(name, number);
          }
        const days = batches.map(batch => batch.map(({ hit }) => hit.day));
        assert.deepEqual(
          days.flat(),
          days.flat().toSorted((a, b) => a - b),
        );
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it('of the same millisecond are in the order of the file, or in the opposite one if that has the latest first', async () => {
    const at = (second: number, page: string) => hitOf({ time: START + second * 1_000, values: { page } });
    const hits = [at(1, '/a'), at(1, '/b'), at(2, '/c'), at(2, '/d'), at(2, '/e'), at(9, '/f')];
    const pages = async (some: Hit[]) => (await sort(some, 100)).flat().map(({ hit }) => hit.values[3]);
    const inOrder = await pages(hits);
    assert.deepEqual(await pages(hits.toReversed()), inOrder);
    // The latest visits first, with the hits of each in order.
    const other = hits.map(hit => ({ ...hit, time: hit.time - 600_000, visitor: '00000000000000bb' }));
    assert.deepEqual((await pages([...hits, ...other])).slice(-6), inOrder);
  });

  it('of many days and visitors come in batches of about the size asked for', async () => {
    const hits = Array.from({ length: 9_000 }, (_, number) =>
      hitOf({
        time: START + (number % 3) * 86_400_000 + number,
        visitor: ((number * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0').padEnd(16, '7'),
      }),
    );
    const sizes = (await sort(hits, 1_000, at => at % 4_000 === 0)).map(batch => batch.length);
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      9_000,
    );
    for (const size of sizes) assert.equal(size > 300 && size < 1_500, true, `${size}`);
  });
});
