import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { oldestIn, spoolFilePath } from '../../src/spool/lock.ts';
import { Spool, type SpoolOptions } from '../../src/spool/spool.ts';
import { SpoolFile } from '../../src/spool/spool-file.ts';
import { clear, INSTANCE, obstruct, textsOf } from '../support/spools.ts';

/** Every commit goes to a new file. */
const ROTATING: SpoolOptions = { fileBytes: 1 };

describe('A spool', () => {
  let root: string;
  let folder: string;
  let folders = 0;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'footfall-spool-'));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  async function fresh(options?: SpoolOptions): Promise<Spool> {
    folder = join(root, String(++folders));
    return Spool.create(folder, { instance: INSTANCE, ...options });
  }

  it('puts all hits that arrive during a commit into the next one', async () => {
    const spool = await fresh();
    await Promise.all(Array.from({ length: 1_000 }, (_, index) => spool.append(String(index))));
    const batches = await spool.read(0, 2_000);
    assert.ok(batches.length < 20, `1000 hits took ${batches.length} commits`);
    assert.equal(
      batches.reduce((sum, { hits }) => sum + hits, 0),
      1_000,
    );
    assert.equal(spool.pending(), 1_000);
    await spool.remove();
  });

  it('reads no more than requested', async () => {
    const spool = await fresh(ROTATING);
    for (let index = 0; index < 10; index++) await spool.append(String(index));
    assert.equal((await spool.read(0, 3)).length, 3);
    assert.equal((await spool.read(8, 100)).length, 3);
    await spool.remove();
  });

  it('begins a new file when one is large enough, and deletes released ones', async () => {
    const spool = await fresh(ROTATING);
    for (let index = 0; index < 6; index++) await spool.append(String(index));
    assert.ok(filesOfSpool().length >= 6, filesOfSpool().join());
    const batches = await spool.read(0, 100);
    await spool.release(batches.slice(0, 4));
    assert.equal(spool.pending(), 2);
    assert.ok(filesOfSpool().length <= 4, `what is left: ${filesOfSpool().join()}`);
    assert.deepEqual(textsOf(await spool.read(0, 100)), { 5: 4, 6: 5 });
    await spool.release(await spool.read(0, 100));
    assert.equal(spool.pending(), 0);
    assert.equal(oldestIn(folder), 0);
    await spool.remove();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('shows every process on its folder since when its oldest hit has been waiting', async () => {
    const spool = await fresh();
    assert.equal(oldestIn(folder), 0);
    const before = Date.now();
    await spool.append('1');
    await sleep(150);
    const between = Date.now();
    await spool.append('2');
    assert.ok(oldestIn(folder) >= before && oldestIn(folder) < between);
    await spool.release((await spool.read(0, 1)).slice(0, 1));
    assert.ok(oldestIn(folder) >= between);
    await spool.remove();
  });

  it('refuses hits beyond its limit with the reason, and accepts them again once there is room', async () => {
    const spool = await fresh({ maxHits: 10 });
    await spool.append('1,2,3,4,5,6,7,8,9', 9);
    assert.ok(spool.hasRoom());
    await assert.rejects(spool.append('10,11', 2), isUnavailable(/^The spool is full .* Send the hit again later\.$/));
    await spool.append('10');
    assert.ok(!spool.hasRoom());
    await assert.rejects(spool.append('11'), isUnavailable(/full/));
    await spool.release(await spool.read(0, 100));
    assert.ok(spool.hasRoom());
    await spool.append('11');
    assert.equal(spool.pending(), 1);
    await spool.remove();
  });

  it('refuses all hits of a commit that fails, never reuses their numbers, and continues in another file', async () => {
    const spool = await fresh(ROTATING);
    await spool.append('"kept"');
    obstruct(folder, spool, 2);
    await assert.rejects(spool.append('"refused","refused as well"', 2), isUnavailable(/Check the disk/));
    assert.equal(spool.pending(), 1);
    await spool.append('"kept too"');
    assert.deepEqual(textsOf(await spool.read(0, 100)), { 1: 'kept', 4: 'kept too' });
    clear(folder, spool, 2);
    await spool.remove();
  });

  it('pauses on a disk that failed twice, and leaves no files on it', async () => {
    const spool = await fresh(ROTATING);
    await spool.append('1');
    for (let n = 2; n < 100; n++) obstruct(folder, spool, n);
    for (let index = 0; index < 50; index++) await assert.rejects(spool.append('2'), isUnavailable(/Check the disk/));
    const files = filesOfSpool().filter(file => file.endsWith('.db'));
    assert.ok(files.length <= 99, 'only the one in use and the obstructing ones');
    assert.equal(spool.pending(), 1);
    for (let n = 2; n < 100; n++) clear(folder, spool, n);
    await sleep(300);
    await spool.append('3');
    assert.equal(spool.pending(), 2);
    await spool.remove();
  });

  it('survives a failure to open the next file ahead of time', async () => {
    const spool = await fresh({ fileBytes: 40_000 });
    obstruct(folder, spool, 2);
    // Beyond half of a file, the next one is opened although no write waits for it.
    for (let index = 0; index < 4; index++) await spool.append('1');
    await sleep(50);
    for (let index = 0; index < 4; index++) await spool.append('1');
    assert.equal(spool.pending(), 8);
    clear(folder, spool, 2);
    await spool.remove();
  });

  it('does not count refused hits that are on disk after all, so that they are never taken for acknowledged ones', async () => {
    const spool = await fresh(ROTATING);
    await spool.append('"kept"');
    obstruct(folder, spool, 2);
    await assert.rejects(spool.append('"refused"'));
    const file = await SpoolFile.open(spoolFilePath(folder, spool.id, 1));
    await file.write({ first: 2, hits: 1, body: '"refused"' });
    await file.close();
    await spool.append('"kept too"');
    const batches = await spool.read(0, 100);
    assert.equal(batches.length, 3);
    await spool.release(batches.slice(0, 2));
    assert.equal(spool.pending(), 1, 'the last one is still to be folded');
    clear(folder, spool, 2);
    await spool.remove();
  });

  function filesOfSpool(): string[] {
    return readdirSync(folder).filter(file => file.endsWith('.db'));
  }
});

function isUnavailable(message: RegExp): (error: unknown) => boolean {
  return error => {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'UNAVAILABLE');
    assert.equal(error.retryAfter, 5);
    assert.match(error.message, message);
    return true;
  };
}
