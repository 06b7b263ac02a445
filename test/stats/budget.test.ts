import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { Budget, clock, Meter, Room } from '../../src/stats/budget.ts';

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
    const limits = { until: clock() + 60_000, comparisons: 10, ids: 10 };
    const meter = new Meter(limits);
    meter.check();
    meter.compare(10);
    assert.throws(() => meter.compare(1), { code: 'UNAVAILABLE', message: /compares too many texts/ });
    meter.select(10);
    assert.throws(() => meter.select(1), { code: 'UNAVAILABLE', message: /matches too many values/ });
    assert.throws(() => new Meter({ ...limits, until: clock() - 1 }).check(), { message: /too long/ });
  });

  it('runs its reads one after another, and gives back what each held', async () => {
    const budget = new Budget({ kind: 'stranger', of: '' });
    const seen: string[] = [];
    const read = (name: string, bytes: number) =>
      budget.inTurn(async meter => {
        seen.push(`${name} begins`);
        await new Promise(resolve => setImmediate(resolve));
        meter.hold(bytes);
        seen.push(`${name} ends`);
      });
    await Promise.allSettled([
      read('a', 50_000_000),
      assert.rejects(read('b', 70_000_000), { code: 'UNAVAILABLE', message: /too many values/ }),
      read('c', 50_000_000),
    ]);
    assert.deepEqual(seen, ['a begins', 'a ends', 'b begins', 'c begins', 'c ends']);
    budget.until = clock() - 1;
    await assert.rejects(read('d', 1), { message: /too long/ });
  });

  it('shares its room with all callers of its kind, until its request is over', () => {
    const room = new Room(100_000_000);
    const [one, other] = [1, 2].map(() => new Budget({ kind: 'stranger', of: '' }, room)) as [Budget, Budget];
    one.spend(60_000_000);
    assert.throws(() => other.spend(60_000_000), { code: 'UNAVAILABLE', message: /at the moment/, retryAfter: 5 });
    other.spend(40_000_000);
    one.end();
    one.end();
    other.spend(20_000_000);
    assert.throws(() => room.take(41_000_000), { code: 'UNAVAILABLE' });
    room.take(40_000_000);
  });
});
