import { expect, test } from 'vitest';
import { loop } from '../../src/counting/loop.ts';

const sumAt = loop(
  (values: Uint8Array | Uint16Array | Uint32Array, places: Uint8Array | null, times: number): number => {
    let sum = 0;
    for (let at = 0; at < (places ?? values).length; at++) sum += (values[places ? places[at]! : at] as number) * times;
    return sum;
  },
);

test('a loop returns the same for numbers of every width, and for arrays that are missing', () => {
  for (const Width of [Uint8Array, Uint16Array, Uint32Array]) {
    const values = Width.of(1, 20, 255);
    expect(sumAt(values, null, 2)).toBe(552);
    expect(sumAt(values, Uint8Array.of(2, 0), 1)).toBe(256);
  }
});

test('arrays of every width are filled in place', () => {
  const fill = loop((into: Uint8Array | Float64Array, number: number) => {
    for (let at = 0; at < into.length; at++) into[at] = number;
  });
  const [bytes, numbers] = [new Uint8Array(2), new Float64Array(2)];
  fill(bytes, 257);
  fill(numbers, 257);
  expect([...bytes, ...numbers]).toEqual([1, 1, 257, 257]);
});

test('no two copies have the same source, because V8 would compile both as one', () => {
  const sourceOf = loop((_: Uint8Array | Uint16Array | Uint32Array | Float64Array) => new Error('traced').stack);
  const before = Error.prepareStackTrace;
  Error.prepareStackTrace = (_, [site]) => site?.getScriptHash();
  const hashes = [Uint8Array, Uint16Array, Uint32Array, Float64Array].map(Width => sourceOf(new Width(1)));
  Error.prepareStackTrace = before;
  expect(hashes[0]).toMatch(/^[0-9a-f]+$/);
  expect(new Set(hashes).size).toBe(4);
});
