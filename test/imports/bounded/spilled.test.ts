import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { Distinct } from '../../../src/imports/bounded/distinct.ts';
import { hashText } from '../../../src/imports/hash.ts';
import { Once } from '../../../src/imports/once.ts';
import { packHashes, Repeats } from '../../../src/imports/repeats.ts';

const RUNS = Number(process.env.RUNS ?? 20);

/** Words that repeat often, and the numbers of hashes that are kept in memory. */
const someWords = fc.array(fc.integer({ min: 0, max: 60 }).map(String), { maxLength: 200, size: 'max' });
const most = fc.constantFrom(1, 3, 20, 1_000);

describe('What does not fit in memory', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-hashes-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is counted as if it did: different values, in several statistics', async () => {
    const some = fc.record({ words: fc.array(fc.tuple(fc.nat(2), fc.nat(60))), most });
    await fc.assert(
      fc.asyncProperty(some, async ({ words, most }) => {
        const distinct = new Distinct(join(folder, 'new', 'distinct'), most);
        const counters = [distinct.counter(), distinct.counter(), distinct.counter()];
        const sets = [new Set<number>(), new Set<number>(), new Set<number>()];
        for (const [at, [kind, word]] of words.entries()) {
          const [high, low] = word === 0 ? [0, 0] : (hashText(String(word), 0) as unknown as [number, number]);
          counters[kind]?.add(high, low);
          sets[kind]?.add(word);
          // Asking must not change what is counted later.
          if (at % 50 === 0) assert.equal(counters[kind]?.size, sets[kind]?.size);
        }
        assert.deepEqual(
          counters.map(({ size }) => size),
          sets.map(({ size }) => size),
        );
        distinct.close();
        assert.deepEqual(await readdir(join(folder, 'new')).catch(() => []), []);
      }),
      { numRuns: RUNS },
    );
  });

  it('is found as if it did: ids that were seen before, and rows that earlier imports have counted, each once in a file', async () => {
    const some = fc.record({ words: someWords, earlier: fc.array(someWords, { maxLength: 5 }), most });
    await fc.assert(
      fc.asyncProperty(some, async ({ words, earlier, most }) => {
        const seen = new Set<string>();
        const once = new Once({ folder, mostInMemory: most });
        const counts = new Map<string, number>();
        for (const word of earlier.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
        const hashOf = (word: string) => BigInt(word) * 0x0123_4567_89ab_cdefn;
        async function* bodies() {
          for (const some of earlier) yield packHashes(some.map(hashOf));
        }
        const repeats = await Repeats.of(bodies(), join(folder, 'repeats'), most);
        assert.equal(repeats.isEmpty, counts.size === 0);
        for (const word of words) {
          assert.equal(once.isNew(word), !seen.has(word));
          seen.add(word);
        }
        for (let file = 0; file < 2; file++) {
          repeats.beginFile();
          const left = new Map(counts);
          for (const word of words) {
            const count = left.get(word) ?? 0;
            assert.equal(repeats.take(hashOf(word)), count > 0);
            left.set(word, Math.max(0, count - 1));
          }
        }
        for (const some of earlier)
          assert.equal(
            repeats.hasTakenOf(packHashes(some.map(hashOf))),
            some.some(word => seen.has(word)),
          );
        once.close();
        repeats.close();
        assert.deepEqual(
          await readdir(folder),
          await readdir(folder).then(names => names.filter(name => name === 'new')),
        );
      }),
      { numRuns: RUNS },
    );
  });
});
