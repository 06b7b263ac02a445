import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { makeRoom, SpoolFile, textOf } from '../../src/spool/spool-file.ts';

const ROOM = 1024 * 1024;

describe('Allocated room in a file of the spool', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'footfall-room-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const never = new AbortController().signal;

  it('exists before the first batch, and the log does not grow until it is used up', async () => {
    const path = join(folder, 'grows.db');
    const file = await SpoolFile.open(path, undefined, { bytes: ROOM, signal: never });
    const { size } = statSync(`${path}-wal`);
    assert.ok(size >= ROOM);
    for (let first = 1; first <= 20; first++) await file.write({ first, hits: 1, body: 'x'.repeat(9_000) });
    assert.equal(statSync(`${path}-wal`).size, size);
    await file.remove();
  });

  it('does not affect reading what a killed process has left', async () => {
    const path = join(folder, 'killed.db');
    const file = await SpoolFile.open(path, undefined, { bytes: ROOM, signal: never });
    const bodies = Array.from({ length: 30 }, (_, index) => `"${index}${'y'.repeat(index * 300)}"`);
    for (const [index, body] of bodies.entries()) await file.write({ first: index + 1, hits: 1, body });
    const left = join(folder, 'left.db');
    for (const suffix of ['', '-wal']) cpSync(path + suffix, left + suffix);
    await file.remove();
    const damage: unknown[] = [];
    const found = await SpoolFile.open(left, told => damage.push(told));
    assert.deepEqual((await found.read(0, 100)).map(textOf), bodies);
    assert.deepEqual(damage, []);
    await found.remove();
  });

  it('reads batches into memory of their own, which another thread can take over', async () => {
    const file = await SpoolFile.open(join(folder, 'own.db'));
    await file.write({ first: 1, hits: 2, body: '"zwei","Hüte"' });
    await file.write({ first: 3, hits: 1, body: '"1"' });
    const read = await file.read(1, 10);
    const sent = read.map(({ body }) => (body as Uint8Array).buffer as ArrayBuffer);
    const taken = structuredClone(read, { transfer: sent });
    assert.deepEqual(taken.map(textOf), ['"zwei","Hüte"', '"1"']);
    assert.deepEqual(
      sent.map(({ byteLength }) => byteLength),
      [0, 0],
    );
    await file.close();
  });

  it('is read as an empty log when nothing was ever written', async () => {
    const path = join(folder, 'empty.db');
    const file = await SpoolFile.open(path, undefined, { bytes: ROOM, signal: never });
    const left = join(folder, 'empty-left.db');
    for (const suffix of ['', '-wal']) cpSync(path + suffix, left + suffix);
    truncateSync(`${left}-wal`, 0);
    writeFileSync(`${left}-wal`, Buffer.alloc(ROOM));
    await file.remove();
    const found = await SpoolFile.open(left);
    assert.equal(await found.hits(), 0);
    await found.write({ first: 1, hits: 1, body: '1' });
    assert.equal(await found.hits(), 1);
    await found.remove();
  });

  it('is cut short when a write is waiting', async () => {
    const path = join(folder, 'hurry');
    writeFileSync(path, 'log');
    await makeRoom(path, { bytes: ROOM, signal: AbortSignal.abort() });
    assert.equal(statSync(path).size, 3);
    const hurry = new AbortController();
    const making = makeRoom(path, { bytes: 1024 ** 4, signal: hurry.signal });
    hurry.abort();
    await making;
    assert.ok(statSync(path).size <= ROOM);
  });
});
