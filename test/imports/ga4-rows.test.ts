import assert from 'node:assert/strict';
import { it } from 'vitest';
import { verify } from '../../src/fold/verify.ts';
import { onSqlite } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { Importing } from '../support/imports.ts';

/** Returns a report of the Data API by these dimensions and `date`; each row has its day, its value and its count. */
const report = (dimension: string, metric: string, rows: readonly (readonly [string, string, number])[]) =>
  JSON.stringify({
    dimensionHeaders: [{ name: 'date' }, { name: dimension }],
    metricHeaders: [{ name: metric, type: 'TYPE_INTEGER' }],
    rows: rows.map(([date, value, count]) => ({
      dimensionValues: [{ value: date }, { value }],
      metricValues: [{ value: String(count) }],
    })),
    rowCount: rows.length,
    kind: 'analyticsData#runReport',
  });

onSqlite('An import of reports of GA4', open => {
  it('has as many rows as its files, whatever each of them counts for', async () => {
    const place = await open();
    const importing = new Importing(await databaseWithWebsites(place), place);
    const pages = report('pagePath', 'screenPageViews', [
      ['20260129', '/a', 2],
      ['20260130', '/a', 3],
      ['20260131', '/b', 4],
    ]);
    const events = report('eventName', 'eventCount', [
      ['20260131', 'Signup', 5],
      ['20260131', 'scroll', 6],
    ]);
    const {
      state,
      error,
      rows,
      counted,
      leftOutFor,
      report: told,
    } = await importing.import({ files: { pages, events } });
    assert.deepEqual([state, error, rows, counted, leftOutFor], ['done', null, 5, 4, { automatic: 1 }]);
    const figure = (name: string) => told.find(line => line.name === name);
    assert.deepEqual(figure('pageviews'), { name: 'pageviews', file: 9, ours: 9 });
    assert.deepEqual(figure('events'), { name: 'events', file: 5, ours: 5 });
    assert.deepEqual((await verify(importing.database, 1)).differences, []);

    const again = await importing.import({ files: { pages }, until: 20_483 });
    assert.deepEqual([again.rows, again.counted, again.leftOutFor], [3, 0, { repeated: 2, counted_here: 1 }]);
    await importing.database.close();
  });
});
