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

  it('locks no one out when the clock is set back', () => {
    const { take } = createRateLimit(1);
    take('a', 1_000_000);
    assert.equal(take('a', 1000).allowed, true);
  });

  it('remembers no more callers than its capacity and forgets the one that has been quiet for longest', () => {
    const { take } = createRateLimit(1, 2);
    take('a', 1);
    take('b', 2);
    take('a', 3);
    take('c', 4);
    assert.equal(take('a', 5).allowed, false);
    assert.equal(take('c', 5).allowed, false);
    assert.equal(take('b', 5).allowed, true);
  });
});
