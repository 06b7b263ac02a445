import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, it, onTestFinished } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { LIMITS } from '../../src/db/rollups/blocks.ts';
import { saveRowHashes } from '../../src/db/rollups/import-rows.ts';
import { removeUndo, writeUndo } from '../../src/db/rollups/import-undo.ts';
import { sealOf } from '../../src/db/rollups/seals.ts';
import { addBlock } from '../../src/domain/block.ts';
import { monthNumber } from '../../src/domain/calendar.ts';
import { STORED_METRICS, type StoredMetric } from '../../src/domain/metrics.ts';
import { STATISTICS } from '../../src/domain/statistics.ts';
import { packWebsite } from '../../src/fold/pack.ts';
import { addImport } from '../../src/imports/new-import.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { LIMITS as READ } from '../../src/stats/rollup-plan.ts';
import { packBlock } from '../support/blocks.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const DAY = 86_400_000;

it('a block returns what was packed, whatever the numbers', () => {
  const count = fc.oneof(
    fc.constant(0),
    fc.integer({ min: -300, max: 300 }),
    fc.maxSafeNat().map(number => Math.floor(number / 4)),
  );
  // A metric that is zero everywhere takes no space, so one of them is always zero.
  const sums = STORED_METRICS.map(metric => [metric, metric === 'events' ? fc.constant(0) : count]);
  const row = fc.record({
    value: fc.nat(2 ** 31 - 1),
    ...(Object.fromEntries(sums) as Record<StoredMetric, fc.Arbitrary<number>>),
  });
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ({ value }) => value }), rows => {
      let ids: number[] = [];
      const columns = STORED_METRICS.map(() => new Float64Array(rows.length));
      addBlock(packBlock(rows), STORED_METRICS, some => {
        ids = [...some];
        for (let row = 0; row < some.length; row++) some[row] = row;
        return columns;
      });
      const ofRow = (r: (typeof rows)[number]) => STORED_METRICS.map(metric => r[metric] + 0);
      assert.deepEqual(
        ids.map((value, row) => [value, ...columns.map(column => (column[row] as number) + 0)]),
        [...rows].sort((a, b) => a.value - b.value).map(row => [row.value, ...ofRow(row)]),
      );
    }),
  );
});

