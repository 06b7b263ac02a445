import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { PUBLISHED } from '../../schema/published.ts';

describe('every generated and committed file', () => {
  for (const { path, render } of PUBLISHED)
    it(`is up to date with the code (otherwise: npm run generate): ${path}`, async () => {
      assert.equal(await readFile(join(import.meta.dirname, '../..', path), 'utf8'), await render());
    });
});
