import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { buildDashboard } from '../../src/dashboard/build.ts';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

/** Entry -> the size in bytes after gzip. */
const BUDGETS = { statistics: 75_000, manage: 120_000 } as const;

describe('the web app', () => {
  let folder: string;
  let manifest: Record<string, Chunk>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-dashboard-'));
    await buildDashboard(folder);
    manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const sizeOf = async (file: string) => gzipSync(await readFile(join(folder, file)), { level: 9 }).length;

  /** The limit including everything that is loaded later. */
  function chunksOf(entry: string): readonly Chunk[] {
    const names = new Set([entry]);
    for (const name of names) {
      const { imports = [], dynamicImports = [] } = manifest[name] ?? { file: '' };
      for (const other of [...imports, ...dynamicImports]) names.add(other);
    }
    return [...names].map(name => manifest[name]).filter(chunk => chunk !== undefined);
  }

  for (const [entry, budget] of Object.entries(BUDGETS)) {
    it(`loads at most ${budget / 1000} kB of JavaScript for its ${entry} pages`, async () => {
      let sum = 0;
      const files = new Set(chunksOf(`src/dashboard/${entry}.tsx`).flatMap(({ file, css = [] }) => [file, ...css]));
      for (const file of files) {
        const size = await sizeOf(file);
        if (file.endsWith('.js')) sum += size;
        console.log(`${file.replace('assets/', '')}: ${size} bytes gzip`);
      }
      console.log(`All JavaScript: ${sum} bytes gzip of ${budget}.`);
      assert.ok(sum > 10_000, 'The sum misses what the entry loads.');
      assert.ok(sum <= budget, `${sum} bytes gzip are more than ${budget}; load something later, or leave it out.`);
    });
  }

  it('changes nothing under a finger, which would be drawn before the press is handled', async () => {
    const files = new Set(Object.values(manifest).flatMap(({ css = [] }) => css));
    const styles = (await Promise.all([...files].map(file => readFile(join(folder, file), 'utf8')))).join('');
    const byPointers = /@media \(hover:hover\)\{(?:[^{}]*\{[^{}]*\})*\}/g;
    assert.match(styles, byPointers);
    assert.doesNotMatch(styles.replace(byPointers, ''), /:hover/);
    assert.match(styles, /-webkit-tap-highlight-color:(transparent|#0000)/);
  });
});
