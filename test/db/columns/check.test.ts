import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, it } from 'vitest';
import type { Kind, Part } from '../../../src/counting/columns.ts';
import { checkSegments } from '../../../src/db/columns/check.ts';
import { packColumns } from '../../../src/db/columns/pack.ts';
import type { Segment } from '../../../src/db/columns/segment.ts';
import { type ColumnStore, openColumnStore } from '../../../src/db/columns/store.ts';
import { writeSegment } from '../../../src/db/columns/write-segment.ts';
import type { Database } from '../../../src/db/open.ts';
import { raiseKeptFrom } from '../../../src/db/rollups/fold-state.ts';
import { eachDatabase } from '../../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../../support/hits.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-03-01T08:00:00Z');
const FIRST_DAY = Math.floor(START / DAY);
const VISITORS = ['00000000000000aa', '50000000000000bb', 'a0000000000000cc', 'f0000000000000dd'];

eachDatabase('A check of segments', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  async function packed() {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const told: string[] = [];
    const store = await openColumnStore(database, place.dataDir, ({ message }) => told.push(message));
    const fold = (...days: number[]) =>
      foldAll(database, place, [
        days.flatMap(day =>
          VISITORS.flatMap((visitor, at) => [
            hitOf({ time: START + day * DAY, visitor, values: { page: `/${at}`, country: at % 2 ? 'DE:x' : '' } }),
            hitOf({
              time: START + day * DAY + 60_000 * at,
              visitor,
              values: { page: '/next' },
              properties: at % 3 ? ['author', 'x'] : [],
            }),
            hitOf({
              time: START + day * DAY + 90_000,
              visitor,
              kind: 'event',
              amount: '2.5',
              unit: 'EUR',
              properties: at % 2 ? ['plan', `p${at}`, 'n', '1'] : [],
              values: { event: 'Buy' },
            }),
          ]),
        ),
      ]);
    await fold(0, 1, 3, 33, 34, 50);
    const pack = () => packColumns({ dialect: database.dialect, store, mostVisits: 9 });
    await pack();
    const check = async () => {
      told.length = 0;
      return { files: await checkSegments(database.dialect, store, 1), told };
    };
    return { database, store, fold, pack, check };
  }

  it('finds nothing in what was packed, even when days have changed or are gone since', async () => {
    const { database, fold, check } = await packed();
    const { files, told } = await check();
    assert.ok(files >= 3);
    assert.deepEqual(told, []);
    await fold(1);
    assert.deepEqual((await check()).told, [], 'an older day');
    await raiseKeptFrom(database.dialect, 1, FIRST_DAY + 1);
    await database.dialect.run('DELETE FROM hit WHERE day = ?', [FIRST_DAY]);
    await database.dialect.run('DELETE FROM visit WHERE day = ?', [FIRST_DAY]);
    assert.deepEqual((await check()).told, [], 'a day before those that are stored');
    await database.dialect.run('UPDATE visit SET seconds = seconds + 1 WHERE day = ?', [FIRST_DAY + 3]);
    assert.equal((await check()).told.length, 1, 'rows that changed without a new version');
  });

  it('finds a wrong number although its checksum is right, and has the file packed again', async () => {
    const { store, pack, check } = await packed();
    for (const [kind, name] of [
      ['visit', 'seconds'],
      ['visit', 'first'],
      ['visit', 'country'],
      ['visit', 'pages'],
      ['pageview', 'page'],
      ['pageview', 'gap'],
      ['event', 'amount'],
      ['event', 'unit'],
    ] as const) {
      const path = damage(store, kind, name);
      const { told } = await check();
      assert.equal(told.length, 1, `${kind}.${name}`);
      assert.ok(told[0]?.includes(`${basename(path)} has `), told[0]);
      assert.equal(existsSync(path), false);
      assert.ok((await pack()) > 0);
      assert.deepEqual((await check()).told, []);
    }
  });

  /** Changes the lowest bit of one number of a segment, and everything that depends on it. */
  function damage(store: ColumnStore, kind: Kind, name: string): string {
    const segments = store.open(1);
    const segment = segments.find(({ packed }) => packed.some(({ day }) => day === FIRST_DAY + 1)) as Segment;
    const { firstDay, days, count, amounts, packed, share, path } = segment;
    const changed = segment.column(kind, name);
    const values = changed.values.slice();
    values[1]! ^= 1;
    const ids = changed.ids && Uint32Array.of(...changed.ids, (changed.ids.at(-1) as number) + 1);
    const part: Part = {
      ...{ firstDay, days, count, amounts },
      column: (of, column) => (of === kind && column === name ? { values, ids } : segment.column(of, column)),
    };
    writeSegment(path, part, { packed, share });
    for (const one of segments) one.close();
    return path;
  }
});
