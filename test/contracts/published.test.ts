import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { PUBLISHED } from '../../schema/published.ts';
import { STATISTICS } from '../../src/domain/statistics.ts';

describe('every generated and committed file', () => {
  for (const { path, render } of PUBLISHED)
    it(`is up to date with the code (otherwise: npm run generate): ${path}`, async () => {
      assert.equal(await readFile(join(import.meta.dirname, '../..', path), 'utf8'), await render());
    });

  it('says how many statistics there are', async () => {
    for (const path of ['README.md', 'package.json'])
      assert.match(
        await readFile(join(import.meta.dirname, '../..', path), 'utf8'),
        new RegExp(`(?:reports|,) ${STATISTICS.length} statistics`),
        path,
      );
  });
});
