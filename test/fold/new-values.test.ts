import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import type { StatName } from '../../src/domain/statistics.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { tooManyValuesOf } from '../../src/stats/ledger.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const MINUTE = 60_000;
const noon = Date.parse('2026-03-10T12:00:00Z');
const today = Math.floor(noon / 86_400_000);

eachDatabase('New values beyond the limit of a day', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(one => one.close())));

  async function folded(...lists: Hit[][]): Promise<Database> {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    await foldAll(database, place, lists, { maxNewValues: 5 });
    return database;
  }
  async function rows(database: Database, name: StatName): Promise<Record<string, number>> {
    const query = { website: 1, from: today, to: today, search: null, perPage: 100, page: 1 } as const;
    const loader = createStatsLoader(openReading(database));
    const page = await loader.load({ ...query, name, sortBy: 'COUNT', sort: 'DESC' });
    return Object.fromEntries(page.rows.map(({ value, count }) => [value, count]));
  }
  async function warnings(database: Database): Promise<Record<string, number>> {
    const [found = []] = await tooManyValuesOf(database, [{ id: 1, timezone: 'UTC' }], noon);
    return Object.fromEntries(found.map(({ name, count }) => [name, count]));
  }
  const visitorOf = (number: number) => number.toString(16).padStart(16, '0');

  it('do not include those of hits that give their visitor no value', async () => {
    const wide = (width: number, visitor: number, minute: number) =>
      hitOf({ time: noon + minute * MINUTE, visitor: visitorOf(visitor), values: { resolution: `${width}x1` } });
    const one = Array.from({ length: 12 }, (__, at) => wide(at, 1, at));
    const others = Array.from({ length: 4 }, (__, at) => wide(100 + at, 2 + at, 20 + at));
    const database = await folded(one, others);
    const each = Object.fromEntries(['0x1', '100x1', '101x1', '102x1', '103x1'].map(value => [value, 1]));
    assert.deepEqual(await rows(database, 'resolution'), each);
    assert.deepEqual(await warnings(database), {});
  });

  it('are reported as the statistic counts them, fold after fold', async () => {
    const views = Array.from({ length: 24 }, (__, at) =>
      hitOf({ time: noon + at, visitor: visitorOf(1 + (at % 12)), values: { page: `/${at % 12}` } }),
    );
    const database = await folded(views.slice(0, 8), views.slice(8));
    assert.equal((await rows(database, 'landing_page'))['(other)'], 7);
    assert.equal((await rows(database, 'page'))['(other)'], 14);
    assert.deepEqual(await warnings(database), { page: 14, landing_page: 7 });
  });
});
