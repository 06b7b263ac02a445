import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import type { StatName } from '../../src/domain/statistics.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { verify } from '../../src/fold/verify.ts';
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

  it('of one network fill a twentieth of the day, and only those of two visitors the last tenth', async () => {
    const max = 100;
    const view = (page: string, network: number | null, visitor: number, minute: number) =>
      hitOf({ time: noon + minute * 10_000, network, visitor: visitorOf(visitor), values: { page } });
    let minute = 0;
    const flood = (first: number, many: number, visitors = 1) =>
      Array.from({ length: many }, (__, at) => view(`/flood-${first + at}`, 7, 1 + (at % visitors), minute++));
    const others = (first: number, many: number) =>
      Array.from({ length: many }, (__, at) => view(`/own-${first + at}`, 100 + at, 1_000 + first + at, minute++));
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const lists = [
      // Many new pages of one network, also by several visitors, and in a later fold.
      flood(0, 30),
      flood(30, 30, 9),
      // Pages that several networks have are brought by none of them; one per network is never too much.
      [view('/seen', 7, 1, minute++), view('/seen', 8, 2, minute++)],
      others(0, 84),
      // The last ten places are only for pages of two visitors: in one fold, or one after another.
      others(84, 5),
      [view('/shared', 30, 3, minute++), view('/shared', 31, 4, minute++)],
      [view('/again', 40, 5, minute++)],
      [view('/again', 40, 5, minute++)],
      [view('/again', 41, 6, minute++)],
      [...flood(60, 3), ...flood(60, 3, 3)],
      // A hit with a key vouches for its page.
      [view('/keyed', null, 7, minute++)],
    ];
    await foldAll(database, place, lists, { maxNewValues: max });

    /** The same, decided hit by hit by a plain reading of the rules. */
    const stored = new Set<string>();
    const expected: Record<string, number> = {};
    const brought = new Map<number, number>();
    const refused = new Map<string, { visitor: string; network: number | null }>();
    for (const list of lists) {
      const before = new Map(refused);
      for (const { values, network, visitor } of list) {
        const page = values.find(value => typeof value === 'string' && value.startsWith('/')) as string;
        const senders = [
          ...(before.has(page) ? [before.get(page)!] : []),
          ...list.filter(hit => hit.values.includes(page)),
        ];
        const isVouched = senders.some(sender => sender.network === null);
        const isShared = isVouched || new Set(senders.map(sender => sender.visitor)).size > 1;
        const isOfOne = !isVouched && new Set(senders.map(sender => sender.network)).size === 1;
        const hasRoom = stored.size < (isShared ? max : max * 0.9);
        const hasShare = !isOfOne || (brought.get(network!) ?? 0) < max / 20;
        if (!stored.has(page) && hasRoom && hasShare) {
          stored.add(page);
          if (isOfOne) brought.set(network!, (brought.get(network!) ?? 0) + 1);
        }
        if (!stored.has(page) && !refused.has(page)) refused.set(page, { visitor, network });
        const value = stored.has(page) ? page : '(other)';
        expected[value] = (expected[value] ?? 0) + 1;
      }
    }
    assert.deepEqual(await rows(database, 'page'), expected);
    const found = (beginning: string) => [...stored].filter(page => page.startsWith(beginning)).length;
    assert.deepEqual([found('/flood'), found('/own'), found('/seen'), found('/shared')], [5, 84, 1, 1]);
    assert.deepEqual([found('/again'), found('/keyed')], [1, 1]);
    const [[warned] = []] = await tooManyValuesOf(database, [{ id: 1, timezone: 'UTC' }], noon);
    assert.deepEqual([warned?.name, warned?.count, warned?.isCrowded], ['page', expected['(other)'], true]);
    // A rebuild reads the pages of the hits as they were stored, so it changes nothing.
    assert.deepEqual((await verify(database, 1)).differences, []);
  });
});
