import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { beginUndo } from '../../src/imports/imports.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { updateWebsite } from '../../src/websites/websites.ts';
import { newViewer } from '../support/accounts.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { Importing } from '../support/imports.ts';

eachDatabase('The values of imported days', open => {
  let place: Place;
  let database: Database;
  let importing: Importing;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place);
    importing = new Importing(database, place);
  });
  afterAll(() => database.close());

  const range = { website: 1, from: dayNumber('2025-01-01'), to: dayNumber('2025-01-02') };

  async function countsOf(name: 'page' | 'referrer'): Promise<string[]> {
    const list = { search: null, sortBy: 'COUNT', sort: 'DESC', perPage: 100, page: 1 } as const;
    const { rows } = await createStatsLoader(openReading(database)).load({ ...range, ...list, name });
    return rows.map(({ value, count }) => `${value} ${count}`);
  }

  async function undo(id: number): Promise<void> {
    await beginUndo(database, id);
    await importing.run(id);
  }

  it('sum to the totals, although an earlier import has the day with fewer', async () => {
    const head = 'date,statistic,value,pageviews\n';
    const half = ['2025-01-01,,,3', '2025-01-01,page,/,3', '2025-01-02,page,/only,1'];
    const first = await importing.import({ files: { 'half.csv': `${head}${half.join('\n')}\n` } });
    const whole = ['2025-01-01,,,20', '2025-01-01,page,/,9', '2025-01-01,page,/new,11', '2025-01-02,page,/more,2'];
    const second = await importing.import({ files: { 'whole.csv': `${head}${whole.join('\n')}\n` } });
    assert.deepEqual([second.state, second.leftOutFor], ['done', { repeated: 3 }]);
    const period = { ...range, timezone: 'UTC', filter: null, compare: null };
    const { figures } = await createStatsLoader(openReading(database)).summary(period);
    assert.equal(figures.pageviews.value, 3);
    // A day without totals takes further values.
    assert.deepEqual(await countsOf('page'), ['/ 3', '/more 2', '/only 1']);
    await undo(second.id);
    await undo(first.id);
  });

  it('are written as those of hits, without the parameters that the website excludes', async () => {
    const viewer = await newViewer(database);
    const { accountId = 0 } = (await database.websites.findByPk(1)) ?? {};
    const owner = { ...viewer, account: { ...viewer.account, id: accountId } };
    await updateWebsite(database, owner, 1, { excludeParams: ['sid', 'utm_*'] });
    const rows = [
      ...[
        'page,/x?sid=1&b=2,3,',
        'page,/x?b=2&utm_source=a,4,',
        'page,/ü?gclid=1,1,',
        'page,(other),1,',
        'page,/y?sid=1#/a?sid=2,1,',
      ],
      ...['referrer,www.google.com,,2', 'referrer,https://google.com/search,,1', 'referrer,com.Slack,,1'],
    ];
    const csv = `date,statistic,value,pageviews,visits\n${rows.map(row => `2025-01-01,${row}\n`).join('')}`;
    const { id, state, error } = await importing.import({ files: { 'pages.csv': csv } });
    assert.deepEqual([state, error], ['done', null]);
    assert.deepEqual((await countsOf('page')).sort(), ['(other) 1', '/%C3%BC 1', '/x?b=2 7', '/y#/a?sid=2 1']);
    assert.deepEqual((await countsOf('referrer')).sort(), ['com.Slack 1', 'google.com 3']);
    await undo(id);
  });
});
