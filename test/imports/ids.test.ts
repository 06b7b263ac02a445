import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { verify } from '../../src/fold/verify.ts';
import { beginUndo } from '../../src/imports/imports.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { seeded } from '../support/import-files.ts';
import { dump, Importing, runKilled } from '../support/imports.ts';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

interface Row {
  readonly id: string;
  readonly minute: number;
  readonly isEvent?: boolean;
}

const timeOf = ({ minute }: Row) => new Date(Date.parse('2026-01-10T00:00:00Z') + minute * 60_000).toISOString();

const ndjson = (rows: readonly Row[]) =>
  rows
    .map(row => {
      const hit = { time: timeOf(row), page: 'https://site-1.example/a', ip: '203.0.113.9', user_agent: AGENT };
      return `${JSON.stringify({ ...hit, id: row.id, ...(row.isEvent && { event: { name: 'Buy' } }) })}\n`;
    })
    .join('');

/** The same as a table of Umami. */
const umami = (rows: readonly Row[]) =>
  [
    'session_id,event_id,url_path,event_type,event_name,browser,created_at',
    ...rows.map(row => {
      const kind = row.isEvent ? '2,Buy' : '1,';
      return `s,${row.id},/a,${kind},firefox,${timeOf(row)}`;
    }),
  ].join('\n');
/** The files of some rows, by how their names end. */
const FORMATS: Readonly<Record<string, (rows: readonly Row[]) => string>> = { ndjson, csv: umami };

eachDatabase('Rows of hits with ids', open => {
  let place: Place;
  let database: Database;
  let importing: Importing;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place);
    importing = new Importing(database, place);
  });
  afterAll(() => database.close());

  it.each(Object.entries(FORMATS))(
    'count once in a file and in several, also far more than fit in memory and on different days (%s)',
    async (ending, write) => {
      const random = seeded(3);
      const rows = Array.from({ length: 600 }, () => ({
        id: `order ${Math.floor(random() * 200)}`,
        minute: Math.floor(random() * 7_000),
      }));
      const ids = new Set(rows.map(({ id }) => id)).size;
      const before = await dump(database);
      const halves = { [`a.${ending}`]: write(rows.slice(0, 300)), [`b.${ending}`]: write(rows.slice(300)) };
      for (const files of [{ [`all.${ending}`]: write(rows) }, halves]) {
        const dry = await importing.import({ files, dryRun: true });
        assert.deepEqual([dry.rows, dry.counted, dry.leftOutFor], [600, ids, { duplicate: 600 - ids }]);
        const id = await importing.add({ files });
        await runKilled(importing, id);
        const done = await importing.find(id);
        assert.deepEqual([done.state, done.error], ['done', null]);
        assert.deepEqual([done.rows, done.counted, done.leftOutFor], [600, ids, dry.leftOutFor]);
        const isOfFile = ({ file }: (typeof done.report)[number]) => file !== null;
        assert.deepEqual(done.report.filter(isOfFile), dry.report);
        // What an earlier import has is left out for that, and what comes again for its id.
        const more = write([...rows.slice(0, 3), { id: 'new', minute: 1 }, { id: 'new', minute: 2 }]);
        const { counted, leftOutFor } = await importing.import({ files: { [`more.${ending}`]: more }, dryRun: true });
        const earlier = new Set(rows.slice(0, 3).map(one => one.id)).size;
        assert.deepEqual([counted, leftOutFor], [1, { repeated: earlier, duplicate: 4 - earlier }]);
        await beginUndo(database, id);
        await importing.run(id);
        assert.deepEqual(await dump(database), before);
        assert.deepEqual((await verify(database, 1)).differences, []);
        assert.deepEqual(await readdir(join(place.dataDir, 'imports', String(id))).catch(() => []), []);
      }
    },
  );

  it("of Umami's events count once, and without an id all", async () => {
    const rows: Row[] = [1, 2, 3].map(minute => ({ id: 'e', minute, isEvent: true }));
    const none = [4, 4].map(minute => ({ id: '', minute }));
    const before = await dump(database);
    const files = { 'website_event.csv': umami([...rows, ...none]) };
    const done = await importing.import({ files });
    assert.deepEqual([done.state, done.source, done.counted, done.leftOutFor], ['done', 'umami', 3, { duplicate: 2 }]);
    const ours = Object.fromEntries(done.report.map(line => [line.name, line.ours]));
    assert.deepEqual([ours.pageviews, ours.events, ours.event], [2, 1, { sum: 1, values: 1 }]);
    await beginUndo(database, done.id);
    await importing.run(done.id);
    assert.deepEqual(await dump(database), before);
  });

  it('count once as a pageview or as an event, as they do in a batch, and hits without one all', async () => {
    const rows: Row[] = [
      { id: '7', minute: 1 },
      { id: '7', minute: 2, isEvent: true },
      ...[3, 3, 3].map(minute => ({ id: '', minute })),
    ];
    const { counted, leftOutFor } = await importing.import({ files: { 'a.ndjson': ndjson(rows) }, dryRun: true });
    assert.deepEqual([counted, leftOutFor], [4, { duplicate: 1 }]);
    const csv = `time,page,visitor,id\n${rows.map(row => `${timeOf(row)},/a,v,${row.id}`).join('\n')}\n`;
    const ofCsv = await importing.import({ files: { 'a.csv': csv }, dryRun: true });
    assert.deepEqual([ofCsv.counted, ofCsv.leftOutFor], [4, { duplicate: 1 }]);
  });
});
