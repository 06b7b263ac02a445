import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, it } from 'vitest';
import type { Viewer } from '../../src/accounts/viewer.ts';
import type { Database } from '../../src/db/open.ts';
import { cleanUpImports, KEPT_FOR } from '../../src/imports/clean-up.ts';
import { folderOf } from '../../src/imports/folder.ts';
import { runUpload } from '../../src/imports/imports.ts';
import { addImport } from '../../src/imports/new-import.ts';
import { giveUp } from '../../src/imports/run.ts';
import { importsToWorkOn, settleMachine } from '../../src/imports/turns.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { Importing, NOW } from '../support/imports.ts';

const DAY = 86_400_000;
const CSV = 'date,pageviews\n2026-01-01,5\n';

eachDatabase('Files of imports', open => {
  let place: Place;
  let database: Database;
  let importing: Importing;
  let here: string;
  let other: string;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place);
    importing = new Importing(database, place);
    here = place.dataDir;
    other = join(place.dataDir, 'other');
    await mkdir(other);
  });
  afterAll(() => database.close());

  /** Registers an import whose file is in a DATA_DIR. */
  async function add(dataDir: string, more: { dryRun?: boolean; content?: string | null } = {}): Promise<number> {
    const { dryRun = false, content = CSV } = more;
    const options = { source: null, timezone: null, until: null, mapping: null };
    const { id } = await addImport(database, { website: 1, account: null, dryRun, files: [], ...options }, NOW);
    const path = join(folderOf(dataDir, id), 'file-0');
    await mkdir(folderOf(dataDir, id), { recursive: true });
    if (content !== null) await writeFile(path, content);
    const files = [{ name: 'a.csv', path, bytes: CSV.length, machine: await settleMachine(dataDir) }];
    await database.imports.update({ files: JSON.stringify(files) }, { where: { id } });
    return id;
  }

  const turn = async (dataDir: string, now = NOW) =>
    (await importsToWorkOn({ database, dataDir, now })).map(({ id }) => id);

  it('are worked on where they are, and elsewhere only to fail once nobody has done so for a day', async () => {
    assert.equal(await settleMachine(here), await settleMachine(here));
    assert.notEqual(await settleMachine(here), await settleMachine(other));
    const [own, foreign] = [await add(here), await add(other)];
    assert.deepEqual([await turn(here), await turn(other)], [[own], [foreign]]);
    assert.deepEqual(await turn(here, NOW + DAY + 1), [own, foreign]);
    // The other machine is busy with a longer one.
    const busy = await add(other);
    await database.imports.update({ holder: 'x', heldUntil: NOW + 2 * DAY }, { where: { id: busy } });
    assert.deepEqual(await turn(here, NOW + DAY + 1), [own]);
    // Only on SQLite, no other machine can go on with it; until then, no import of the website begins.
    await database.imports.update({ state: 'running' }, { where: { id: foreign } });
    assert.deepEqual(await turn(here), database.dialect.ownsDatabase ? [foreign] : []);
    // That machine is gone when it has held nothing for a quarter of an hour.
    await database.imports.update({ heldUntil: NOW + 5 }, { where: { id: foreign } });
    const end = NOW + 5 + 15 * 60_000;
    const early = database.dialect.ownsDatabase ? [foreign] : [];
    assert.deepEqual([await turn(here, end), await turn(here, end + 1)], [early, early]);
    await database.imports.update({ heldUntil: end }, { where: { id: busy } });
    assert.deepEqual([await turn(here, end), await turn(here, end + 1)], [early, [foreign]]);
    await database.imports.update({ state: 'undoing', heldUntil: 0 }, { where: { id: foreign } });
    assert.deepEqual(await turn(here), [own, foreign]);
    await database.imports.destroy({ where: { id: [own, foreign, busy] } });
  });

  it('of a deleted website are left alone, also by the process that works on them', async () => {
    const content = `date,pageviews\n${Array.from({ length: 120 }, (_, at) => `2025-${String((at % 12) + 1).padStart(2, '0')}-01,${at}\n`).join('')}`;
    const like = await database.websites.findByPk(1, { raw: true });
    const { id: gone } = await database.websites.create({ ...like, id: undefined, domain: 'gone.example' } as never);
    const id = await add(here, { content });
    await database.imports.update({ websiteId: gone }, { where: { id } });
    let steps = 0;
    const stepped = async () => {
      if (++steps === 3) await database.websites.destroy({ where: { id: gone } });
    };
    await importing.run(id, { stepped }).catch(() => undefined);
    assert.deepEqual(await turn(here), []);
    await database.imports.destroy({ where: { id } });
  });

  it('go on at once when the process that worked on them was killed, and never before', async () => {
    const id = await add(here);
    const holder = randomUUID();
    const path = pathToFileURL(join(import.meta.dirname, '../../src/imports/holder.ts')).href;
    const script = `import(${JSON.stringify(path)}).then(async ({ lockHolder }) => {
      await lockHolder(${JSON.stringify(here)}, ${id}, '${holder}'); console.log('held'); setInterval(() => {}, 1e6);
    })`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await once(child.stdout, 'data');
      await database.imports.update({ holder, heldUntil: NOW + 60_000 }, { where: { id } });
      assert.deepEqual([await turn(here), await turn(other)], [[], []]);
      assert.equal((await importing.run(id)).state, 'waiting');
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    // Another machine cannot know that it is dead.
    assert.deepEqual([await turn(other), await turn(here), await turn(here)], [[], [id], [id]]);
    await database.imports.update({ holder, heldUntil: NOW + 60_000 }, { where: { id } });
    assert.deepEqual(await turn(here), []);
    await database.imports.update({ holder: null, heldUntil: 0 }, { where: { id } });
    // Of several processes, one works on it.
    const steps: string[] = [];
    const stepped = (step: string) => void steps.push(step);
    await Promise.all([1, 2, 3].map(() => importing.run(id, { stepped })));
    assert.equal((await importing.find(id)).state, 'done');
    assert.equal(new Set(steps).size, steps.length);
    await database.imports.destroy({ where: { id } });
  });

  it('that are gone, as after a backup was restored, make an import fail with a sentence', async () => {
    const id = await add(here, { content: null });
    assert.deepEqual(await turn(here), [id]);
    const { state, error } = await importing.run(id);
    assert.deepEqual([state, error], ['failed', 'a.csv: The file is gone or cannot be read; import it again.']);
  });

  it('of an import that is interrupted again and again are given up', async () => {
    const id = await add(here);
    await giveUp(database, id);
    const { state, error } = await importing.find(id);
    assert.equal(state, 'failed');
    assert.match(error ?? '', /interrupted too often/);
  });

  it('of dry runs can be run for a day', async () => {
    const viewer = { account: { id: 1 }, scope: 'WRITE', via: { kind: 'key' } } as unknown as Viewer;
    const { accountId } = (await database.websites.findByPk(1, { raw: true })) as { accountId: number };
    Object.assign(viewer.account, { id: accountId });
    const id = await add(here, { dryRun: true });
    assert.equal((await importing.run(id)).state, 'done');
    await assert.rejects(
      runUpload(database, viewer, String(id), NOW + KEPT_FOR + 1),
      /kept for a day, and were removed/,
    );
    await cleanUpImports(database, here, NOW + KEPT_FOR);
    assert.equal((await runUpload(database, viewer, String(id), NOW + KEPT_FOR)).state, 'waiting');
    assert.equal((await importing.run(id)).state, 'done');
  });

  it('are removed when nobody needs them any more', async () => {
    const [waiting, dry, deleted] = [await add(here), await add(here, { dryRun: true }), await add(here)];
    await importing.run(dry);
    await database.imports.destroy({ where: { id: deleted } });
    const folder = join(here, 'imports');
    for (const name of ['upload-old', 'upload-new']) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'file-0'), 'half');
    }
    // Files have the time of this machine.
    const [now, before] = [Date.now(), new Date(Date.now() - 2 * 3_600_000)];
    for (const path of ['upload-old', 'upload-old/file-0']) await utimes(join(folder, path), before, before);
    await database.imports.update({ finishedAt: now }, { where: { id: dry } });
    await cleanUpImports(database, here, now);
    const left = async () => (await readdir(folder)).sort();
    assert.deepEqual(await left(), [String(dry), String(waiting), 'machine', 'upload-new'].sort());
    await cleanUpImports(database, here, now + KEPT_FOR + 1);
    assert.deepEqual(await left(), [String(waiting), 'machine']);
    await rm(folder, { recursive: true });
    assert.equal(await cleanUpImports(database, here, now), 0);
  });
});
