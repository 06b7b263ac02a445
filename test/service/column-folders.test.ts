import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { removeUnused, UsedFolder } from '../../src/service/column-folders.ts';
import { lockSpool } from '../../src/spool/lock.ts';

const root = mkdtempSync(join(tmpdir(), 'footfall-columns-'));
afterAll(() => rmSync(root, { recursive: true }));

describe('The folders of columns', () => {
  const folders = () => {
    const columns = join(mkdtempSync(join(root, 'data-')), 'columns');
    const make = () => join(columns, randomUUID());
    return { columns, own: make(), other: make() };
  };

  it('of other databases are removed once no process uses them', async () => {
    const { own, other } = folders();
    const [mine, first, second] = [new UsedFolder(), new UsedFolder(), new UsedFolder()];
    await mine.use(own);
    await first.use(other);
    await second.use(other);
    mkdirSync(join(other, '1'));
    assert.deepEqual(await removeUnused(own), []);
    await first.release();
    assert.deepEqual(await removeUnused(own), [], 'another process still uses it');
    await second.release();
    assert.deepEqual(await removeUnused(own), [other.slice(-36)]);
    assert.equal(existsSync(other), false);
    assert.equal(existsSync(own), true);
    await mine.release();
  });

  it('of killed processes are removed, but not one in which a process packs', async () => {
    const { own, other } = folders();
    mkdirSync(own, { recursive: true });
    mkdirSync(other);
    writeFileSync(join(own, `${randomUUID()}.lock`), '');
    writeFileSync(join(other, `${randomUUID()}.lock`), '');
    const packing = await lockSpool(other, 'packing');
    assert.deepEqual(await removeUnused(own), []);
    assert.deepEqual(readdirSync(own), [], 'the mark of a process that was killed is gone');
    await packing?.release();
    assert.deepEqual(await removeUnused(own), [other.slice(-36)]);
  });

  it('are left alone when they are not named like ours', async () => {
    const { columns, own } = folders();
    mkdirSync(own, { recursive: true });
    mkdirSync(join(columns, 'notes'));
    writeFileSync(join(columns, 'a-file'), '');
    assert.deepEqual(await removeUnused(own), []);
    assert.deepEqual(readdirSync(columns).sort(), [own.slice(-36), 'a-file', 'notes'].sort());
  });

  it('are marked again after somebody removed them, and no longer when another one is used', async () => {
    const { columns, own, other } = folders();
    const used = new UsedFolder();
    await used.use(own);
    await used.use(own);
    assert.equal(readdirSync(own).length, 1);
    rmSync(columns, { recursive: true });
    await used.use(own);
    assert.equal(readdirSync(own).length, 1);
    await used.use(other);
    assert.deepEqual([readdirSync(own).length, readdirSync(other).length], [0, 1]);
    await used.release();
    assert.deepEqual(readdirSync(other), []);
  });
});
