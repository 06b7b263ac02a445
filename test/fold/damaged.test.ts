import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, it } from 'vitest';
import { checkPacked } from '../../src/cli/doctor/packed.ts';
import { ROLLUP_DAY } from '../../src/counting/rollups.ts';
import type { Database } from '../../src/db/open.ts';
import { findDamaged, readPackedMonth } from '../../src/db/rollups/blocks.ts';
import { monthNumber } from '../../src/domain/calendar.ts';
import { packWebsite } from '../../src/fold/pack.ts';
import { verify } from '../../src/fold/verify.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const DAY = 86_400_000;
const FIRST = Date.parse('2026-01-15T10:00:00Z');
const START = Math.floor(FIRST / DAY);
const PAGE = 3;

eachDatabase('Packed sums that are damaged', open => {
  let place: Place;
  let database: Database;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place);
    const hits = Array.from({ length: 100 }, (_, day) =>
      hitOf({ time: FIRST + day * DAY, values: { page: `/${day % 7}` } }),
    );
    await foldAll(database, place, [hits]);
  });
  afterAll(() => database.close());

  /** Returns the pages of ranges that are read as days, weeks and months, and what was reported. */
  async function read() {
    const reports: string[] = [];
    const reading = openReading(database, { reportBad: ({ message }) => void reports.push(message) });
    const query = {
      website: 1,
      name: 'page',
      search: null,
      sortBy: 'VALUE',
      sort: 'ASC',
      perPage: 100,
      page: 1,
    } as const;
    const pages = [];
    for (const [from, to] of [
      [1, 3],
      [4, 10],
      [18, 31],
      [2, 97],
    ] as const) {
      const { rows } = await createStatsLoader(reading).load({ ...query, from: START + from, to: START + to });
      pages.push(rows.map(({ value, count }) => `${value} ${count}`).join());
    }
    return { pages, reports };
  }

  /** Changes the blocks of pages, or the seals, of a period: 0 for days, 1 for months, 2 for weeks. */
  async function damage(change: (body: Buffer) => Buffer | null, period: number, name: number): Promise<void> {
    const { dialect } = database;
    const where = `website_id = 1 AND name = ${name} AND period = ${period}`;
    for (const { at, body } of await dialect.all<{ at: number; body: Buffer }>(
      `SELECT at, body FROM rollup_block WHERE ${where}`,
    )) {
      const changed = change(body);
      if (changed) await dialect.run(`UPDATE rollup_block SET body = ? WHERE ${where} AND at = ${at}`, [changed]);
      else await dialect.run(`DELETE FROM rollup_block WHERE ${where} AND at = ${at}`);
    }
  }

  const flip = (body: Buffer) => {
    const flipped = Buffer.from(body);
    const at = Math.floor(body.length / 2);
    flipped[at] = (flipped[at] as number) ^ 1;
    return flipped;
  };
  const CHANGES = {
    removed: () => null,
    'cut short': (body: Buffer) => body.subarray(0, -1),
    'changed in one bit': flip,
  };

  for (const [what, change] of Object.entries(CHANGES))
    for (const [period, at] of Object.entries({ days: 0, months: 1, weeks: 2 }))
      for (const [part, name] of Object.entries({ blocks: PAGE, seals: 0 }))
        it(`are noticed, left out and packed again: ${part} of ${period}, ${what}`, async () => {
          await packWebsite(database, 1);
          const before = await read();
          assert.deepEqual(before.reports, []);
          await damage(change, at, name);
          const after = await read();
          assert.deepEqual(after.pages, before.pages);
          const report = /^The packed data of website 1 from 2026-\d\d-\d\d to 2026-\d\d-\d\d is damaged\.$/;
          assert.match(after.reports[0] ?? '', report);
          while ((await packWebsite(database, 1)) === 0) await sleep(5);
          // Those that no answer needed are found by verify.
          await verify(database, 1);
          await packWebsite(database, 1);
          assert.deepEqual(await findDamaged(database.dialect, 1), []);
          assert.deepEqual(await read(), before);
        });

  it('do not get into the weeks and months that are packed from them', async () => {
    await damage(() => null, 0, PAGE);
    await foldAll(database, place, [[hitOf({ time: FIRST + 40 * DAY, visitor: '1'.padStart(16, '0') })]]);
    await packWebsite(database, 1);
    const packed = await readPackedMonth(database.dialect, 1, monthNumber(START + 40));
    const pageviews = (rollup: number) =>
      packed?.filter(row => row.rollup === rollup).reduce((sum, row) => sum + row.pageviews, 0);
    assert.ok((pageviews(ROLLUP_DAY) ?? 0) > 28);
    assert.equal(pageviews(PAGE), pageviews(ROLLUP_DAY));
    const { differences, damaged } = await verify(database, 1);
    assert.deepEqual(differences, []);
    assert.ok(damaged.length > 60);
  });

  it('are told by doctor, which changes nothing, and by verify, which has them packed again', async () => {
    await packWebsite(database, 1);
    assert.deepEqual(
      (await checkPacked(database)).map(({ state, text }) => [state, text]),
      [['ok', 'They are whole.']],
    );
    await damage(flip, 2, PAGE);
    for (let time = 0; time < 2; time++) {
      const [finding] = await checkPacked(database);
      assert.equal(finding?.state, 'warn');
      assert.match(
        finding?.text ?? '',
        /^What is packed of site-1\.example is damaged in \d+ places, the first from 2026-01-12 to 2026-01-18\.$/,
      );
    }
    assert.ok((await verify(database, 1)).damaged.length > 10);
    await packWebsite(database, 1);
    assert.deepEqual((await verify(database, 1)).damaged, []);
  });
});
