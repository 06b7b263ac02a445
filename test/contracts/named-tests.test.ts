import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The faults that `npm run test:faults` knows. */
const FAULTS = readdirSync(join(ROOT, 'test/faults'))
  .filter(name => name.endsWith('.ts'))
  .flatMap(name => [...read(`test/faults/${name}`).matchAll(/^\s+name: '([a-z-]+)',$/gm)].map(([, fault]) => fault));

describe('The tests that a page names as evidence', () => {
  for (const page of ['SECURITY.md', 'docs/asvs.md', 'docs/reliability.md'])
    it(`exist: ${page}`, () => {
      const named = read(page)
        .split('\n')
        .filter(line => line.startsWith('|'));
      const tests = named
        .flatMap(
          line =>
            line
              .split(' | ')
              .at(-1)
              ?.match(/`[^`]+`/g) ?? [],
        )
        .map(code => code.slice(1, -1));
      const paths = tests.filter(name => name.startsWith('test/'));
      assert.ok(paths.length > 10);
      assert.deepEqual(
        paths.filter(path => !existsSync(join(ROOT, path))),
        [],
      );
      const faults = tests.filter(name => /^[a-z]+(-[a-z]+)+$/.test(name));
      assert.deepEqual(
        faults.filter(name => !FAULTS.includes(name)),
        [],
      );
    });
});
