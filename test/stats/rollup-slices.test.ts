import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { openDatabase } from '../../src/db/open.ts';
import { packWebsite } from '../../src/fold/pack.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const TODAY = Math.floor(NOON / 86_400_000);
const DAY = 86_400_000;
/** More than one statement reads at most, over thirty ranges. */
const PAGES = 30_000;
const RANGES = 30;

eachDatabase('Lists of many values over many ranges', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));
  let database: Database;
  let watched: Database;
  const statements: string[] = [];
  const list = { website: 1, name: 'page', search: null, sortBy: 'VALUE', sort: 'ASC', perPage: 100 } as const;
  const query = (back: number) => ({ ...list, from: TODAY - back, to: TODAY, page: 1 });

  /** Returns the first page of each list, read by a process that knows nothing, and the statements that it took. */
  async function readAll() {
    statements.length = 0;
    const reading = openReading(watched, { freshAt: () => NOON });
    const together = createStatsLoader(reading, { kind: 'stranger', of: '192.0.2.1' });
    const pages = await Promise.all(Array.from({ length: RANGES }, (_, back) => together.load(query(back))));
    return { pages, reads: statements.filter(sql => / FROM rollup_/.test(sql)).length };
  }

  it('are read in several statements, also at first, and equal those that are read alone', async () => {
    const place = await open();
    database = await databaseWithWebsites(place);
    watched = openDatabase(place.url, { onStatement: sql => void statements.push(sql) });
    opened.push(database, watched);
    const hits = Array.from({ length: PAGES }, (_, at) =>
      hitOf({
        time: NOON - (at % RANGES) * DAY,
        visitor: `${at % 9}`.padStart(16, '0'),
        values: { page: `/${at}` },
      }),
    );
    await foldAll(database, place, [hits], { maxNewValues: 1e9 });
    const { pages, reads } = await readAll();
    assert.ok(reads > 1, 'one statement would take long');
    for (const [back, page] of pages.entries()) {
      const alone = createStatsLoader(openReading(database, { freshAt: () => NOON }));
      assert.deepEqual(page, await alone.load(query(back)));
      assert.equal(page.total, (PAGES / RANGES) * (back + 1));
    }
  });

  it('are not read again because more is packed meanwhile', async () => {
    const quiet = await readAll();
    let packed = 0;
    const packing = packWebsite(database, 1).then(periods => {
      packed = periods;
    });
    do {
      const busy = await readAll();
      assert.deepEqual(busy.pages, quiet.pages);
      assert.ok(busy.reads <= 2 * quiet.reads, `${busy.reads} statements in place of ${quiet.reads}`);
    } while (packed === 0);
    await packing;
    assert.ok(packed >= RANGES - 1);
  });
});
