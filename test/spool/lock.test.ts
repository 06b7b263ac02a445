import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { lockSpool } from '../../src/spool/lock.ts';

const root = mkdtempSync(join(tmpdir(), 'footfall-lock-'));
afterAll(() => rmSync(root, { recursive: true }));

describe('A lock', () => {
  it('is released even when its file cannot be removed', async () => {
    const [folder, aside] = [join(root, 'folder'), join(root, 'aside')];
    mkdirSync(folder);
    const lock = await lockSpool(folder, 'one');
    assert.ok(lock);
    assert.equal(await lockSpool(folder, 'one'), null);
    renameSync(folder, aside);
    writeFileSync(folder, '');
    await assert.rejects(lock.remove(), /ENOTDIR/);
    rmSync(folder);
    renameSync(aside, folder);
    const next = await lockSpool(folder, 'one');
    assert.ok(next);
    await next.remove();
  });
});
