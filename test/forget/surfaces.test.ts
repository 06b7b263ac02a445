import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { runForgets } from '../../src/forget/running.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { foldAll, hitOf } from '../support/hits.ts';
import { type RestServer, startRest } from '../support/rest.ts';

eachDatabase('Forgetting over REST and GraphQL', open => {
  let place: Place;
  let rest: RestServer;
  beforeAll(async () => {
    place = await open();
    rest = await startRest(place);
    await rest.call('POST', '/websites', { body: { domain: 'demo.example' } });
    const time = Date.parse('2026-01-05T10:00:00Z');
    const spam = hitOf({ time, values: { page: '/spam/1' } });
    const other = hitOf({ time: time + 1, visitor: '00000000000000bb', values: { page: '/' } });
    await foldAll(rest.database, place, [[spam, other]]);
  });
  afterAll(() => rest.close());

  it('counts first, refuses another number, then forgets, and tells who did it', async () => {
    const choice = { from: '2026-01-01', to: '2026-01-31', page: '/spam/*' };
    const forget = (more: object) => rest.call('POST', '/websites/1/forget', { body: { ...choice, ...more } });
    const dry = await forget({ dry_run: 1 });
    const counts = { hits: 1, visits: 1, visitors: 1, pageviews: 1, events: 0 };
    assert.deepEqual([dry.status, dry.body.data], [202, { ...counts, days: 1 }]);
    const { status, body } = await forget({ hits: 2 });
    const text = 'The choice has 1 hits now, not 2; look at a preview again, or leave hits out.';
    assert.deepEqual([status, body.errors], [422, { hits: [text] }]);
    const form = new URLSearchParams({ ...choice, hits: String(dry.body.data.hits) }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const begun = await rest.call('POST', '/websites/1/forget', { body: form, headers });
    assert.deepEqual([begun.status, begun.body.data.state], [202, 'running']);
    await runForgets({ database: rest.database, now: Date.now });
    const { website } = (await rest.ask(
      `{ website(id: 1) { forgets { state hits visits visitors pageviews events progress createdBy } audit { by action details }
         stats(name: PAGE, from: "2026-01-01", to: "2026-01-31") { rows { value count } } } }`,
      // biome-ignore lint/suspicious/noExplicitAny: raw responses are compared.
    )) as any;
    const { by } = website.audit[0];
    assert.match(by, /@/);
    const done = { state: 'DONE', ...counts, progress: 1, createdBy: by };
    const details = '2026-01-01 to 2026-01-31, chosen by page';
    assert.deepEqual(JSON.parse(JSON.stringify(website)), {
      forgets: [done],
      audit: [{ by, action: 'FORGET', details }],
      stats: { rows: [{ value: '/', count: 1 }] },
    });
  });
});
