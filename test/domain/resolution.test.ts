import assert from 'node:assert/strict';
import { test } from 'vitest';
import { parseResolution } from '../../src/domain/resolution.ts';

const SIZES: readonly (readonly [text: string, resolution: string])[] = [
  ['1920x1080', '1920x1080'],
  ['1920X1080', '1920x1080'],
  [' 390x844 ', '390x844'],
  ['0390x0844', '390x844'],
  ['1x99999', '1x99999'],
  ['0x0', ''],
  ['0x1080', ''],
  ['100000x1', ''],
  ['1920', ''],
  ['1920x', ''],
  ['1920x1080x2', ''],
  ['-1x5', ''],
  ['1.5x5', ''],
  ['1920 x 1080', ''],
  ['NaNxNaN', ''],
  ['undefinedxundefined', ''],
  ['', ''],
  ['1920x1080\0', ''],
  ['١x١', ''],
  ['1'.repeat(1_000_000), ''],
];
for (const [text, resolution] of SIZES) {
  test(`${JSON.stringify(text.slice(0, 30))} is the resolution "${resolution}"`, () =>
    assert.equal(parseResolution(text), resolution));
}
