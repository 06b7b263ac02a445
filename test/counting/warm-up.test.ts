import { expect, test } from 'vitest';
import { warmUp } from '../../src/counting/warm-up.ts';

test('made-up visits can be asked every kind of question', () => {
  let steps = 0;
  for (const _ of warmUp()) steps++;

  expect(steps).toBeGreaterThan(100);
});
