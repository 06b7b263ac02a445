import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { createRateLimit } from '../../src/http/rate-limit.ts';

describe('the rate limit', () => {
  it('allows a caller its number of calls per minute, and returns how many are left', () => {
    const { take } = createRateLimit(2);
    assert.deepEqual(take('a', 1000), { allowed: true, limit: 2, remaining: 1, resetAt: 61_000 });
    assert.deepEqual(take('a', 2000), { allowed: true, limit: 2, remaining: 0, resetAt: 61_000 });
    assert.deepEqual(take('a', 3000), { allowed: false, limit: 2, remaining: 0, resetAt: 61_000 });
  });

  it("begins a new minute when the caller's last one is over", () => {
    const { take } = createRateLimit(1);
    take('a', 1000);
    assert.equal(take('a', 60_999).allowed, false);
    assert.deepEqual(take('a', 61_000), { allowed: true, limit: 1, remaining: 0, resetAt: 121_000 });
  });

  it('counts every caller separately', () => {
    const { take } = createRateLimit(1);
    take('a', 1000);
    assert.equal(take('b', 1000).allowed, true);
    assert.equal(take('a', 1000).allowed, false);
  });

  it('counts calls that other processes have served, even beyond the limit', () => {
    const { take, note } = createRateLimit(3);
    note('a', 1, 1000);
    assert.deepEqual(take('a', 2000), { allowed: true, limit: 3, remaining: 1, resetAt: 61_000 });
    note('a', 5, 3000);
    assert.deepEqual(take('a', 3000), { allowed: false, limit: 3, remaining: 0, resetAt: 61_000 });
    assert.equal(take('a', 61_000).remaining, 2);
  });

  it('locks no one out when the clock is set back', () => {
    const { take } = createRateLimit(1);
    take('a', 1_000_000);
    assert.equal(take('a', 1000).allowed, true);
  });

  it('remembers no more callers than its capacity and forgets the oldest first', () => {
    const { take } = createRateLimit(1, 2);
    take('a', 1);
    take('b', 2);
    take('c', 3);
    assert.equal(take('b', 4).allowed, false);
    assert.equal(take('c', 4).allowed, false);
    assert.equal(take('a', 4).allowed, true);
  });
});
