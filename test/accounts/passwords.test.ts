import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, it } from 'vitest';
import { hashPassword, inEvenTime, verifyPassword } from '../../src/accounts/passwords.ts';
import { AppError } from '../../src/errors.ts';

const PASSWORDS = new URL('../../src/accounts/passwords.ts', import.meta.url).href;

describe('A password', () => {
  it('matches its own hash, and no other password does', async () => {
    const hash = await hashPassword('open sesame');
    assert.equal(await verifyPassword(hash, 'open sesame'), true);
    assert.equal(await verifyPassword(hash, 'open sesame '), false);
    assert.equal(await verifyPassword(hash, ''), false);
  });

  it('is hashed with Argon2id and its own salt', async () => {
    const [one, other] = await Promise.all([hashPassword('open sesame'), hashPassword('open sesame')]);
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.notEqual(one, other);
  });

  it('never matches if there is no hash', async () => {
    assert.equal(await verifyPassword(null, ''), false);
    assert.equal(await verifyPassword(null, 'open sesame'), false);
  });

  it('is refused if it is invalid, instead of being cut or repaired first', async () => {
    const long = 'x'.repeat(128);
    const hash = await hashPassword(long);
    assert.equal(await verifyPassword(hash, long), true);
    assert.equal(await verifyPassword(hash, `${long}x`), false);
    assert.equal(await verifyPassword(await hashPassword('\ufffd'), '\ud800'), false);
    assert.equal(await verifyPassword(await hashPassword(''), '\0'), false);
  });

  it('waits its turn if many arrive, and is refused with a time to retry beyond that', async () => {
    const hash = await hashPassword('open sesame');
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => verifyPassword(hash, 'open sesame')));
    const refused = results.filter(result => result.status === 'rejected');
    assert.equal(refused.length, 60 - 32);
    for (const { reason } of refused) {
      assert.ok(reason instanceof AppError);
      assert.equal(reason.code, 'RATE_LIMITED');
      assert.ok((reason.retryAfter ?? 0) > 0);
    }
    assert.ok(results.every(result => result.status === 'rejected' || result.value));
    assert.equal(await verifyPassword(hash, 'open sesame'), true, 'all places are free again');
  });

  it('frees its place if hashing fails', async () => {
    for (let tries = 0; tries < 3; tries++) await assert.rejects(verifyPassword('not a hash', 'x'));
    assert.equal(await verifyPassword(await hashPassword('x'), 'x'), true);
  });

  it('keeps the process alive no longer than hashing takes', async () => {
    // A process that waits for the thread to end on its own would still be alive when the timer fires.
    const script = `import('${PASSWORDS}').then(({ hashPassword }) => hashPassword('x')).then(hash => {
      console.log(hash);
      setTimeout(() => console.log('held'), 15_000).unref();
    })`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--eval', script]);
    assert.match(stdout, /^\$argon2id\S+\n$/);
  });

  it('takes at least 50 ms to check, whether it is right or wrong', async () => {
    for (const work of [() => Promise.resolve('yes'), () => Promise.reject(new Error('no'))]) {
      const began = performance.now();
      const ended = await inEvenTime(work).catch((error: Error) => error.message);
      assert.ok(['yes', 'no'].includes(ended));
      assert.ok(performance.now() - began > 48);
    }
  });
});