eachDatabase('Packed rollups', open => {
  let place: Place;
  let database: Database;
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(one => one.close())));

  const first = Date.parse('2025-11-20T00:00:00Z');
  const hit = (day: number, visitor: number, page: string) =>
    hitOf({
      time: first + day * DAY + visitor * 60_000,
      visitor: visitor.toString(16).padStart(16, '0'),
      values: { page, country: `C${visitor % 3}` },
    });

  async function answers(from: number, to: number): Promise<unknown> {
    const loader = createStatsLoader(openReading(database));
    const start = first / DAY;
    return Promise.all(
      STATISTICS.map(({ name }) =>
        loader
          .load({
            website: 1,
            name,
            from: start + from,
            to: start + to,
            search: null,
            sortBy: 'COUNT',
            sort: 'DESC',
            perPage: 100,
            page: 1,
            sums: true,
          })
          .then(({ rows, total, sum }) => ({ name, rows, total, sum })),
      ),
    );
  }

  it('give the same result as rows, over any range, also after late hits and before they are packed again', async () => {
    place = await open();
    database = await databaseWithWebsites(place);
    opened.push(database);
    const days = Array.from({ length: 110 }, (_unused, day) => day);
    await foldAll(database, place, [
      days.flatMap(day => [hit(day, 1, '/'), hit(day, 2, `/p${day % 9}`), hit(day, 3, '/')]),
    ]);
    const ranges: [number, number][] = [
      [0, 109],
      [3, 80],
      [11, 41],
      [40, 40],
      [108, 109],
      [0, 10],
      [4, 10],
      [5, 60],
      ...fc.sample(
        fc.tuple(fc.nat(109), fc.nat(109)).map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]),
        20,
      ),
    ];
    const before = await Promise.all(ranges.map(range => answers(...range)));
    assert.ok((await packWebsite(database, 1)) > 100);
    const [packed] = await database.dialect.all<{ blocks: number }>('SELECT COUNT(*) AS blocks FROM rollup_block');
    assert.ok((packed?.blocks ?? 0) > 1000);
    assert.deepEqual(await Promise.all(ranges.map(range => answers(...range))), before);

    await foldAll(database, place, [[hit(20, 7, '/late')]]);
    const late = await Promise.all(ranges.map(range => answers(...range)));
    assert.notDeepEqual(late, before);
    // Nothing but the day of that hit, with its week and its month, is packed again.
    assert.equal(await packWebsite(database, 1), 1);
    assert.deepEqual(await Promise.all(ranges.map(range => answers(...range))), late);
    assert.equal(await packWebsite(database, 1), 0);
  });

  it('give the same result as rows, however far days and months are packed, and by week where rows are many', async () => {
    const { dialect } = database;
    const ranges: [number, number][] = [
      [0, 109],
      [3, 80],
      [11, 100],
      [60, 109],
    ];
    const { rows } = READ;
    onTestFinished(() => void Object.assign(READ, { rows }));
    const expected = await Promise.all(ranges.map(range => answers(...range)));
    const [state] = await dialect.all<{ day: number; month: number }>('SELECT day, month FROM rollup_block_state');
    const { day, month } = state as { day: number; month: number };
    for (const most of [1, rows])
      for (const [days, months] of [
        [0, 1],
        [0, 9],
        [40, 2],
        [55, 9],
        [200, 9],
      ] as const) {
        READ.rows = most;
        await dialect.run('UPDATE rollup_block_state SET day = ?, month = ?', [day - days, month - months]);
        await dialect.run('UPDATE website_fold SET version = version + 1, closed_version = version + 1');
        assert.deepEqual(
          await Promise.all(ranges.map(range => answers(...range))),
          expected,
          `${most} rows, ${days} days and ${months} months are not packed`,
        );
      }
    await packWebsite(database, 1);
  });

  it('are the same of a website so large that it is read in pieces', async () => {
    const { dialect } = database;
    const blocks = () =>
      dialect.all('SELECT name, period, at, HEX(body) AS body FROM rollup_block ORDER BY name, period, at');
    for (const table of ['rollup_block', 'rollup_block_state']) await dialect.run(`DELETE FROM ${table}`);
    await packWebsite(database, 1);
    const whole = await blocks();
    const { rows, bytes } = LIMITS;
    onTestFinished(() => void Object.assign(LIMITS, { rows, bytes }));
    for (const few of [1, 3]) {
      Object.assign(LIMITS, { rows: few, bytes: few });
      await dialect.run('DELETE FROM rollup_block');
      await dialect.run('DELETE FROM rollup_block_state');
      assert.ok((await packWebsite(database, 1)) > 100);
      assert.deepEqual(await blocks(), whole);
    }
  });

  it('end before the days that hits of an import can still change', async () => {
    const { dialect } = database;
    await dialect.run('DELETE FROM rollup_block_state');
    const given = { website: 1, account: null, source: null, dryRun: false, files: [] };
    const { id } = await addImport(database, { ...given, timezone: null, until: null, mapping: null }, Date.now());
    await database.imports.update({ kind: 'hits' }, { where: { id } });
    for (const state of ['running', 'checking'] as const) {
      await database.imports.update({ state }, { where: { id } });
      assert.equal(await packWebsite(database, 1), 0, state);
    }
    const latest = first / DAY + 45;
    const hashes = new Map([latest - 20, latest].map(day => [day, Buffer.of(1)]));
    await saveRowHashes(dialect, 1, id, 0, hashes);
    await writeUndo(dialect, 1, id, 1, Buffer.of(1));
    for (const state of ['checking', 'undoing', 'running'] as const) {
      await database.imports.update({ state }, { where: { id } });
      await packWebsite(database, 1);
      const [packed] = await dialect.all('SELECT day, month FROM rollup_block_state');
      const month = monthNumber(latest) - 1;
      assert.deepEqual(packed, state === 'running' ? { day: latest - 1, month } : undefined, state);
    }
    // An undo that has taken out all sums removes nothing but hits.
    await removeUndo(dialect, 1, id, 1);
    await database.imports.update({ state: 'undoing' }, { where: { id } });
    assert.ok((await packWebsite(database, 1)) > 50);
    await database.imports.update({ state: 'done' }, { where: { id } });
    assert.equal(await packWebsite(database, 1), 0);
  });

  it('are really read: a wrong block shows in the result, whether of a month, a week or a day', async () => {
    for (const [period, at] of Object.entries({ month: 1, week: 2, day: 0 })) {
      const before = await answers(2, 109);
      await database.dialect.run(`DELETE FROM rollup_block WHERE name <> 0 AND period = ${at}`);
      const sealed = sealOf(new Map());
      await database.dialect.run(`UPDATE rollup_block SET body = ? WHERE name = 0 AND period = ${at}`, [sealed]);
      assert.notDeepEqual(await answers(2, 109), before, period);
    }
  });
});
