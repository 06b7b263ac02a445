import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, it } from 'vitest';
import { ROLLUP_DAY } from '../../src/counting/rollups.ts';
import type { Database } from '../../src/db/open.ts';
import type { Filter } from '../../src/domain/filter.ts';
import { type Asker, clock } from '../../src/stats/budget.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { ReadingThreads } from '../../src/stats/threads.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const DAY = Math.floor(NOON / 86_400_000);
/** More than a list that is sorted without a thread. */
const MANY = 6_000;
const STRANGER: Asker = { kind: 'stranger', of: '192.0.2.1' };
const MEMBER: Asker = { kind: 'member', of: '1' };

eachDatabase('The threads that read', open => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  async function prepared(): Promise<{ database: Database; threads: ReadingThreads }> {
    const place = await open();
    const database = await databaseWithWebsites(place);
    closing.push(() => database.close());
    const hits = Array.from({ length: MANY }, (_, at) =>
      hitOf({
        time: NOON + at,
        visitor: `${at % 50}`.padStart(16, '0'),
        values: { page: `/${(at * 7919) % MANY}`, browser: at % 3 ? 'Firefox' : 'Chrome', country: 'DE:Germany' },
      }),
    );
    await foldAll(database, place, [hits], { maxNewValues: 1e9 });
    const threads = new ReadingThreads(place.url);
    closing.push(() => threads.stop());
    return { database, threads };
  }

  it('return what this thread returns, for members and strangers, also after they were ended', async () => {
    const { database, threads } = await prepared();
    const filter: Filter = {
      or: [
        { name: 'page', operator: 'CONTAINS', values: ['9', '/12'] },
        { not: { name: 'page', operator: 'STARTS_WITH', values: ['/'] } },
      ],
    };
    const period = { website: 1, timezone: 'UTC', from: DAY - 1, to: DAY, compare: null };
    const list = { ...period, name: 'page', perPage: 10, page: 2, sort: 'ASC', sums: true, other: true } as const;
    const goals = [
      { id: '1', name: 'a', kind: 'PAGE', pattern: '/1*9' },
      { id: '2', name: 'b', kind: 'EVENT', pattern: 'none' },
    ] as const;
    const ask = async (asker: Asker, shared?: ReadingThreads) => {
      const reading = openReading(database, { freshAt: () => NOON, ...(shared ? { threads: shared } : {}) });
      const loader = createStatsLoader(reading, asker);
      return {
        summary: await loader.summary({ ...period, filter }),
        goals: await loader.goals({ ...period, filter, goals }),
        lists: await Promise.all(
          (['COUNT', 'VALUE'] as const).flatMap(sortBy =>
            [null, '7'].map(search => loader.load({ ...list, sortBy, search, compare: 'PREVIOUS_PERIOD' })),
          ),
        ),
        filtered: await loader.load({ ...list, sortBy: 'VALUE', search: '1', filter }),
      };
    };
    const expected = await ask(MEMBER);
    assert.equal(expected.lists[0]?.total, MANY);
    assert.deepEqual(await ask(MEMBER, threads), expected);
    assert.deepEqual(await ask(STRANGER, threads), expected);
    await threads.stop();
    assert.deepEqual(await ask(STRANGER, threads), expected);
  });

  it('refuse in the same words, with the same code', async () => {
    const { threads } = await prepared();
    const order = {
      website: 1,
      filter: { name: 'page', operator: 'CONTAINS', values: ['1'] } as const,
      parts: [
        {
          queries: [{ rollup: ROLLUP_DAY, by: 'day', from: DAY, to: DAY, metrics: ['visits'] as const } as const],
          chunks: [{ from: DAY, to: DAY }],
        },
      ],
    };
    const limits = { until: clock() + 60_000, comparisons: 1e9, ids: 1e9, statements: 1 };
    const { sums } = threads.of(STRANGER);
    await assert.rejects(sums({ ...order, limits: { ...limits, comparisons: 10 } }), {
      name: 'AppError',
      code: 'UNAVAILABLE',
      message: /compares too many texts/,
    });
    await assert.rejects(sums({ ...order, limits: { ...limits, ids: 10 } }), { message: /matches too many values/ });
    await assert.rejects(sums({ ...order, limits: { ...limits, until: clock() - 1 } }), { message: /too long/ });
    const [[vector] = []] = await sums({ ...order, limits });
    assert.equal(vector?.columns[0]?.[0], 50);
  });

  it('refuse with UNAVAILABLE, again and again, when they cannot start', async () => {
    const { dataDir } = await open();
    await writeFile(join(dataDir, 'file'), '');
    const threads = new ReadingThreads(`sqlite:${join(dataDir, 'file', 'below.db')}`);
    closing.push(() => threads.stop());
    const limits = { until: clock() + 60_000, comparisons: 1, ids: 1, statements: 1 };
    const read = () => threads.of(STRANGER).sums({ website: 1, filter: null, limits, parts: [] });
    const both = await Promise.allSettled([read(), read()]);
    for (const one of [...both, ...(await Promise.allSettled([read()]))])
      assert.equal(one.status === 'rejected' && one.reason.code, 'UNAVAILABLE');
  });

  it('refuse the reads that run or wait, with UNAVAILABLE, once they are stopped', async () => {
    const { threads } = await prepared();
    const limits = { until: clock() + 60_000, comparisons: 1e9, ids: 1e9, statements: 1 };
    const values = Array.from({ length: 100 }, (_, at) => `nowhere ${at}`);
    const filter = { or: Array.from({ length: 30 }, () => ({ name: 'page', operator: 'CONTAINS', values }) as const) };
    const chunks = [{ from: DAY, to: DAY }];
    const read = () => threads.of(STRANGER).amounts({ website: 1, filter, limits, chunks, events: [] });
    const reads = [read(), read()].map(one =>
      one.then(
        () => '',
        ({ code }) => code as string,
      ),
    );
    await threads.stop();
    const [, waited] = await Promise.all(reads);
    assert.equal(waited, 'UNAVAILABLE');
  });
});
