import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { beginUndo } from '../../src/imports/imports.ts';
import { leaningOf, undoNoteOf } from '../../src/imports/leaning.ts';
import { importsToWorkOn, settleMachine } from '../../src/imports/turns.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { Importing, NOW } from '../support/imports.ts';

const HEAD = 'date,statistic,value,pageviews\n';
const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => {
    const day = `2025-01-${String(from + at).padStart(2, '0')}`;
    return `${day},,,${from + at}\n${day},page,/a,${from + at}\n`;
  }).join('');

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** Two equal hits on each day. */
const hits = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => {
    const time = `2025-01-${String(from + at).padStart(2, '0')}T10:00:00Z`;
    return `${JSON.stringify({ time, page: 'https://site-1.example/a', ip: '203.0.113.1', user_agent: AGENT })}\n`.repeat(
      2,
    );
  }).join('');

eachDatabase('Two imports of a website', open => {
  let place: Place;
  let database: Database;
  let importing: Importing;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place);
    importing = new Importing(database, place);
  });
  afterAll(() => database.close());

  it('wait for each other, so that rows that both have count once', async () => {
    const first = await importing.add({ files: { 'a.csv': HEAD + rows(1, 20) } });
    const second = await importing.add({ files: { 'b.csv': HEAD + rows(11, 31) } });
    let waited = '';
    let inTurn: number[] = [];
    const machine = await settleMachine(place.dataDir);
    await importing.run(second, {
      stepped: async step => {
        if (step !== 'batch 0') return;
        ({ state: waited } = await importing.run(first));
        const files = JSON.stringify([{ name: 'a.csv', path: place.dataDir, bytes: 1, machine }]);
        const row = await database.imports.findByPk(first, { raw: true });
        await database.imports.update({ files }, { where: { id: first } });
        inTurn = (await importsToWorkOn({ database, dataDir: place.dataDir, now: NOW })).map(({ id }) => id);
        await database.imports.update({ files: row?.files ?? '' }, { where: { id: first } });
      },
    });
    assert.deepEqual([waited, inTurn], ['waiting', []]);
    const { state, counted, leftOut, report } = await importing.run(first);
    assert.deepEqual([state, counted, leftOut, report[0]?.ours], ['done', 20, 20, 55]);
    for (const id of [first, second]) {
      await beginUndo(database, id);
      await importing.run(id);
    }
  });

  for (const [kind, file, write, ofDay] of [
    ['sums', 'csv', (from: number, to: number) => HEAD + rows(from, to), (day: number) => day],
    ['hits', 'ndjson', hits, () => 2],
  ] as const)
    it(`of ${kind} do not lose rows unseen when the one is undone that has them`, async () => {
      const given = (name: string, from: number, to: number) => ({ files: { [`${name}.${file}`]: write(from, to) } });
      const sum = (from: number, to: number) =>
        Array.from({ length: to - from + 1 }, (_, at) => ofDay(from + at)).reduce((all, count) => all + count, 0);
      const pageviews = async () => {
        const range = { website: 1, from: dayNumber('2025-01-01'), to: dayNumber('2025-01-31') };
        const period = { ...range, timezone: 'UTC', filter: null, compare: null };
        return (await createStatsLoader(openReading(database)).summary(period)).figures.pageviews.value;
      };
      const undo = async (id: number) => {
        await beginUndo(database, id);
        assert.equal((await importing.run(id)).state, 'undone');
      };
      const noteOn = async (id: number) => undoNoteOf(id, (await leaningOf(database, [1]))[0] ?? []);

      // While the second is read, it reads again.
      const before = await importing.import(given('before', 1, 12));
      const reading = await importing.add(given('reading', 11, 20));
      let told = 0;
      const read = await importing.run(reading, {
        tellEvery: 0,
        stepped: async step => {
          if (step === 'told' && told++ === 0) await undo(before.id);
        },
      });
      assert.deepEqual([read.state, read.error, read.leftOutFor.repeated ?? 0], ['done', null, 0]);
      assert.equal(await pageviews(), sum(11, 20));

      // While the second is counted, the first cannot be undone; others can.
      const other = await importing.import(given('other', 31, 31));
      const counting = await importing.add(given('counting', 15, 25));
      let begun = 0;
      const counted = await importing.run(counting, {
        stepped: async step => {
          if (step !== 'begin to run' || begun++ > 0) return;
          const message = `Import ${counting} (counting.${file}) is running, and leaves out rows because this import has them; undo this import when that one is over, or undo that one first.`;
          await assert.rejects(beginUndo(database, reading), { message });
          await undo(other.id);
        },
      });
      assert.deepEqual([counted.state, counted.error], ['done', null]);
      assert.equal(await pageviews(), sum(11, 25));

      // When it is done, it is named, before and after; undone and imported again, it has all of its rows.
      const note = `Import ${counting} (counting.${file}) left out rows because this import has them; to keep these rows without it, undo import ${counting} as well, and import its files again.`;
      assert.deepEqual([await noteOn(reading), await noteOn(counting), await noteOn(other.id)], [note, null, null]);
      await undo(reading);
      assert.equal(await noteOn(reading), note);
      assert.equal(await pageviews(), sum(21, 25));
      await undo(counting);
      assert.equal(await noteOn(reading), null);
      const again = await importing.import(given('counting', 15, 25));
      assert.equal(await pageviews(), sum(15, 25));
      await undo(again.id);
    });

  it('have files of equal names, of which rows that both have count once', async () => {
    const files = { 'a.csv.gz': HEAD + rows(1, 20), 'a.csv': HEAD + rows(11, 31) };
    const packed = { ...files, 'a.csv.gz': gzipSync(files['a.csv.gz']) };
    const { state, report } = await importing.import({ files: packed });
    assert.deepEqual([state, report[0]?.ours], ['done', (31 * 32) / 2]);
  });

  it('of which one has visitors, and the other had pageviews, count both', async () => {
    const day = '2025-03-01';
    const pages = `${HEAD}${day},,,7\n${day},page,/a,7\n`;
    const totals = `date,pageviews,visitors,visits\n${day},7,3,4\n`;
    for (const [name, content] of Object.entries({ pages, totals }))
      assert.equal((await importing.import({ files: { [name]: content } })).state, 'done');
    const again = await importing.import({ files: { more: `${totals}2025-03-02,1,1,1\n` } });
    const figures = again.report.map(({ name, file, ours }) => [name, file, ours]);
    assert.deepEqual(figures, [
      ['pageviews', 1, 1],
      ['visitors', 1, 1],
      ['visits', 1, 1],
    ]);
    const body = await importing.import({ files: { last: `date,pageviews,visitors,visits,events\n${day},7,3,4,9\n` } });
    assert.deepEqual(
      body.report.map(({ name, ours }) => [name, ours]),
      [['events', 9]],
    );
  });
});
