import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { Answerer } from '../../src/stats/answerer.ts';
import type { Answering } from '../../src/stats/answers.ts';
import type { Asker } from '../../src/stats/budget.ts';
import { clock } from '../../src/stats/budget.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { onSqlite } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const DAY = Math.floor(NOON / 86_400_000);
/** More than a list that is sorted without a thread. */
const MANY = 6_000;
const MEMBER: Asker = { kind: 'member', of: '1' };

onSqlite('The questions that another thread answers', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(one => one.close())));

  it('are those of strangers, those with a filter, and those that are asked together with a long list', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const pages = Array.from({ length: MANY }, (_, at) => hitOf({ time: NOON + at, values: { page: `/${at}` } }));
    await foldAll(database, place, [pages], { maxNewValues: 1e9 });
    const answerer = new Answerer(database, 'member');
    const asked: string[] = [];
    const threads: Answering = {
      answer(_asker, task) {
        for (const { name, query } of task.questions) asked.push('name' in query ? query.name : name);
        return answerer.answer(task, clock() + 60_000);
      },
      keep: () => () => undefined,
    };
    const reading = openReading(database, { threads });
    const range = { website: 1, from: DAY - 1, to: DAY };
    const period = { ...range, timezone: 'UTC', compare: null, filter: null };
    const list = { ...range, search: null, sortBy: 'COUNT', sort: 'DESC', perPage: 10, page: 1 } as const;
    const ask = async (asker: Asker, questions: (loader: ReturnType<typeof createStatsLoader>) => unknown[]) => {
      asked.length = 0;
      await Promise.all(questions(createStatsLoader(reading, asker)));
      return asked.join();
    };
    assert.equal(await ask(MEMBER, loader => [loader.summary(period)]), '');
    assert.equal(
      await ask(MEMBER, loader => [loader.summary(period), loader.load({ ...list, name: 'page' })]),
      'summary,page',
      'so that they are consistent',
    );
    assert.equal(await ask(MEMBER, loader => [loader.load({ ...list, name: 'browser' })]), 'browser');
    assert.equal(
      await ask(MEMBER, loader => [loader.summary(period), loader.load({ ...list, name: 'browser' })]),
      '',
      'now it is known to be short',
    );
    assert.equal(await ask(MEMBER, loader => [loader.load({ ...list, name: 'visitors_hours' })]), '');
    const filter = { name: 'page', operator: 'IS', values: ['/1'] } as const;
    assert.equal(
      await ask(MEMBER, loader => [loader.summary({ ...period, filter }), loader.heatmap(period)]),
      'summary',
    );
    const stranger: Asker = { kind: 'stranger', of: '192.0.2.1' };
    assert.equal(await ask(stranger, loader => [loader.summary(period), loader.heatmap(period)]), 'summary,heatmap');
  });
});
