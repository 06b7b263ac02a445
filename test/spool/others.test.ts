import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { oldestIn, spoolFilePath } from '../../src/spool/lock.ts';
import { adoptSpools } from '../../src/spool/others.ts';
import { type FoldableSpool, Spool } from '../../src/spool/spool.ts';
import { INSTANCE, obstruct, textsOf } from '../support/spools.ts';

describe('An abandoned spool', () => {
  let root: string;
  let folder: string;
  let folders = 0;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'footfall-spool-'));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  async function fresh(): Promise<Spool> {
    folder = join(root, String(++folders));
    return Spool.create(folder, { instance: INSTANCE });
  }

  it('returns what was appended, in order and numbered without gaps, to the process that adopts it', async () => {
    const spool = await fresh();
    for (const text of ['"a"', '"b"', '"c"']) await spool.append(text);
    await spool.append('"d","e"', 2);
    await spool.close();
    const [adopted] = await adopt();
    assert.equal(adopted?.id, spool.id);
    assert.deepEqual(textsOf(await adopted!.read(0, 100)), { 1: 'a', 2: 'b', 3: 'c', 4: 'd', 5: 'e' });
    assert.deepEqual(textsOf(await adopted!.read(4, 100)), { 4: 'd', 5: 'e' }, 'it can be read from a number on');
    assert.equal(adopted!.pending(), 5);
    await adopted!.release(await adopted!.read(0, 2));
    assert.equal(adopted!.pending(), 3);
    await adopted!.remove();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is not adopted while its process lives, here or elsewhere, but is after that is killed', async () => {
    const mine = await fresh();
    const begun = Date.now();
    const script = fileURLToPath(new URL('./spool-process.ts', import.meta.url));
    const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const id = line.toString().trim();
    assert.deepEqual(await adopt(), []);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const waits = oldestIn(folder);
    assert.ok(waits >= begun && waits <= Date.now(), 'its hit waits, adopted or not');
    const adopted = await adopt();
    assert.equal(oldestIn(folder), waits);
    assert.deepEqual(
      adopted.map(spool => spool.id),
      [id],
    );
    assert.deepEqual(textsOf(await adopted[0]!.read(0, 10)), { 1: 'of a process that dies' });
    assert.deepEqual(await adopt(), [], 'no other process gets it now');
    await adopted[0]!.close();
    const [again] = await adopt();
    assert.equal(again?.id, id, 'it can be adopted again');
    await again!.remove();
    assert.equal(oldestIn(folder), 0);
    await mine.remove();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is never adopted while it is being created, however often other processes look for spools', async () => {
    await (await fresh()).remove();
    const script = fileURLToPath(new URL('./adopting-process.ts', import.meta.url));
    const adopters = [1, 2].map(() =>
      spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    try {
      await Promise.all(adopters.map(({ stdout }) => once(stdout, 'data')));
      for (let round = 0; round < 10; round++) {
        const spools = await Promise.all(Array.from({ length: 5 }, () => Spool.create(folder, { instance: INSTANCE })));
        for (const spool of spools) {
          await spool.append('1');
          assert.ok(existsSync(join(folder, `${spool.id}.lock`)), 'otherwise it would never be adopted');
          assert.equal((await spool.read(0, 10)).length, 1);
          await spool.remove();
        }
      }
    } finally {
      for (const adopter of adopters) adopter.kill('SIGKILL');
    }
  });

  it('that cannot be opened is left alone and reported, and does not keep others from being adopted', async () => {
    const broken = await fresh();
    await broken.append('1');
    const sound = await Spool.create(folder, { instance: INSTANCE });
    await sound.append('2');
    obstruct(folder, broken, 2);
    await Promise.all([broken.close(), sound.close()]);
    const told: unknown[] = [];
    const adopted = await adoptSpools(folder, INSTANCE, error => told.push(error));
    assert.deepEqual(
      adopted.map(({ id }) => id),
      [sound.id],
    );
    assert.match(
      String(told[0]),
      new RegExp(`The spool ${broken.id} in .* cannot be opened; its hits are not counted yet`),
    );
    await adopted[0]!.remove();
    assert.ok(readdirSync(folder).includes(`${broken.id}.000000001.db`));
  });

  it('that is damaged returns the hits before and after the damage, and its file is kept', async () => {
    const spool = await fresh();
    for (let index = 0; index < 60; index++) await spool.append(JSON.stringify(`${index} ${'x'.repeat(2_000)}`));
    await spool.close();
    const path = spoolFilePath(folder, spool.id, 1);
    const bytes = readFileSync(path);
    const middle = bytes.indexOf('"30 xxx');
    writeFileSync(path, bytes.fill(0xff, middle - (middle % 4096), middle - (middle % 4096) + 4096));
    const told: string[] = [];
    const [adopted] = await adoptSpools(folder, INSTANCE, error => told.push(String(error)));
    const numbers = Object.keys(textsOf(await adopted!.read(0, 100)));
    assert.ok(numbers.includes('1') && numbers.includes('60') && !numbers.includes('31'), numbers.join());
    assert.equal(adopted!.pending(), numbers.length);
    assert.ok(numbers.length >= 54, numbers.join());
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /is damaged; its readable hits are counted, and a copy is kept as .*\/damaged\//);
    await adopted!.remove();
    assert.deepEqual(readdirSync(folder), ['damaged']);
    assert.deepEqual(readFileSync(join(folder, 'damaged', basename(path))), bytes);
  });

  it('in which one file is not a database returns the hits of the others', async () => {
    folder = join(root, String(++folders));
    const spool = await Spool.create(folder, { instance: INSTANCE, fileBytes: 1 });
    for (const text of ['1', '2', '3']) await spool.append(text);
    await spool.close();
    for (const suffix of ['-wal', '-shm']) rmSync(spoolFilePath(folder, spool.id, 2) + suffix, { force: true });
    writeFileSync(spoolFilePath(folder, spool.id, 2), 'this was a database once, and is none any more');
    const told: string[] = [];
    const [adopted] = await adoptSpools(folder, INSTANCE, error => told.push(String(error)));
    assert.equal(told.length, 1);
    assert.equal(Object.keys(textsOf(await adopted!.read(0, 100))).length, 2);
    await adopted!.remove();
    assert.deepEqual(readdirSync(folder), ['damaged']);
  });

  function adopt(): Promise<FoldableSpool[]> {
    return adoptSpools(folder, INSTANCE, error => {
      throw error;
    });
  }
});
