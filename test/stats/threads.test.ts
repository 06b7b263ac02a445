import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import type { Filter } from '../../src/domain/filter.ts';
import { Answerer } from '../../src/stats/answerer.ts';
import type { Question, Task } from '../../src/stats/answers.ts';
import { type Asker, clock } from '../../src/stats/budget.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { ReadingThreads } from '../../src/stats/threads.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const DAY = Math.floor(NOON / 86_400_000);
/** More than a list that is sorted without a thread. */
const MANY = 6_000;
const STRANGER: Asker = { kind: 'stranger', of: '192.0.2.1' };
const TASK: Task = {
  questions: [
    { name: 'summary', query: { website: 1, timezone: 'UTC', from: DAY, to: DAY, compare: null, filter: null } },
  ],
  freshAt: NOON,
  kept: null,
};
const MEMBER: Asker = { kind: 'member', of: '1' };

eachDatabase('The threads that read', open => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  let place: Place;
  let database: Database;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place);
    closing.push(() => database.close());
    const hits = Array.from({ length: MANY }, (_, at) =>
      hitOf({
        time: NOON + at,
        visitor: `${at % 50}`.padStart(16, '0'),
        values: { page: `/${(at * 7919) % MANY}`, browser: at % 3 ? 'Firefox' : 'Chrome', country: 'DE:Germany' },
      }),
    );
    await foldAll(database, place, [hits], { maxNewValues: 1e9 });
  });

  function newThreads(): ReadingThreads {
    const threads = new ReadingThreads({ databaseUrl: place.url });
    closing.push(() => threads.stop());
    return threads;
  }

  it('return what this thread returns, for members and strangers, also after they were ended', async () => {
    const threads = newThreads();
    const filter: Filter = {
      or: [
        { name: 'page', operator: 'CONTAINS', values: ['9', '/12'] },
        { not: { name: 'page', operator: 'STARTS_WITH', values: ['/'] } },
      ],
    };
    const period = { website: 1, timezone: 'UTC', from: DAY - 1, to: DAY, compare: null };
    const list = { ...period, name: 'page', perPage: 10, page: 2, sort: 'ASC', sums: true, other: true } as const;
    const goals = [
      { id: '1', name: 'a', kind: 'PAGE', pattern: '/1*9', conditions: [] },
      { id: '2', name: 'b', kind: 'EVENT', pattern: 'none', conditions: [] },
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

  it('refuse in the same words, with the same code and fields, each question alone', async () => {
    const threads = newThreads();
    const loader = createStatsLoader(openReading(database, { threads }), STRANGER);
    const period = { website: 1, timezone: 'UTC', from: DAY - 1, to: DAY, compare: null };
    const summary = (filter: Filter | null) => loader.summary({ ...period, filter });
    const contains = (...values: string[]): Filter => ({ name: 'page', operator: 'CONTAINS', values });
    const texts = Array.from({ length: 5_500 }, (_, at) => `nowhere ${at}`);
    const [refused, answered] = await Promise.allSettled([summary(contains(...texts)), summary(contains('/12'))]);
    assert.equal(refused.status === 'rejected' && refused.reason.message.includes('compares too many texts'), true);
    assert.equal(refused.status === 'rejected' && refused.reason.code, 'UNAVAILABLE');
    assert.equal(answered.status === 'fulfilled' && answered.value.figures.visits.value > 0, true);
    await assert.rejects(summary({ or: texts.slice(0, 150).map(() => contains('1')) }), {
      name: 'AppError',
      message: /matches too many values/,
    });
    assert.equal((await summary(null)).figures.pageviews.value, MANY);
  });

  it('report what each question about single visits has read', async () => {
    const reports: object[] = [];
    const threads = new ReadingThreads(
      { databaseUrl: place.url },
      { done: report => reports.push(report), damaged: text => assert.fail(text) },
    );
    closing.push(() => threads.stop());
    const [question] = TASK.questions;
    const filter: Filter = { name: 'country', operator: 'IS', values: ['DE:Germany'] };
    const task = { ...TASK, questions: [{ name: 'summary', query: { ...question?.query, filter } } as Question] };
    await threads.answer(MEMBER, task);
    await threads.answer(MEMBER, task);
    const read = { kind: 'member', questions: ['summary'], statements: 5, rows: 50, bytes: 0 };
    assert.deepEqual(
      reports.map(report => ({ ...report, ms: 0 })),
      [
        { ...read, ms: 0 },
        { ...read, statements: 1, rows: 0, ms: 0 },
      ],
    );
  });

  it('read the visits of a range once for all filtered questions of a request', async () => {
    const statements: unknown[] = [];
    const threads = new ReadingThreads(
      { databaseUrl: place.url },
      { done: report => statements.push(report.statements), damaged: text => assert.fail(text) },
    );
    closing.push(() => threads.stop());
    const query = { ...TASK.questions[0]?.query, compare: 'PREVIOUS_PERIOD' };
    const list = { ...query, search: null, sortBy: 'COUNT', sort: 'DESC', perPage: 10, page: 1 };
    const ask = (country: string) => {
      const filter: Filter = { name: 'country', operator: 'IS_NOT', values: [country] };
      const lists = ['page', 'browser', 'country'].map(name => ({ name: 'load', query: { ...list, name, filter } }));
      const questions = [{ name: 'summary', query: { ...query, filter } }, ...lists] as Question[];
      return threads.answer(MEMBER, { ...TASK, questions });
    };
    await ask('FR:France');
    await ask('AT:Austria');
    // One statement for the range, and one for the range before it.
    assert.equal(statements[1], 2);
  });

  it('refuse with UNAVAILABLE, again and again, when they cannot start', async () => {
    const { dataDir } = await open();
    await writeFile(join(dataDir, 'file'), '');
    const threads = new ReadingThreads({ databaseUrl: `sqlite:${join(dataDir, 'file', 'below.db')}` });
    closing.push(() => threads.stop());
    const read = () => threads.answer(STRANGER, TASK);
    const both = await Promise.allSettled([read(), read()]);
    for (const one of [...both, ...(await Promise.allSettled([read()]))])
      assert.equal(one.status === 'rejected' && one.reason.code, 'UNAVAILABLE');
  });

  it('refuse texts that do not fit into the memory of a thread, and make room at the expense of kept results', async () => {
    const range = { website: 1, from: DAY - 1, to: DAY };
    const list = { ...range, name: 'page', search: null, sortBy: 'VALUE', sort: 'ASC', perPage: 10 } as const;
    /** More than the counts of all values, and less than these and their texts. */
    const answerer = new Answerer(database, 'stranger', { room: 250_000 });
    const ask = async (page: number, kept: Task['kept'] = null) => {
      const task = { ...TASK, questions: [{ name: 'load', query: { ...list, page } }], kept } as Task;
      const [outcome] = await answerer.answer(task, clock() + 60_000);
      if (outcome && 'json' in outcome) return JSON.parse(outcome.json).total as number;
      return outcome && 'error' in outcome && outcome.error.message;
    };
    assert.match(String(await ask(1)), /Too many values are being read at the moment/);
    // A page beyond the end needs no texts.
    assert.equal(await ask(10_000), MANY);
    for (const kept of [
      { id: 1, isFirst: true },
      { id: 1, isFirst: false },
      { id: 2, isFirst: true },
      { id: 3, isFirst: true },
      { id: 4, isFirst: true },
    ])
      assert.equal(await ask(10_000, kept), MANY);
    assert.match(String(await ask(10_000, { id: 1, isFirst: false })), /interrupted/);
    for (const id of [2, 3, 4]) answerer.forget(id);
    assert.equal(await ask(10_000), MANY);
  });

  it('refuse the requests that run or wait, with UNAVAILABLE, once they are stopped', async () => {
    const threads = newThreads();
    const both = [1, 2].map(() => threads.answer(STRANGER, TASK));
    const codes = both.map(one =>
      one.then(
        () => '',
        ({ code }) => code as string,
      ),
    );
    await threads.stop();
    const [, waited] = await Promise.all(codes);
    assert.equal(waited, 'UNAVAILABLE');
  });

  // It adds hits, so it comes last.
  it('keep what an export has read, so that all its pages belong together, or refuse to continue', async () => {
    const threads = newThreads();
    const list = { website: 1, name: 'page', from: DAY - 1, to: DAY, search: null, perPage: 1_000 } as const;
    for (const asker of [STRANGER, MEMBER]) {
      const loader = createStatsLoader(openReading(database, { threads }), asker);
      const page = (number: number) => loader.load({ ...list, sortBy: 'VALUE', sort: 'ASC', page: number });
      const release = loader.keep();
      const pages = [await page(1)];
      const added = `/0 of ${asker.kind}`;
      await foldAll(database, place, [[hitOf({ time: NOON + MANY, values: { page: added } })]]);
      while (pages.length < (pages[0]?.lastPage ?? 0)) pages.push(await page(pages.length + 1));
      const values = pages.flatMap(({ rows }) => rows.map(({ value }) => value));
      assert.equal(new Set(values).size, pages[0]?.total);
      assert.equal(values.length, pages[0]?.total);
      assert.ok(!values.includes(added));
      await threads.stop();
      await assert.rejects(page(3), { code: 'UNAVAILABLE', message: /interrupted/ });
      release();
      const later = createStatsLoader(openReading(database, { threads }), asker);
      assert.equal((await later.load({ ...list, sortBy: 'VALUE', sort: 'ASC', page: 1 })).rows[1]?.value, added);
    }
  });
});
