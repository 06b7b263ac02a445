import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Hit } from '../../../src/domain/stored-hit.ts';
import { type FoldableHit, TextTable, textAt, WIDTH } from '../../../src/fold/text-table.ts';
import type { HitOfRow, SortedHit } from '../../../src/imports/sorted/segment.ts';
import { SortedHits } from '../../../src/imports/sorted/sorted-hits.ts';
import { HitSorter } from '../../../src/imports/sorted/sorter.ts';
import { hitOf } from '../../support/hits.ts';
import { arbitraryHits } from '../../support/random-hits.ts';

const START = Date.parse('2026-01-10T00:00:00Z');
const PAGE = 3;
const RUNS = Number(process.env.RUNS ?? 30);

interface Sorted {
  readonly batches: SortedHit[][];
  readonly continues: boolean[];
}

/** Sorts hits, writing what was taken after each hit for which `isFull` says so, and returns the batches. */
function sort(hits: readonly Hit[], most: number, isFull = (_: number) => false): Promise<Sorted> {
  return sortRows(
    hits.map((hit, at) => ({ hit, hash: BigInt(at), file: '' })),
    most,
    isFull,
  );
}

async function sortRows(
  rows: readonly HitOfRow[],
  most: number,
  isFull = (_: number) => false,
): Promise<Sorted & { readonly repeated: SortedHit[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-sorted-'));
  try {
    const sorter = new HitSorter(join(folder, 'sorted'));
    for (const [at, row] of rows.entries()) {
      sorter.add(row);
      if (isFull(at)) await sorter.write();
    }
    await sorter.finish(most);
    const sorted = await SortedHits.open(join(folder, 'sorted'));
    const batches: SortedHit[][] = [];
    const continues: boolean[] = [];
    const repeated: SortedHit[] = [];
    for (let batch = 0; batch < sorted.batches; batch++) {
      batches.push(await sorted.read(batch));
      continues.push(sorted.continues(batch));
      repeated.push(...(await sorted.divide(batch)).repeated);
    }
    await sorted.close();
    return { batches, continues, repeated };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns a hit with its texts in place of their numbers, which depend on the other hits of its table. */
function withTexts({ texts, row, number: _, properties, ...hit }: FoldableHit) {
  const values = Array.from({ length: WIDTH }, (_, place) => texts.textAt(row + place));
  return { ...hit, values, properties: Array.from(properties, number => texts.texts[number]) };
}

describe('Sorted hits', () => {
  it('are those that were taken, in batches of a bounded size; only what is too large for one divides a visitor', async () => {
    const some = fc.record({
      hits: arbitraryHits(START, 'Europe/Berlin', 4),
      most: fc.constantFrom(1, 7, 50, 1_000),
      runs: fc.integer({ min: 1, max: 60 }),
      copies: fc.constantFrom(1, 1, 5),
      isAtOnce: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(some, async ({ hits: few, most, runs, copies, isAtOnce }) => {
        // More visitors, so that there are parts of days to divide.
        const hits = few.flatMap(hit =>
          Array.from({ length: copies }, (_, copy) => ({
            ...hit,
            visitor: hit.visitor === '' ? '' : `${copy.toString(16)}${hit.visitor.slice(1)}`,
            time: isAtOnce ? hit.day * 86_400_000 + (copy % 2) : hit.time,
          })),
        );
        const { batches, continues } = await sort(hits, most, at => at % runs === 0);
        const found = batches.flat();
        assert.deepEqual(
          found.toSorted((a, b) => Number(a.hash - b.hash)).map(({ hit }) => withTexts(hit)),
          TextTable.of(hits).map(withTexts),
        );
        const batchOf = new Map<string, number>();
        let latest = Number.NEGATIVE_INFINITY;
        for (const [number, batch] of batches.entries()) {
          assert.equal(batch.length > 0 && batch.length <= most, true);
          if (!continues[number]) latest = Number.NEGATIVE_INFINITY;
          for (const { hit } of batch) {
            assert.equal(latest <= hit.time, true);
            latest = hit.time;
            if (hit.visitor === '') continue;
            const name = `${hit.day} ${hit.visitor}`;
            const before = batchOf.get(name) ?? number;
            assert.equal(continues.slice(before + 1, number + 1).every(Boolean), true);
            batchOf.set(name, number);
          }
        }
        const ofVisitors = Map.groupBy(
          hits.filter(({ visitor }) => visitor !== ''),
          ({ day, visitor }) => `${day} ${visitor.slice(0, 4)}`,
        );
        // A slot that fits into a batch is in one.
        const isSmall =
          [...ofVisitors.values()].every(({ length }) => length <= most) && hits.every(hit => hit.visitor);
        if (isSmall) assert.equal(continues.includes(true), false);
        const days = batches.map(batch => batch.map(({ hit }) => hit.day));
        assert.deepEqual(
          days.flat(),
          days.flat().toSorted((a, b) => a - b),
        );
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it('of several files count as often as the file with the most of them has them, also where a visitor is divided', async () => {
    const row = fc.record({ no: fc.nat(12), file: fc.constantFrom('a', 'b', 'c') });
    const some = fc.record({ rows: fc.array(row, { maxLength: 60 }), most: fc.constantFrom(1, 3, 8), step: fc.nat(2) });
    await fc.assert(
      fc.asyncProperty(some, async ({ rows, most, step }) => {
        const inFiles = rows.toSorted((a, b) => a.file.localeCompare(b.file));
        const all = inFiles.map(({ no, file }) => ({
          hit: hitOf({ time: START + Math.floor((no * step) / 2) }),
          hash: BigInt(no),
          file,
        }));
        const { batches, repeated } = await sortRows(all, most);
        const sorted = (found: readonly Pick<HitOfRow, 'hash'>[]) =>
          found.map(({ hash }) => Number(hash)).sort((a, b) => a - b);
        const expected = [...Array(13).keys()].flatMap(no => {
          const ofFiles = ['a', 'b', 'c'].map(name => rows.filter(one => one.no === no && one.file === name).length);
          return Array.from({ length: Math.max(...ofFiles) }, () => no);
        });
        assert.deepEqual(sorted(batches.flat()), expected);
        assert.deepEqual(sorted([...batches.flat(), ...repeated]), sorted(all));
        for (const batch of batches) assert.equal(batch.length <= most, true);
      }),
      { numRuns: RUNS },
    );
  });

  it('of the same millisecond are in the order of the file, or in the opposite one if that has the latest first', async () => {
    const at = (second: number, page: string) => hitOf({ time: START + second * 1_000, values: { page } });
    const hits = [at(1, '/a'), at(1, '/b'), at(2, '/c'), at(2, '/d'), at(2, '/e'), at(9, '/f')];
    const pages = async (some: Hit[], most = 100) =>
      (await sort(some, most)).batches.flat().map(({ hit }) => textAt(hit, PAGE));
    const inOrder = await pages(hits);
    assert.deepEqual(await pages(hits.toReversed()), inOrder);
    assert.deepEqual(await pages(hits, 1), inOrder);
    assert.deepEqual(await pages(hits.toReversed(), 1), inOrder);
    assert.deepEqual(await pages(hits.toReversed(), 2), inOrder);
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
    const sizes = (await sort(hits, 1_000, at => at % 4_000 === 0)).batches.map(batch => batch.length);
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      9_000,
    );
    for (const size of sizes) assert.equal(size > 300 && size <= 1_000, true, `${size}`);
  });
});
