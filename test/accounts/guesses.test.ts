import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { Guesses } from '../../src/accounts/guesses.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');

describe('guesses at a password', () => {
  it('are free ten times, and then wait twice as long each time', () => {
    const guesses = new Guesses();
    for (let guess = 0; guess < 10; guess++) assert.equal(guesses.begin('a', NOW), null);
    assert.equal(guesses.begin('a', NOW), 10);
    assert.equal(guesses.begin('a', NOW + 9_001), 1);
    assert.equal(guesses.begin('a', NOW + 10_000), null);
    assert.equal(guesses.begin('a', NOW + 10_000), 20);
    assert.equal(guesses.begin('a', NOW + 30_000), null);
    assert.equal(guesses.begin('a', NOW + 30_000), 40);
  });

  it('never wait longer than a quarter of an hour', () => {
    const guesses = new Guesses();
    let now = NOW;
    for (let guess = 0; guess < 30; guess++) {
      const wait = guesses.begin('a', now);
      if (wait !== null) {
        assert.ok(wait <= 900);
        now += wait * 1000;
        assert.equal(guesses.begin('a', now), null);
      }
    }
    assert.equal(guesses.begin('a', now), 900);
  });

  it('under one name do not slow those under another', () => {
    const guesses = new Guesses(1);
    assert.equal(guesses.begin('a', NOW), null);
    assert.equal(guesses.begin('a', NOW), 10);
    assert.equal(guesses.begin('b', NOW), null);
  });

  it('are forgotten after a right one, and after an hour without any', () => {
    const guesses = new Guesses(1);
    guesses.begin('a', NOW);
    guesses.forget('a');
    assert.equal(guesses.begin('a', NOW), null);
    assert.equal(guesses.begin('a', NOW), 10);
    assert.equal(guesses.begin('a', NOW + 3_600_001), null);
    assert.equal(guesses.begin('a', NOW + 3_600_001), 10);
  });

  it('that were right are taken back one by one if others guess under the same name', () => {
    const guesses = new Guesses(2);
    for (let right = 0; right < 20; right++) {
      assert.equal(guesses.begin('a', NOW), null);
      guesses.takeBack('a');
    }
    guesses.takeBack('a');
    assert.deepEqual(
      [1, 2, 3].map(() => guesses.begin('a', NOW)),
      [null, null, 10],
    );
    guesses.takeBack('a');
    assert.deepEqual(
      [1, 2].map(() => guesses.begin('a', NOW)),
      [null, 10],
    );
    guesses.takeBack('nobody');
    assert.equal(guesses.begin('nobody', NOW), null);
  });
});
