import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { up } from '../../../src/db/migrations/0037-voided-days.ts';
import type { Database } from '../../../src/db/open.ts';
import { packWebsite } from '../../../src/fold/pack.ts';
import { createStatsLoader, openReading } from '../../../src/stats/loader.ts';
import { eachDatabase } from '../../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../../support/hits.ts';

const DAY = 86_400_000;
const FIRST = Date.parse('2026-03-02T10:00:00Z');

eachDatabase('The migration to seals', open => {
  let database: Database;
  afterAll(() => database.close());

  it('has everything packed again that an earlier release packed without seals, and nothing is reported as damaged', async () => {
    const place = await open();
    database = await databaseWithWebsites(place);
    const reports: string[] = [];
    const reportBad = ({ message }: Error) => void reports.push(message);
    const read = async () => {
      const [from, to] = [FIRST / DAY, FIRST / DAY + 26].map(Math.floor) as [number, number];
      const query = { website: 1, name: 'page', from, to, search: null, sortBy: 'COUNT', sort: 'DESC' } as const;
      const { rows } = await createStatsLoader(openReading(database, { reportBad })).load({
        ...query,
        perPage: 10,
        page: 1,
      });
      return rows.map(({ value, count }) => [value, count]);
    };
    const days = Array.from({ length: 28 }, (_unused, day) =>
      hitOf({ time: FIRST + day * DAY, values: { page: '/' } }),
    );
    await foldAll(database, place, [days]);
    await packWebsite(database, 1);
    await database.dialect.run('DELETE FROM rollup_block WHERE name = 0');
    await up(database.dialect);
    assert.deepEqual(await read(), [['/', 27]], 'from rows');
    assert.equal(await packWebsite(database, 1), 27);
    await database.dialect.run('UPDATE rollup_day SET pageviews = 0');
    assert.deepEqual(await read(), [['/', 27]], 'from blocks');
    assert.deepEqual(reports, []);
  });
});
