import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { ALLOWANCES, Budget, clock, Line, Meter } from '../../src/stats/budget.ts';

const allowance = { ...ALLOWANCES.stranger, atOnce: 2, atOnceOfOne: 1, waiting: 3 };

/** Reads that end when the test says so. */
function reads(line: Line) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const results: Promise<unknown>[] = [];
  return {
    begun,
    begin(of: string, name: string) {
      const result = line.run(of, () => {
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
      line.run('d', () => Promise.reject(new Error('away'))),
      /away/,
    );
    void begin('e', 'e1');
    assert.deepEqual(begun, ['a1', 'b1', 'e1']);
  });
});

describe('The budget of a request', () => {
  it('is spent by what it reads, and larger for a member than for a stranger', () => {
    const [stranger, member] = [
      new Budget({ kind: 'stranger', of: '192.0.2.1' }),
      new Budget({ kind: 'member', of: '1' }),
    ];
    for (let time = 0; time < 4; time++) stranger.spend(16_000_000);
    assert.throws(() => stranger.spend(1), { code: 'UNAVAILABLE', message: /too many values/ });
    for (let time = 0; time < 5; time++) member.spend(16_000_000);
  });

  it('limits each read by time, comparisons and values', () => {
    const limits = { ...new Budget({ kind: 'stranger', of: '' }).begin(), comparisons: 10, ids: 10 };
    const meter = new Meter(limits);
    meter.checkTime();
    meter.compare(10);
    assert.throws(() => meter.compare(1), { code: 'UNAVAILABLE', message: /compares too many texts/ });
    meter.select(10);
    assert.throws(() => meter.select(1), { code: 'UNAVAILABLE', message: /matches too many values/ });
    assert.throws(() => new Meter({ ...limits, until: clock() - 1 }).checkTime(), { message: /too long/ });
  });
});
