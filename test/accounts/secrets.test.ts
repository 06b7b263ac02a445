import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { randomText, secretHash } from '../../src/accounts/secrets.ts';

describe('A random text', () => {
  it('has the requested length and contains only letters and digits', () => {
    for (const length of [1, 20, 40, 43, 1000])
      assert.match(randomText(length), new RegExp(`^[0-9A-Za-z]{${length}}$`));
  });

  it('favours no character', () => {
    const counts = new Map<string, number>();
    const text = randomText(620_000);
    for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
    assert.equal(counts.size, 62);
    // 10 000 are expected of each, standard deviation 100; modulo 62, the first eight would have 12 100.
    for (const [character, count] of counts) assert.ok(Math.abs(count - 10_000) < 700, `${character}: ${count}`);
  });
});

describe('The hash of a secret', () => {
  it('is its SHA-256', () => {
    assert.equal(secretHash('abc').toString('hex'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
