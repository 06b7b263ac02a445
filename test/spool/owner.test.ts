import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { adoptSpools, foreignSpools } from '../../src/spool/others.ts';
import { changeOwner, sortSpools } from '../../src/spool/owner.ts';
import { Spool } from '../../src/spool/spool.ts';
import { INSTANCE } from '../support/spools.ts';

const OTHER = { id: 'another-database', ownsUnmarked: false };

describe('The owner of a spool', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'footfall-owner-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  /** Leaves a spool as a killed process does; with `owner` null, as one of the release before owners. */
  async function left(owner: typeof OTHER | null, hits: number): Promise<string> {
    const spool = await Spool.create(folder);
    await spool.bind(owner);
    for (let hit = 0; hit < hits; hit++) await spool.append('1');
    await spool.close();
    return spool.id;
  }
  const adopted = async (instance: typeof OTHER) => {
    const spools = await adoptSpools(folder, instance, error => assert.fail(String(error)));
    for (const spool of spools) await spool.close();
    return spools.map(({ id }) => id).sort();
  };

  it('is recorded before a hit is accepted, and never changes', async () => {
    const spool = await Spool.create(folder);
    await assert.rejects(spool.append('1'), /The database was not reached yet/);
    await spool.bind(null);
    await spool.append('1');
    await spool.bind(INSTANCE);
    assert.deepEqual(sortSpools(folder, INSTANCE), { ours: [spool.id], others: [], unmarked: [] });
    await spool.bind(INSTANCE);
    await assert.rejects(
      spool.bind(OTHER),
      /leads to another database \(another-database\) than before \(the-database\)/,
    );
    await spool.remove();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('removes all of it, and the logs of files that went before a power cut', async () => {
    const id = await left(INSTANCE, 1);
    writeFileSync(join(folder, `${id}.000000007.db-wal`), '');
    for (const spool of await adoptSpools(folder, INSTANCE, error => assert.fail(String(error)))) await spool.remove();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('alone adopts it, whatever other processes run on the folder', async () => {
    const [mine, theirs] = [await left(INSTANCE, 1), await left(OTHER, 1)];
    assert.deepEqual(await foreignSpools(folder, INSTANCE), [{ id: theirs, instance: OTHER.id }]);
    assert.deepEqual([await adopted(INSTANCE), await adopted(OTHER)], [[mine], [theirs]]);
  });

  it('is the database that is older than owners, if the spool names none', async () => {
    const unmarked = await left(null, 2);
    assert.deepEqual(await adopted(INSTANCE), []);
    assert.deepEqual(await foreignSpools(folder, INSTANCE), [{ id: unmarked, instance: null }]);
    const older = { ...INSTANCE, ownsUnmarked: true };
    assert.deepEqual([await adopted(older), await foreignSpools(folder, older)], [[unmarked], []]);
    assert.deepEqual(sortSpools(folder, null).ours, [unmarked], 'before it is upgraded');
  });

  it('matters for hits alone: a spool without any is removed by the next process', async () => {
    const unmarked = await left(null, 0);
    assert.deepEqual([await adopted(INSTANCE), await foreignSpools(folder, INSTANCE)], [[unmarked], []]);
  });

  it('can be changed by the operator, in any number of attempts', async () => {
    const ids = [await left(OTHER, 1), await left(null, 1)].sort();
    for (const spool of await foreignSpools(folder, INSTANCE)) await changeOwner(folder, spool, INSTANCE.id);
    assert.deepEqual(await adopted(INSTANCE), ids);
    assert.deepEqual(await adopted(OTHER), []);
    await changeOwner(folder, { id: ids[0] ?? '', instance: null }, OTHER.id);
    assert.deepEqual([await adopted(INSTANCE), await adopted(OTHER)], [ids, [ids[0]]], 'while it was interrupted');
  });
});
