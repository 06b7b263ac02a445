import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { PUBLISHED } from '../../schema/published.ts';

describe('what is printed from the code and committed', () => {
  for (const { path, render } of PUBLISHED)
    it(`${path} says what the code says; if not: npm run generate`, async () => {
      assert.equal(await readFile(join(import.meta.dirname, '../..', path), 'utf8'), await render());
    });
});
