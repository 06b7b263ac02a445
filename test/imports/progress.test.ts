import assert from 'node:assert/strict';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { rowsCounted } from '../../src/domain/import-progress.ts';
import { beginUndo } from '../../src/imports/imports.ts';
import { onSqlite } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { type Given, Importing, Killed } from '../support/imports.ts';
import { zipOf } from '../support/zip.ts';

onSqlite('The progress of an import', open => {
  let database: Database;
  let importing: Importing;
  beforeAll(async () => {
    const place = await open();
    database = await databaseWithWebsites(place);
    importing = new Importing(database, place);
  });
  afterAll(() => database.close());

  /** Rows whose values do not pack well, so that a packed file is read in several pieces. */
  function rows(day: string, count: number): string {
    let [text, random] = ['', 1];
    for (let row = 0; row < count; row++) {
      random = (random * 48_271) % 2_147_483_647;
      text += `${day},page,/${random.toString(36)}${(random * 7).toString(36)}/${(random * 131).toString(36)},1\n`;
    }
    return `date,statistic,value,pageviews\n${text}`;
  }

  /** Runs an import, and returns its progress as often as it was told; `killAt` ends the process there, once. */
  async function told(id: number, killAt = Number.POSITIVE_INFINITY): Promise<number[]> {
    const found = [(await importing.find(id)).progress];
    const run = (killAt: number) =>
      importing.run(id, {
        tellEvery: 0,
        mostRows: 5_000,
        stepped: async step => {
          const { state, progress, rows, kind } = await importing.find(id);
          found.push(progress);
          if (step === 'told') assert.equal(state, 'reading');
          if (state === 'running') assert.ok(rowsCounted(progress, kind, rows) <= rows);
          if (found.length > killAt) throw new Killed();
        },
      });
    await run(killAt).catch(async error => {
      if (!(error instanceof Killed)) throw error;
      await database.imports.update({ heldUntil: 0 }, { where: { id } });
      await run(Number.POSITIVE_INFINITY);
    });
    const over = await importing.find(id);
    assert.deepEqual([over.error, over.progress], [null, 1]);
    return found;
  }

  /** Asserts that it grows while files are read, never falls, and is below 1 until the end. */
  function assertGrows(progress: readonly number[], least: number, most: number): void {
    assert.ok(progress.slice(0, -1).every((share, at) => at === 0 || share >= (progress[at - 1] as number)));
    const between = new Set(progress.filter(share => share > 0 && share < most));
    assert.ok(between.size >= least, `It was only told ${[...between]}.`);
  }

  it('grows with the bytes that are read of each file, packed or not, also when the process was killed', async () => {
    const [one, other] = [rows('2026-01-01', 12_000), rows('2026-01-02', 8_000)];
    const dry: Given[] = [
      { files: { 'a.csv': one } },
      { files: { 'a.csv.gz': gzipSync(one, { level: 1 }) } },
      { files: { 'a.csv.zst': zstdCompressSync(one) } },
      { files: { 'a.zip': zipOf({ 'a.csv': one, 'b.csv': other }) } },
      { files: { 'a.csv': one, 'b.csv': other } },
    ];
    for (const given of dry) assertGrows(await told(await importing.add({ ...given, dryRun: true })), 2, 0.99);
    const sums = await told(await importing.add({ files: { 'a.csv': one, 'b.csv': other } }), 4);
    assertGrows(sums, 2, 0.3);
    assert.ok(sums.filter(share => share > 0.3 && share < 1).length > 2);
  });

  it('is told, and an undo or the end of the process noticed, also while a file has nothing but empty lines', async () => {
    const files = { 'a.csv': `date,pageviews\n${'\n'.repeat(400_000)}2026-01-03,1\n` };
    const undone = await importing.add({ files });
    const steps: string[] = [];
    const undo = async (step: string) => {
      steps.push(step);
      if (step === 'told') await beginUndo(database, undone);
    };
    await importing.run(undone, { tellEvery: 0, stepped: undo });
    assert.equal((await importing.find(undone)).state, 'undoing');
    assert.deepEqual(steps, ['begin', 'told']);
    const id = await importing.add({ files, dryRun: true });
    const stopping = new AbortController();
    let told = 0;
    const stop = (step: string) => {
      if (step === 'told') told++;
      if (told > 0) stopping.abort();
    };
    await assert.rejects(importing.run(id, { tellEvery: 0, stepped: stop, signal: stopping.signal }), /aborted/);
    assert.equal(told, 1);
    // A process that goes on with it reads all of it.
    const over = await importing.run(id);
    assert.deepEqual([over.state, over.rows], ['done', 1]);
  });

  it('of hits is that of reading first', async () => {
    const hits = Array.from({ length: 3_000 }, (_, at) =>
      JSON.stringify({
        page: `https://site-1.example/${at}`,
        time: new Date(Date.UTC(2026, 1, 1, 0, 0, at)).toISOString(),
        user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        ip: `203.0.113.${at % 200}`,
      }),
    );
    assertGrows(await told(await importing.add({ files: { 'hits.ndjson': hits.join('\n') } })), 2, 0.25);
  });
});
