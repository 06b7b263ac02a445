import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { createMemory } from '../../src/db/memory.ts';

interface Thing {
  readonly version: number;
}

describe('A memory', () => {
  /** A memory and its source; a read completes only when the test says so. */
  function remembering() {
    const memory = createMemory<Thing>();
    const reads: PromiseWithResolvers<Thing | null>[] = [];
    const ask = (now = 0, name = 'a') =>
      memory.recall(name, now, () => {
        const answer = Promise.withResolvers<Thing | null>();
        reads.push(answer);
        return answer.promise;
      });
    return { memory, reads, ask };
  }

  it('reads each name once, however many callers ask at once or within a second', async () => {
    const { reads, ask } = remembering();
    const asked = Array.from({ length: 500 }, () => ask());
    const other = ask(0, 'b');
    assert.equal(reads.length, 2);
    reads[0]?.resolve({ version: 1 });
    reads[1]?.resolve({ version: 2 });
    for (const answer of await Promise.all(asked)) assert.deepEqual(answer, { version: 1 });
    assert.deepEqual(await other, { version: 2 });
    assert.deepEqual(await ask(999), { version: 1 });
    assert.equal(reads.length, 2);
    const later = ask(1_000);
    reads[2]?.resolve({ version: 3 });
    assert.deepEqual(await later, { version: 3 });
  });

  it('reads again after `forget`, and keeps no value that was read before', async () => {
    const { memory, reads, ask } = remembering();
    const before = ask();
    memory.forget();
    const after = ask();
    assert.equal(reads.length, 2);
    reads[1]?.resolve({ version: 2 });
    assert.deepEqual(await after, { version: 2 });
    reads[0]?.resolve({ version: 1 });
    assert.deepEqual(await before, { version: 1 });
    assert.deepEqual(await ask(), { version: 2 });
  });

  it('keeps neither null nor a failure', async () => {
    const { reads, ask } = remembering();
    const none = [ask(), ask()];
    reads[0]?.resolve(null);
    assert.deepEqual(await Promise.all(none), [null, null]);
    const failing = [ask(), ask()];
    reads[1]?.reject(new Error('away'));
    for (const answer of failing) await assert.rejects(answer, /away/);
    const found = ask();
    reads[2]?.resolve({ version: 1 });
    assert.deepEqual(await found, { version: 1 });
    assert.equal(reads.length, 3);
  });
});
