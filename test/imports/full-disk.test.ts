import assert from 'node:assert/strict';
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { folderOf } from '../../src/imports/folder.ts';
import { onSqlite } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { dump, Importing } from '../support/imports.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

onSqlite('An import on a full disk', open => {
  let database: Database;
  let importing: Importing;
  beforeAll(async () => {
    const place = await open();
    database = await databaseWithWebsites(place);
    importing = new Importing(database, place);
  });
  afterAll(() => database.close());

  const hits = Array.from({ length: 800 }, (_, at) =>
    JSON.stringify({
      page: `https://site-1.example/${'a-long-name-of-a-page'.repeat(8)}/${at}`,
      time: new Date(Date.UTC(2026, 1, 1, 0, 0, at)).toISOString(),
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      ip: `203.0.113.${at % 200}`,
    }),
  ).join('\n');

  it('fails with the folder and what to free, leaves nothing, and succeeds when there is room', async context => {
    const disk = mountSmallDisk(400);
    if (!disk) return context.skip();
    try {
      const dataDir = disk.folder;
      const before = await dump(database);
      const ballast = join(dataDir, 'ballast');
      const { bavail, bsize } = statfsSync(dataDir);
      // The hits need 200 kB: first they would take what is kept for arriving hits, then nothing can be written at all.
      for (const left of [160 * 1024, 0]) {
        writeFileSync(ballast, Buffer.alloc(bavail * bsize - left));
        const id = await importing.add({ files: { 'hits.ndjson': hits } });
        const { state, error } = await importing.run(id, { dataDir });
        assert.equal(state, 'failed', `${left}`);
        assert.ok(
          error?.startsWith(`hits.ndjson: The disk of ${join(dataDir, 'imports')} has too little room`),
          `${error}`,
        );
        assert.match(`${error}`, /free as much there as the files have unpacked/);
        assert.equal(existsSync(folderOf(dataDir, id)), false);
        assert.deepEqual(await dump(database), before);
        rmSync(ballast);
      }
      const id = await importing.add({ files: { 'hits.ndjson': hits } });
      assert.equal((await importing.run(id, { dataDir, mostRows: 500 })).state, 'done');
      assert.equal(existsSync(folderOf(dataDir, id)), false);
    } finally {
      disk.remove();
    }
  });
});
