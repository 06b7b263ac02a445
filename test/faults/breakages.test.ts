import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'vitest';
import { BREAKAGES, type Breakage } from './support/breakages.ts';

test('the code that the fault controls change is in src as they expect it', () => {
  for (const [name, { changes = [] }] of Object.entries<Breakage>(BREAKAGES))
    for (const { file, from } of changes) {
      const text = readFileSync(resolve(import.meta.dirname, '../../src', file), 'utf8');
      assert.ok(text.includes(from), `${name}: src/${file} lacks ${from}`);
    }
});
