import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { COLUMNS, type Kind, type Portion } from '../../../src/counting/columns.ts';
import { ColumnReader } from '../../../src/db/columns/read.ts';
import type { Database } from '../../../src/db/open.ts';
import { raiseKeptFrom } from '../../../src/db/rollups/fold-state.ts';
import type { Hit } from '../../../src/domain/stored-hit.ts';
import { eachDatabase, type Place } from '../../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../../support/hits.ts';
import { arbitraryHits } from '../../support/random-hits.ts';

const START = Date.parse('2026-03-10T00:00:00Z');
const HOUR = 3_600_000;
const RUNS = Number(process.env.RUNS ?? 3);
const ALL = (Object.keys(COLUMNS) as Kind[]).flatMap(kind =>
  [...COLUMNS[kind].plain, ...COLUMNS[kind].ids].map(name => `${kind}.${name}`),
);

eachDatabase('The open day', open => {
  let place: Place;
  let database: Database;
  let website = 0;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place, RUNS + 4);
  });
  afterAll(() => database.close());

  const readerOf = () => new ColumnReader(database.dialect, null);
  const fold = (hits: readonly Hit[]) => foldAll(database, place, [hits.map(hit => ({ ...hit, website }))]);
  const hitAt = (hours: number, visitor: string, more: Parameters<typeof hitOf>[0] = {}) =>
    hitOf({ time: START + hours * HOUR, visitor: visitor.padStart(16, '0'), ...more });

  /** Returns the values of columns by day, and how many rows were read for them. */
  async function read(reader: ColumnReader, columns: readonly string[] = ALL) {
    const watch = { cost: { statements: 0, rows: 0 }, check() {} };
    const range = { from: 0, to: 30_000 };
    const days = await reader.read({ website, range, columns: new Set(columns) }, watch, async ({ rows }) =>
      (await rows).map(portion => valuesOf(portion, columns)),
    );
    return { days, rows: watch.cost.rows };
  }

  const isAsRead = async (reader: ColumnReader, columns?: readonly string[]) =>
    assert.deepEqual((await read(reader, columns)).days, (await read(readerOf(), columns)).days);

  it('is the same, brought up to date after any folds, as read anew', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryHits(START, 'UTC', 2),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.subarray(ALL, { minLength: 1 })), {
          minLength: 8,
          maxLength: 12,
        }),
        async (hits, steps) => {
          website++;
          const reader = readerOf();
          const most = readerOf();
          for (const [at, [size, columns]] of steps.entries()) {
            // At first, hits are in the order of time; later on, many are late.
            const some = at < 4 ? hits.toSorted((a, b) => a.time - b.time) : hits;
            await fold(some.slice(at * 6, at * 6 + size));
            if (at % 3 === 1) continue;
            await isAsRead(reader, columns);
            await isAsRead(most);
          }
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it('is read again only where it has changed', async () => {
    website++;
    const reader = readerOf();
    await fold(['aa', 'bb', 'cc', 'dd'].flatMap(visitor => [hitAt(1, visitor), hitAt(9, visitor)]));
    assert.equal((await read(reader)).rows, 16);
    assert.equal((await read(reader)).rows, 0);
    await fold([hitAt(10, 'ab')]);
    await fold([hitAt(9.1, 'cc', { kind: 'event', values: { event: 'Go' } })]);
    assert.equal((await read(reader)).rows, 2 + 5, 'the new visitor, and both visits of the other');
    await fold([hitAt(9.2, 'dd', { kind: 'engagement', seconds: 9 })]);
    assert.equal((await read(reader, ['visit.engaged'])).rows, 4);
    await isAsRead(reader);
    const some = readerOf();
    assert.equal((await read(some, ['visit.country'])).rows, 9, 'no hits are needed');
    assert.equal((await read(some, ['visit.country', 'event.event'])).rows, 9 + 1, 'nor pageviews');
    assert.equal((await read(some, ['visit.browser', 'event.event'])).rows, 9);
    await fold([hitAt(10.1, 'ab')]);
    assert.equal((await read(some, ['event.event', 'pageview.page'])).rows, 1 + 9 + 10);
    await fold([hitAt(25, 'aa')]);
    await isAsRead(reader);
    await fold([hitAt(26, 'aa'), hitAt(3, 'bb')]);
    assert.equal((await read(reader)).rows, 4 + 22, 'the closed day has another version');
    await isAsRead(reader);
  });

  it('is read anew when the database has lost the folds that it was read after', async () => {
    website++;
    const reader = readerOf();
    await fold([hitAt(1, 'aa')]);
    const [before] = await database.dialect.all<{ version: number; changes: Buffer }>(
      `SELECT version, open_changes AS changes FROM website_fold WHERE website_id = ${website}`,
    );
    await fold([hitAt(2, 'bb')]);
    await read(reader);
    for (const table of ['visit', 'hit'])
      await database.dialect.run(
        `DELETE FROM ${table} WHERE website_id = ${website} AND visitor = x'00000000000000bb'`,
      );
    await database.dialect.run('UPDATE website_fold SET version = ?, open_changes = ? WHERE website_id = ?', [
      before?.version ?? 0,
      before?.changes ?? null,
      website,
    ]);
    await fold([hitAt(3, 'cc')]);
    await isAsRead(reader);
    await fold([hitAt(4, 'aa')]);
    assert.equal((await read(reader)).rows, 4);
  });

  it('is read anew after a release that does not say what it changed, and when visits were removed', async () => {
    website++;
    const reader = readerOf();
    const { dialect } = database;
    await fold([hitAt(1, 'aa')]);
    await read(reader);
    await dialect.run('UPDATE website_fold SET version = version + 1 WHERE website_id = ?', [website]);
    await dialect.run('UPDATE visit SET engaged = 7 WHERE website_id = ?', [website]);
    await isAsRead(reader);
    await fold([hitAt(2, 'bb')]);
    assert.equal((await read(reader)).rows, 2, 'what changes from then on is known');
    await raiseKeptFrom(dialect, website, 1);
    const [state] = await dialect.all<{ changes: Buffer | null }>(
      `SELECT open_changes AS changes FROM website_fold WHERE website_id = ${website}`,
    );
    assert.equal(state?.changes, null, 'no visitor is named any more');
    await fold([hitAt(3, 'cc')]);
    await isAsRead(reader);
  });
});

function valuesOf({ part }: Portion, columns: readonly string[]) {
  return columns.map(key => {
    const [kind, name] = key.split('.') as [Kind, string];
    const { values, ids } = part.column(kind, name);
    if (key === 'event.amount') return Array.from(values, value => part.amounts[value]);
    return ids ? Array.from(values, value => ids[value]) : [...values];
  });
}
