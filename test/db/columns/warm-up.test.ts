import { expect, test } from 'vitest';
import { warmUpRows } from '../../../src/db/columns/warm-up.ts';

test('made-up rows become columns', () => {
  expect([...warmUpRows()].length).toBeGreaterThan(5);
});
