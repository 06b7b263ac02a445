import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { totalOf } from '../../src/counting/frequencies.ts';
import { packColumns } from '../../src/db/columns/pack.ts';
import { ColumnReader } from '../../src/db/columns/read.ts';
import { openColumnStore } from '../../src/db/columns/store.ts';
import type { Database } from '../../src/db/open.ts';
import type { Filter } from '../../src/domain/filter.ts';
import { Budget, SERVICE } from '../../src/stats/budget.ts';
import { createClosedAnswers } from '../../src/stats/closed-answers.ts';
import { CountingThreads } from '../../src/stats/counting-threads.ts';
import { Dictionary } from '../../src/stats/dictionary.ts';
import { FilteredSums } from '../../src/stats/filtered.ts';
import { countFunnel } from '../../src/stats/funnel.ts';
import { type JourneysQuery, readJourneys } from '../../src/stats/journeys.ts';
import { createTexts } from '../../src/stats/texts.ts';
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
  async function* readers(): AsyncGenerator<{ paths: FilteredSums; database: Database; dictionary: Dictionary }> {
    const place = await open();
    const database = await withVisits(place);
    const { dialect } = database;
    const store = await openColumnStore(database, place.dataDir);
    for (const packs of [false, true]) {
      if (packs) assert.equal(await packColumns({ dialect, store }), 1);
      const columns = new ColumnReader(dialect, async () => store);
      const dictionary = new Dictionary(dialect);
      const paths = new FilteredSums({
        dialect,
        dictionary,
        columns,
        counting: new CountingThreads(1),
        budget: new Budget(SERVICE),
        closed: createClosedAnswers(),
      });
      yield { paths, database, dictionary };
    }
  }

  it('are counted by the steps of a funnel', async () => {
    for await (const { paths } of readers()) {
      const steps = [PAGE('/'), PAGE('/shop/*'), { kind: 'EVENT', pattern: 'Order' } as const];
      const rules = { order: 'IN_ORDER', unit: 'VISIT', within: null } as const;
      const all = await countFunnel(paths, 1, null, RANGE, { steps, ...rules });
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
        (await countFunnel(paths, 1, BEGAN_AT_HOME, RANGE, anywhere)).steps.map(({ reached }) => reached),
        [3, 3, 3],
      );
      const none = await countFunnel(paths, 1, null, RANGE, { steps: [PAGE('/'), PAGE('/nowhere')], ...rules });
      assert.deepEqual(
        none.steps.map(({ reached }) => reached),
        [3, 0],
      );
    }
  });

  it('are journeys whose levels add up', async () => {
    for await (const { paths, database, dictionary } of readers()) {
      const sources = { database, dictionary, filtered: paths, texts: createTexts(database.dialect, () => 0) };
      const none = { filter: null, compare: null, start: null, end: null, pageGroups: [] };
      const query = { website: 1, timezone: 'UTC', ...RANGE, ...none };
      const nodesOf = async (more: Pick<JourneysQuery, 'by' | 'levels' | 'perLevel'> & Partial<JourneysQuery>) =>
        (await readJourneys(sources, { ...query, ...more })).map(({ nodes }) =>
          nodes.map(({ value, visits }) => `${value} ${visits}`),
        );
      assert.deepEqual(await nodesOf({ by: 'PAGE', start: { kind: 'PAGE', value: '/' }, levels: 3, perLevel: 1 }), [
        ['/ 3'],
        ['/shop/1 1', '(other) 2'],
        ['/ 1', '(other) 2'],
      ]);
      assert.deepEqual(await nodesOf({ by: 'PAGE', end: { kind: 'PAGE', value: '/cart' }, levels: 2, perLevel: 9 }), [
        ['/cart 2'],
        ['/ 1', '/shop/1 1'],
      ]);
      assert.deepEqual(
        await nodesOf({ by: 'GROUP', start: { kind: 'GROUP', value: '/shop' }, levels: 3, perLevel: 9 }),
        [['/shop 4'], ['/ 1', '/cart 1', '(end) 2'], ['(end) 2']],
      );
      assert.deepEqual(await nodesOf({ by: 'EVENT', levels: 2, perLevel: 9 }), [['Order 2'], ['(end) 2']]);
      assert.deepEqual(await nodesOf({ by: 'PAGE', start: { kind: 'PAGE', value: '/no' }, levels: 2, perLevel: 9 }), [
        [],
        [],
      ]);
    }
  });
});
