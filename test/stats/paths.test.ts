import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { totalOf } from '../../src/counting/frequencies.ts';
import type { NodeName } from '../../src/counting/journeys.ts';
import { packColumns } from '../../src/db/columns/pack.ts';
import { ColumnReader } from '../../src/db/columns/read.ts';
import { openColumnStore } from '../../src/db/columns/store.ts';
import type { Database } from '../../src/db/open.ts';
import { readIds } from '../../src/db/rollups/values.ts';
import type { Filter } from '../../src/domain/filter.ts';
import { Budget, SERVICE } from '../../src/stats/budget.ts';
import { createClosedAnswers } from '../../src/stats/closed-answers.ts';
import { CountingThreads } from '../../src/stats/counting-threads.ts';
import { Dictionary } from '../../src/stats/dictionary.ts';
import { FilteredSums } from '../../src/stats/filtered.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const START = Date.parse('2026-02-27T10:00:00Z');
const FIRST_DAY = Math.floor(START / 86_400_000);
const RANGE = { from: FIRST_DAY, to: FIRST_DAY + 3 };
/** The pages of each visit, a minute apart; `!` begins an event. The first two visits are on a day that is over. */
const VISITS = ['/ /shop/1 /cart !Order', '/ /shop/2 /', '/shop/1 /shop/1 !Order', '/ /cart /shop/1'];
const PAGE = (pattern: string) => ({ kind: 'PAGE', pattern }) as const;
const BEGAN_AT_HOME: Filter = { name: 'landing_page', operator: 'IS', values: ['/'] };

eachDatabase('Paths through visits', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  async function withVisits(place: Place): Promise<Database> {
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const hits = VISITS.flatMap((visit, index) =>
      visit.split(' ').map((name, at) => {
        const time = START + Math.floor(index / 2) * 86_400_000 + at * 60_000;
        const page = name.startsWith('!') ? '/cart' : name;
        const values = { page, ...(name.startsWith('!') && { event: name.slice(1) }) };
        return hitOf({
          time,
          visitor: `00000000000000a${index}`,
          kind: name.startsWith('!') ? 'event' : 'pageview',
          values,
        });
      }),
    );
    await foldAll(database, place, [hits]);
    return database;
  }

  /** Reads from rows, and after packing from files. */
  async function* readers(): AsyncGenerator<{ paths: FilteredSums; database: Database }> {
    const place = await open();
    const database = await withVisits(place);
    const { dialect } = database;
    const store = await openColumnStore(database, place.dataDir);
    for (const packs of [false, true]) {
      if (packs) assert.equal(await packColumns({ dialect, store }), 1);
      const columns = new ColumnReader(dialect, async () => store);
      const paths = new FilteredSums({
        dialect,
        dictionary: new Dictionary(dialect),
        columns,
        counting: new CountingThreads(1),
        budget: new Budget(SERVICE),
        closed: createClosedAnswers(),
      });
      yield { paths, database };
    }
  }

  it('are counted by the steps of a funnel', async () => {
    for await (const { paths } of readers()) {
      const steps = [PAGE('/'), PAGE('/shop/*'), { kind: 'EVENT', pattern: 'Order' } as const];
      const rules = { order: 'IN_ORDER', unit: 'VISIT', within: null } as const;
      const all = await paths.funnel(1, null, RANGE, { steps, ...rules });
      assert.deepEqual(
        all.steps.map(({ reached }) => reached),
        [3, 3, 1],
      );
      assert.deepEqual(
        all.steps.map(({ seconds }) => totalOf(seconds)),
        [0, 3, 1],
      );
      const anywhere = { steps: [PAGE('/*'), PAGE('/*'), PAGE('/*')], ...rules };
      assert.deepEqual(
        (await paths.funnel(1, BEGAN_AT_HOME, RANGE, anywhere)).steps.map(({ reached }) => reached),
        [3, 3, 3],
      );
      const none = await paths.funnel(1, null, RANGE, { steps: [PAGE('/'), PAGE('/nowhere')], ...rules });
      assert.deepEqual(
        none.steps.map(({ reached }) => reached),
        [3, 0],
      );
    }
  });

  it('are journeys whose levels add up', async () => {
    for await (const { paths, database } of readers()) {
      const texts = ['/', '/shop/1', '/shop/2', '/cart'];
      const ids = (await readIds(database.dialect, [1], texts)).get(1);
      const nameOf = (node: NodeName) => texts.find(text => ids?.get(text) === node) ?? node;
      const levels = await paths.journeys(1, null, RANGE, {
        by: 'page',
        groups: null,
        start: PAGE('/'),
        end: null,
        levels: 3,
        perLevel: 2,
      });
      const shown = levels.map(({ nodes }) =>
        Object.fromEntries(nodes.map(({ node, visits }) => [nameOf(node), visits])),
      );
      assert.deepEqual(shown[0], { '/': 3 });
      const sums = shown.map(nodes => Object.values(nodes).reduce((sum, visits) => sum + visits, 0));
      assert.deepEqual(sums, [3, 3, 3]);
      assert.deepEqual(Object.keys(shown[1] ?? {}).length, 3, 'two pages and (other)');
      const back = await paths.journeys(1, null, RANGE, {
        by: 'page',
        groups: null,
        start: null,
        end: PAGE('/cart'),
        levels: 2,
        perLevel: 10,
      });
      assert.deepEqual(
        back.map(({ nodes }) => Object.fromEntries(nodes.map(({ node, visits }) => [nameOf(node), visits]))),
        [{ '/cart': 2 }, { '/shop/1': 1, '/': 1 }],
      );
    }
  });
});
