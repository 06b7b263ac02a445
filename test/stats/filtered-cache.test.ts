import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { ROLLUP_DAY, ROLLUP_HOUR } from '../../src/counting/rollups.ts';
import { ColumnReader } from '../../src/db/columns/read.ts';
import type { Database } from '../../src/db/open.ts';
import type { Filter } from '../../src/domain/filter.ts';
import { STORED_METRICS } from '../../src/domain/metrics.ts';
import { removeOldHits } from '../../src/jobs/retention.ts';
import { Budget, SERVICE } from '../../src/stats/budget.ts';
import { createClosedAnswers } from '../../src/stats/closed-answers.ts';
import { CountingThreads } from '../../src/stats/counting-threads.ts';
import { Dictionary } from '../../src/stats/dictionary.ts';
import { FilteredSums } from '../../src/stats/filtered.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const START = Date.parse('2026-02-27T00:00:00Z');
const FIRST_DAY = START / 86_400_000;

/** What one request reads. */
function filteredSums({ dialect }: Database, closed = createClosedAnswers()): FilteredSums {
  const dictionary = new Dictionary(dialect);
  const columns = new ColumnReader(dialect, null);
  const counting = new CountingThreads(1);
  return new FilteredSums({ dialect, dictionary, columns, counting, budget: new Budget(SERVICE), closed });
}

eachDatabase('Filtered sums of completed days', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  it('are cached without the spare room and the lookup that adding up needed', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const hours = [0, 3, 3, 7, 30];
    await foldAll(database, place, [hours.map(hour => hitOf({ time: START + hour * 3_600_000 }))]);
    const filtered = filteredSums(database);
    const day = { from: FIRST_DAY, to: FIRST_DAY };
    const queries = [
      { rollup: ROLLUP_HOUR, by: 'hour', ...day, metrics: STORED_METRICS },
      { rollup: ROLLUP_DAY, by: 'day', ...day, metrics: STORED_METRICS },
    ] as const;
    for (const [page, ids] of [
      ['/', [3, 1]],
      ['/nowhere', [0, 0]],
    ] as const) {
      const filter: Filter = { name: 'page', operator: 'IS', values: [page] };
      const read = await filtered.read(1, filter, queries);
      const again = await filtered.read(1, filter, queries);
      read.forEach((vector, at) => {
        assert.equal(again[at], vector, 'the result is the cached object');
        assert.deepEqual(Object.keys(vector).sort(), ['columns', 'ids', 'metrics']);
        assert.equal(vector.ids.length, ids[at]);
        const kept = vector.columns.map(column => (column as Float64Array).buffer.byteLength);
        assert.deepEqual(
          kept,
          STORED_METRICS.map(() => 8 * vector.ids.length),
        );
      });
    }
  });

  it('leave out days whose hits were removed in the meantime', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const lastDay = FIRST_DAY + 20;
    await foldAll(database, place, [[hitOf({ time: START }), hitOf({ time: lastDay * 86_400_000 })]]);
    const closed = createClosedAnswers();
    const filter: Filter = { name: 'page', operator: 'IS', values: ['/'] };
    const query = { rollup: ROLLUP_DAY, by: 'day', from: FIRST_DAY, to: lastDay, metrics: ['visits'] } as const;
    const visits = async () => (await filteredSums(database, closed).read(1, filter, [query]))[0]?.ids.length;
    assert.equal(await visits(), 2);
    const now = lastDay * 86_400_000;
    await removeOldHits(database, { days: 5, now, signal: new AbortController().signal });
    assert.equal(await visits(), 1);
  });

  it('are read again after an hour, however frequently they are read', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    await foldAll(database, place, [[hitOf({ time: START }), hitOf({ time: START + 86_400_000 })]]);
    let time = 1;
    const closed = createClosedAnswers(() => time);
    const filter: Filter = { name: 'page', operator: 'IS', values: ['/'] };
    const query = { rollup: ROLLUP_DAY, by: 'day', from: FIRST_DAY, to: FIRST_DAY, metrics: ['visits'] } as const;
    const read = async () => (await filteredSums(database, closed).read(1, filter, [query]))[0];
    const first = await read();
    for (; time < 3_600_000; time += 600_000) assert.equal(await read(), first);
    time += 600_000;
    assert.notEqual(await read(), first);

    const goal = { kind: 'PAGE', pattern: '/' } as const;
    const visits = async () =>
      (await filteredSums(database, closed).goals(1, null, { from: FIRST_DAY, to: FIRST_DAY }, [goal])).visits;
    assert.equal(await visits(), 1);
    // A restored database has the same versions, perhaps for other visits.
    await database.dialect.run('DELETE FROM visit');
    await database.dialect.run('DELETE FROM hit');
    const end = time + 3_600_000;
    for (; time < end; time += 600_000) assert.equal(await visits(), 1);
    time += 600_000;
    assert.equal(await visits(), 0);
  });
});
