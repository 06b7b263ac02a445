import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import type { Viewer } from '../../src/accounts/viewer.ts';
import type { Database } from '../../src/db/open.ts';
import { annotationsOf, createAnnotation } from '../../src/websites/annotations.ts';
import { createGoal, deleteGoal, goalsOf, updateGoal } from '../../src/websites/goals.ts';
import { createSegment, segmentsOf } from '../../src/websites/segments.ts';
import { createWebsite } from '../../src/websites/websites.ts';
import { databasesOf, newAccount } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';

eachDatabase('The notes of several websites', open => {
  const { fresh } = databasesOf(open);
  let database: Database;
  let viewer: Viewer;
  const ids: number[] = [];
  beforeAll(async () => {
    ({ database } = await fresh());
    viewer = { account: await newAccount(database), scope: 'WRITE', via: { kind: 'session', id: 1 } };
    for (const domain of ['a.example', 'b.example', 'c.example'])
      ids.push((await createWebsite(database, viewer, { domain })).id);
  });
  const website = (place: number) => ids[place] ?? 0;

  it('are read for each of them at once, the oldest first', async () => {
    const now = 1_000;
    // Created at the same time, and still in the order in which they were created.
    for (const name of ['one', 'two', 'three'])
      await createGoal(database, viewer, String(website(0)), { name, kind: 'EVENT', pattern: name }, now);
    await createGoal(database, viewer, String(website(2)), { name: 'far', kind: 'PAGE', pattern: '/far' }, now);
    const found = await goalsOf(database, [website(2), website(1), website(0), 9_999]);
    assert.deepEqual(
      found.map(goals => goals.map(({ name }) => name)),
      [['far'], [], ['one', 'two', 'three'], []],
    );
  });

  it('are changed and deleted one by one', async () => {
    const [[first, second] = []] = await goalsOf(database, [website(0)]);
    const changed = { name: 'uno', kind: 'PAGE', pattern: '/uno' } as const;
    assert.deepEqual(await updateGoal(database, viewer, first?.id ?? '', changed), {
      id: first?.id,
      ...changed,
      conditions: [],
    });
    await deleteGoal(database, viewer, second?.id ?? '');
    const [goals = []] = await goalsOf(database, [website(0)]);
    assert.deepEqual(
      goals.map(({ name }) => name),
      ['uno', 'three'],
    );
    await assert.rejects(deleteGoal(database, viewer, second?.id ?? ''), { code: 'NOT_FOUND' });
  });

  it('include the annotations in a range of days, by day', async () => {
    for (const [place, date] of [
      [1, '2026-03-02'],
      [0, '2026-03-31'],
      [0, '2026-03-01'],
      [0, '2026-04-01'],
    ] as const)
      await createAnnotation(database, viewer, String(website(place)), { date, text: date }, 1);
    const found = await annotationsOf(database, ids, { from: 20_513, to: 20_543 });
    assert.deepEqual(
      found.map(annotations => annotations.map(({ text }) => text)),
      [['2026-03-01', '2026-03-31'], ['2026-03-02'], []],
    );
  });

  it('include the segments, with their filters as used for reading', async () => {
    const filter = { name: 'country', operator: 'IS', values: ['FR:France'] } as const;
    await createSegment(database, viewer, String(website(1)), { name: 'French', filter }, 1);
    const [none, [segment] = []] = await segmentsOf(database, [website(0), website(1)]);
    assert.deepEqual(none, []);
    assert.deepEqual(segment?.filter, filter);
  });

  it('are kept in any script', async () => {
    const input = { name: '日本 😀', kind: 'PAGE', pattern: "/it's\\*" } as const;
    const { id } = await createGoal(database, viewer, String(website(1)), input, 1);
    assert.deepEqual((await goalsOf(database, [website(1)])).flat(), [{ id, ...input, conditions: [] }]);
  });
});
