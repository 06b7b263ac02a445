import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
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
/** So many that the stored visits among them are changed by statements of their own. */
const VISITORS = 450;

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
      visitor: (index * 7_919).toString(16).padStart(16, '0'),
      interactive: index % 3 > 0,
      values: {
        page: `/${(index * (round + 1)) % 23}`,
        country: `DE:${index % 5}`,
        ...(kind === 'event' ? { event: `click ${index % 2}` } : {}),
      },
    });
  });
}

eachDatabase('A fold of many visits that are stored', open => {
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
  const visitsOf = async ({ dialect }: Database) =>
    (await dialect.all('SELECT * FROM visit ORDER BY website_id, day, visitor, no')).map(row =>
      JSON.stringify(Object.values(row)),
    );

  it('writes what a fold of a few at a time does', async () => {
    const [whole, parts] = [await fresh(), await fresh()];
    for (let round = 0; round < 4; round++) {
      await fold(whole, hitsOf(round), round * VISITORS, VISITORS);
      await fold(parts, hitsOf(round), round * VISITORS, 50);
    }
    const visits = await visitsOf(whole);
    assert.ok(visits.length > VISITORS, `${visits.length} visits`);
    assert.deepEqual(visits, await visitsOf(parts));
    for (const database of [whole, parts]) assert.deepEqual((await verify(database, 1)).differences, []);
  });

  it('is a conflict, and stores nothing, when one of them is removed meanwhile', async () => {
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
  });
});
