import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { onSqlite } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { Importing } from '../support/imports.ts';

onSqlite('Attention in a file', open => {
  let database: Database;
  let importing: Importing;
  beforeAll(async () => {
    const place = await open();
    database = await databaseWithWebsites(place);
    importing = new Importing(database, place);
  });
  afterAll(() => database.close());

  it('is that of the pageviews', async () => {
    const points = ['10:00:00', '10:01:00', '10:02:00'].map((time, at) => ({
      added_iso: `2026-02-01T${time}Z`,
      path: `/${at}`,
      session_id: 's',
      duration_seconds: 20 + at * 10,
      scrolled_percentage: at === 0 ? null : 40 * at,
    }));
    const done = await importing.import({ files: { 'a.json': JSON.stringify(points) } });
    assert.deepEqual([done.state, done.error, done.counted], ['done', null, 6]);
    const day = dayNumber('2026-02-01');
    const question = { website: 1, from: day, to: day, timezone: 'UTC', filter: null, compare: null, attention: true };
    const { figures } = await createStatsLoader(openReading(database)).summary(question);
    const { pageviews, visits, timeOnPage, visitDuration } = figures;
    const values = [pageviews, visits, timeOnPage, visitDuration].map(({ value }) => value);
    assert.deepEqual(values, [3, 1, 30, 120]);
  });
});
