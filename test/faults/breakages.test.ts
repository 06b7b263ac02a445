import assert from 'node:assert/strict';
import { test } from 'vitest';
import { BREAKAGES } from './support/breakages.ts';
import type { Breakage } from './support/seam.ts';

test('every breakage of the fault controls replaces something that the code has', async () => {
  for (const [breakage, { seams }] of Object.entries<Breakage>(BREAKAGES)) {
    const replaced = await seams();
    assert.ok(replaced.length > 0, breakage);
    for (const { owner, name, broken } of replaced) {
      const { value, writable } = Object.getOwnPropertyDescriptor(owner, name) ?? {};
      assert.equal(typeof broken, typeof value, `${breakage}: ${name}`);
      assert.notEqual(broken, value, `${breakage}: ${name}`);
      assert.ok(writable, `${breakage}: ${name}`);
    }
  }
});
