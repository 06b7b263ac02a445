import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { ROLLUP_DAY } from '../../src/counting/rollups.ts';
import type { Database } from '../../src/db/open.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { findStatistic } from '../../src/domain/statistics.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import { generateHits, generateSums } from '../support/import-files.ts';
import { dump, Importing, NOW } from '../support/imports.ts';

const PAGE = findStatistic('page')?.rollup ?? 0;

eachDatabase('The check of an import', open => {
  let place: Place;
  let database: Database;
  let importing: Importing;
  let before: string[];
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place);
    importing = new Importing(database, place);
    await foldAll(database, place, [[hitOf({ time: NOW })]]);
    before = await dump(database);
  });
  afterAll(() => database.close());

  /** Runs an import during which something breaks after a step, and is mended after the check. */
  async function runBroken(content: string, breakIt: (id: number) => Promise<unknown>, mend?: () => Promise<unknown>) {
    const id = await importing.add({ files: { a: content } });
    const stepped = async (step: string) => {
      if (step === 'after running') await breakIt(id);
      if (step === 'after checking') await mend?.();
    };
    const { state, error, report } = await importing.run(id, { stepped });
    return { state, error, report };
  }

  const sql = (text: string, values: number[] = []) => database.dialect.run(text, values);

  it('fails an import of sums that answers would not tell, names the line, and takes it out again', async () => {
    const { csv, truth } = generateSums(3, { days: 10, pages: 3 });
    const failed = await runBroken(csv, id =>
      sql('DELETE FROM import_block WHERE import_id = ? AND name = ?', [id, PAGE]),
    );
    const sum = [...truth.pages.values()].reduce((all, count) => all + count, 0);
    assert.equal(failed.state, 'failed');
    assert.match(
      failed.error ?? '',
      new RegExp(`: page is ${sum} in ${truth.pages.size} values in the file, but 0 in 0`),
    );
    assert.deepEqual(failed.report.find(({ name }) => name === 'page')?.ours, { sum: 0, values: 0 });
    assert.deepEqual(await dump(database), before);
  });

  it('fails an import of hits of which answers lack some, and takes it out again', async () => {
    const { ndjson, truth } = generateHits(4, { days: 2 });
    const day = dayNumber(truth.days[0] ?? '');
    for (const [rollup, name] of [
      [PAGE, 'page'],
      [ROLLUP_DAY, 'pageviews'],
    ] as const) {
      const change = (by: number) =>
        sql(
          `UPDATE rollup_day SET pageviews = pageviews + ? WHERE website_id = 1 AND name = ? AND day = ? AND value_id = (SELECT v FROM (SELECT MIN(value_id) AS v FROM rollup_day WHERE website_id = 1 AND name = ? AND day = ?) AS first)`,
          [by, rollup, day, rollup, day],
        );
      const failed = await runBroken(
        ndjson,
        () => change(-1),
        () => change(1),
      );
      assert.equal(failed.state, 'failed');
      assert.match(failed.error ?? '', new RegExp(`: ${name} is \\d+( in \\d+ values)? in the file, but \\d+`));
      assert.deepEqual(await dump(database), before);
    }
  });

  it('compares each day, so that nothing is on the wrong one', async () => {
    const rows = ['date,pageviews', '2026-01-05,3', '2026-01-06,4'].join('\n');
    const failed = await runBroken(rows, async id => {
      // Both days are in one block by time, which another import has with its days the other way round.
      const other = await importing.add({ files: { a: 'date,pageviews\n2026-01-05,4\n2026-01-06,3' } });
      // It would wait for the first one.
      await sql("UPDATE import SET state = 'failed' WHERE id = ?", [id]);
      await importing.run(other, { stepped: step => (step === 'after running' ? stop() : undefined) }).catch(() => {});
      await sql("UPDATE import SET state = 'checking' WHERE id = ?", [id]);
      await sql('DELETE FROM import_block WHERE import_id = ?', [id]);
      await sql('UPDATE import_block SET import_id = ? WHERE import_id = ?', [id, other]);
      await sql('DELETE FROM import_row WHERE import_id = ?', [other]);
      await sql('DELETE FROM import WHERE id = ?', [other]);
    });
    assert.equal(failed.state, 'failed');
    assert.match(failed.error ?? '', /: pageviews of 2026-01-05 is 3 in the file, but 4 here\./);
    assert.deepEqual(await dump(database), before);
  });
});

function stop(): never {
  throw new Error('Stopped by the test.');
}
