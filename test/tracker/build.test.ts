import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, test } from 'vitest';
import { bundleTracker } from '../../src/tracker/build.ts';

const SOURCES = join(import.meta.dirname, '../../src/tracker');

describe('the built tracker', () => {
  test('weighs less than 2 kB gzip', async () => {
    const weight = gzipSync(await bundleTracker()).length;
    assert.ok(weight < 2000, `The tracker weighs ${weight} bytes gzip; the budget is 1999.`);
  });

  test('evaluates no text, so that no website has to loosen its Content-Security-Policy', async () => {
    assert.doesNotMatch(await bundleTracker(), /\beval\b|\bFunction\b|innerHTML|document\.write|setTimeout\(["'`]/);
  });

  test('imports nothing but its own files', async () => {
    const files = (await readdir(SOURCES)).filter(name => name.endsWith('.ts') && name !== 'build.ts');
    assert.ok(files.includes('script.ts'));
    for (const file of files) {
      const source = await readFile(join(SOURCES, file), 'utf8');
      for (const [, from] of source.matchAll(/from '([^']+)'/g)) assert.match(from ?? '', /^\.\/[a-z-]+\.ts$/, file);
    }
  });
});
