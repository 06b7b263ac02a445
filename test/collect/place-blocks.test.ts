import assert from 'node:assert/strict';
import { test } from 'vitest';
import { blockOf, PlaceBlocks } from '../../src/collect/place-blocks.ts';

const place = (city: string) => ({ continent: 'EU:Europe', country: 'DE:Germany', city });

test('Only IPv4 addresses are in a block, which has 256 of them', () => {
  assert.equal(blockOf('0.0.0.0'), 0);
  assert.equal(blockOf('81.2.69.0'), blockOf('81.2.69.255'));
  assert.notEqual(blockOf('81.2.69.255'), blockOf('81.2.70.0'));
  assert.equal(blockOf('255.255.255.255'), 2 ** 24 - 1);
  for (const text of ['', '::1', '::ffff:81.2.69.1', '81.2.69', '081.2.69.1', '81.2.69.256', '81.2.69.1 '])
    assert.equal(blockOf(text), -1, text);
});

test('A block is found again until another one takes its slot, and never has the place of the other', () => {
  const blocks = new PlaceBlocks();
  assert.equal(blocks.get(blockOf('::1')), undefined);
  let found = 0;
  for (let block = 0; block < 300_000; block++) blocks.set(block, place(`${block}`));
  for (let block = 0; block < 300_000; block++) {
    const before = blocks.get(block);
    if (before === undefined) continue;
    assert.equal(before.city, `${block}`);
    found++;
  }
  assert.ok(found > 100_000 && found <= 2 ** 17, `${found} blocks were found.`);
});
