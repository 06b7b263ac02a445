import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { ALLOWANCES } from '../../src/stats/budget.ts';
import { Line } from '../../src/stats/line.ts';

const allowance = { ...ALLOWANCES.stranger, atOnce: 2, atOnceOfOne: 1, waiting: 3 };

/** Reads that end when the test says so. */
function reads(line: Line) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const results: Promise<unknown>[] = [];
  return {
    begun,
    begin(of: string, name: string, network = of) {
      const result = line.run({ of, network }, () => {
        begun.push(name);
        return new Promise<string>(resolve => ends.set(name, () => resolve(name)));
      });
      results.push(result.catch(() => undefined));
      return result;
    },
    async end(name: string) {
      ends.get(name)?.();
      await new Promise(resolve => setImmediate(resolve));
    },
  };
}

describe('A line of reads', () => {
  it('runs one read of each caller at once, and few of all', async () => {
    const { begun, begin, end } = reads(new Line(allowance));
    void begin('a', 'a1');
    void begin('a', 'a2');
    void begin('b', 'b1');
    void begin('c', 'c1');
    assert.deepEqual(begun, ['a1', 'b1']);
    await end('b1');
    assert.deepEqual(begun, ['a1', 'b1', 'c1'], 'the second read of one caller lets others pass');
    await end('a1');
    assert.deepEqual(begun, ['a1', 'b1', 'c1', 'a2']);
  });

  it('takes the callers in turn, however many reads one of them has', async () => {
    const { begun, begin, end } = reads(new Line({ ...allowance, atOnce: 1, waiting: 10 }));
    for (const name of ['a1', 'a2', 'a3']) void begin('a', name);
    void begin('b', 'b1');
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3']);
  });

  it('refuses the newest read of the caller with most of them when too many wait', async () => {
    const { begin, begun, end } = reads(new Line({ ...allowance, atOnce: 1 }));
    void begin('a', 'a1');
    void begin('a', 'a2');
    void begin('a', 'a3');
    const refused = assert.rejects(begin('a', 'a4'), { code: 'RATE_LIMITED', retryAfter: 5 });
    void begin('b', 'b1');
    await refused;
    await assert.rejects(begin('a', 'a5'), { code: 'RATE_LIMITED' });
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3']);
  });

  it('refuses all reads that wait once it is cleared, and goes on', async () => {
    const line = new Line({ ...allowance, atOnce: 1 });
    const { begin, begun, end } = reads(line);
    void begin('a', 'a1');
    const refused = assert.rejects(begin('b', 'b1'), /stopped/);
    line.clear(new AppError('UNAVAILABLE', 'stopped'));
    await refused;
    await end('a1');
    void begin('c', 'c1');
    assert.deepEqual(begun, ['a1', 'c1']);
  });

  it('refuses reads beyond those that may wait, and goes on after one that failed', async () => {
    const line = new Line({ ...allowance, atOnce: 1, waiting: 1 });
    const { begin, begun, end } = reads(line);
    void begin('a', 'a1');
    void begin('b', 'b1');
    await assert.rejects(begin('c', 'c1'), { code: 'RATE_LIMITED', retryAfter: 5 });
    await end('a1');
    await end('b1');
    await assert.rejects(
      line.run({ of: 'd' }, () => Promise.reject(new Error('away'))),
      /away/,
    );
    void begin('e', 'e1');
    assert.deepEqual(begun, ['a1', 'b1', 'e1']);
  });

  it('takes the networks in turn, however many callers one of them has', async () => {
    const { begun, begin, end } = reads(new Line({ ...allowance, atOnce: 1, waiting: 10 }));
    for (const one of ['a1', 'a2', 'a3']) void begin(one, one, 'a');
    void begin('b', 'b');
    for (const name of ['a1', 'a2', 'b']) await end(name);
    assert.deepEqual(begun, ['a1', 'a2', 'b', 'a3']);
  });

  it('refuses a caller of the network with most of them when too many wait', async () => {
    const { begin, begun, end } = reads(new Line({ ...allowance, atOnce: 1 }));
    for (const one of ['a1', 'a2', 'a3']) void begin(one, one, 'a');
    const refused = assert.rejects(begin('a4', 'a4', 'a'), { code: 'RATE_LIMITED' });
    void begin('b1', 'b1', 'b');
    await refused;
    await assert.rejects(begin('a5', 'a5', 'a'), { code: 'RATE_LIMITED' });
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
    assert.equal(begun.filter(name => name.startsWith('a')).length, 3);
    assert.ok(begun.includes('b1'));
  });

  it('refuses a request that has waited for too long', async () => {
    const { begin, end } = reads(new Line({ ...allowance, atOnce: 1, ms: -1 }));
    await assert.rejects(begin('a', 'a1'), { code: 'UNAVAILABLE', retryAfter: 5 });
    await end('a1');
  });
});
