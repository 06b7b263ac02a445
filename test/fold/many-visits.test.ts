import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { VISIT_COLUMNS } from '../../src/counting/visit.ts';
import type { Database } from '../../src/db/open.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { foldHits } from '../../src/fold/fold.ts';
import { FoldConflict } from '../../src/fold/fold-conflict.ts';
import { TextTable } from '../../src/fold/text-table.ts';
import { verify } from '../../src/fold/verify.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldOptions, hitOf } from '../support/hits.ts';

const SECOND = 1_000;
const noon = Date.parse('2026-03-10T12:00:00Z');
/** So many that they are in several slices, and that stored visits are changed by statements of their own. */
const VISITORS = 2_700;
const OF_TEXTS = new Set<string>(VISIT_COLUMNS.map(({ column }) => column));

/** Hits of all visitors: pageviews, some of them late, with events, engagement and new visits in between. */
function hitsOf(round: number): Hit[] {
  return Array.from({ length: VISITORS }, (_, index): Hit => {
    const [kind, seconds] = (
      [
        ['pageview', 0],
        ['event', 0],
        ['engagement', 7 + round],
        ['pageview', 0],
      ] as const
    )[round === 0 ? 0 : (index + round) % 4] as ['pageview' | 'event' | 'engagement', number];
    const late = round > 0 && index % 11 === 0 ? -600 : 0;
    const later = round > 1 && index % 13 === 0 ? 2_400 : 0;
    return hitOf({
      kind,
      seconds,
      time: noon + (round * 60 + late + later) * SECOND + index,
      visitor: ((index * 7_919) % 65_521).toString(16).padStart(8, '0').padEnd(16, '0'),
      interactive: index % 3 > 0,
      values: {
        page: `/${(index * (round + 1)) % 23}`,
        country: `DE:${index % 5}`,
        ...(kind === 'event' ? { event: `click ${index % 2}` } : {}),
      },
    });
  });
}

eachDatabase('A fold of many visits that are stored', (open, engine) => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));
  const fresh = async () => {
    const database = await databaseWithWebsites(await open());
    opened.push(database);
    return database;
  };

  /** Folds hits, at most `most` at once, with the numbers that follow `after` in their spool. */
  async function fold(database: Database, hits: readonly Hit[], after: number, most: number): Promise<void> {
    const foldable = TextTable.of(hits, after + 1);
    for (let from = 0; from < foldable.length; from += most)
      await foldHits(database, 1, 'spool', foldable.slice(from, from + most), foldOptions());
  }
  /** Returns all visits with texts in place of their ids, which depend on the order of the hits. */
  const visitsOf = async ({ dialect }: Database) => {
    const values = await dialect.all<{ id: number; value: unknown }>('SELECT id, value FROM stat_value');
    const texts = new Map<unknown, string>(values.map(({ id, value }) => [id, String(value)]));
    return (await dialect.all('SELECT * FROM visit ORDER BY website_id, day, visitor, no')).map(row =>
      JSON.stringify(Object.entries(row).map(([column, cell]) => (OF_TEXTS.has(column) ? texts.get(cell) : cell))),
    );
  };

  it('writes what a fold of a few at a time does', async () => {
    const [whole, parts] = [await fresh(), await fresh()];
    for (let round = 0; round < 4; round++) {
      await fold(whole, hitsOf(round), round * VISITORS, VISITORS);
      await fold(parts, hitsOf(round), round * VISITORS, 900);
    }
    const visits = await visitsOf(whole);
    assert.ok(visits.length > VISITORS, `${visits.length} visits`);
    assert.deepEqual(visits, await visitsOf(parts));
    for (const database of [whole, parts]) assert.deepEqual((await verify(database, 1)).differences, []);
  });

  it('gives ids to new texts in the order of time, whoever brought them', async () => {
    const database = await fresh();
    await fold(database, hitsOf(0), 0, VISITORS);
    const isOther = (index: number) => index % 9 === 4;
    const again = hitsOf(1).map((hit, index) =>
      isOther(index) ? hitOf({ ...hit, kind: 'pageview', time: noon + index, values: { page: `/new-${index}` } }) : hit,
    );
    await fold(database, again, VISITORS, VISITORS);
    const rows = await database.dialect.all<{ id: number; value: unknown }>('SELECT id, value FROM stat_value');
    const found = new Map(rows.map(({ id, value }) => [String(value), id]));
    const ids = [...again.keys()].filter(isOther).map(index => found.get(`/new-${index}`));
    assert.deepEqual(
      ids,
      ids.toSorted((a = 0, b = 0) => a - b),
    );
    assert.ok(ids.length > VISITORS / 10 && ids.every(id => id !== undefined));
    assert.deepEqual((await verify(database, 1)).differences, []);
  });

  // On SQLite, nothing else can remove one while a transaction runs.
  it.skipIf(engine === 'SQLite')(
    'is a conflict, and stores nothing, when one of them is removed meanwhile',
    async () => {
      const database = await fresh();
      await fold(database, hitsOf(0), 0, VISITORS);
      const before = await visitsOf(database);
      const { dialect } = database;
      const removing: Database = {
        ...database,
        dialect: Object.assign(Object.create(dialect), {
          transaction: <T>(work: (tx: object) => Promise<T>) =>
            dialect.transaction(tx =>
              work({
                ...tx,
                async run(sql: string, params?: readonly never[]) {
                  if (sql.startsWith('UPDATE') && sql.includes('pageviews'))
                    await tx.run(`DELETE FROM visit WHERE visitor = x'0000000000000000'`);
                  return tx.run(sql, params);
                },
              }),
            ),
        }),
      };
      const later = hitsOf(0).map(hit => ({ ...hit, time: hit.time + 5 }));
      const hits = TextTable.of(later, VISITORS + 1);
      await assert.rejects(foldHits(removing, 1, 'spool', hits, foldOptions()), FoldConflict);
      assert.deepEqual(await visitsOf(database), before);
      await foldHits(database, 1, 'spool', hits, foldOptions());
      assert.deepEqual((await verify(database, 1)).differences, []);
    },
  );
});
