import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { unpackBzip2 } from '../../../src/imports/readers/bzip2.ts';

/** Runs of every kind, and letters without an order, packed by bzip2 1.0.8. */
const RUNS = Buffer.from(
  'QlpoMTFBWSZTWQ0lisUAAAJRgOAAACA/5U8gAAgwALgKBpoZGTEKBpoZGTEE1VQ09EYQNMsYz+6WpR4zdsNNyjFI8OderV2x1fKRwUblHFI1KNqR9KN6R7KMqR+KOSjoUd6RmUeSjFI5KOSjbQo6FGxRkUe+P4u5IpwoSAaSxWKA',
  'base64',
);
const LETTERS = Array.from({ length: 3_000 }, (_, at) => String.fromCharCode(97 + ((at * at * 7) % 26))).join('');
const UNPACKED = `aaabbbbccccc${'d'.repeat(259)}${'e'.repeat(300)}${LETTERS}`;

async function unpack(packed: Buffer, size = 100): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < packed.length; at += size) yield packed.subarray(at, at + size);
  }
  const parts: Buffer[] = [];
  for await (const part of unpackBzip2(pieces())) parts.push(part);
  return Buffer.concat(parts).toString('latin1');
}

describe('A file packed by bzip2', () => {
  it('unpacks to what it was, in pieces of any size, also if it was packed in parts', async () => {
    for (const size of [1, 100, 10_000]) assert.equal(await unpack(RUNS, size), UNPACKED);
    assert.equal(await unpack(Buffer.concat([RUNS, RUNS])), UNPACKED + UNPACKED);
  });

  it('is refused when it is damaged anywhere', async () => {
    for (let at = 4; at < RUNS.length - 10; at += 7) {
      const damaged = Buffer.from(RUNS);
      damaged[at]! ^= 1 << (at % 8);
      await assert.rejects(unpack(damaged), Error, `byte ${at}`);
      await assert.rejects(unpack(RUNS.subarray(0, at)), /it ends in the middle/);
    }
  });
});
