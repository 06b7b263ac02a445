import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, it } from 'vitest';
import { openDatabase } from '../../src/db/open.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const HOST = 'shop.example';

eachDatabase('Properties', open => {
  let place: Place;
  let gateway: TestGateway;
  beforeAll(async () => {
    place = await open();
    gateway = await startTestGateway(place);
    await gateway.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain: HOST }) });
  });
  afterAll(() => gateway.stop());

  const send = (path: string, body: object) =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': AGENT, Authorization: `Bearer ${gateway.key}` },
      body: JSON.stringify(body),
    });
  const page = `https://${HOST}/`;

  it('are taken from an event and from a page, and what breaks a rule is left out with a notice', async () => {
    const cases: [body: object, notice: string | null][] = [
      [{ page, props: { author: 'Ann' } }, null],
      [
        { page, props: { author: 'Bob', tags: ['a'] } },
        'One property was left out: the value of "tags" is neither text nor a number nor true or false.',
      ],
      [{ page, event: { name: 'Buy', value: 3, unit: 'eur', props: { plan: 'pro', trial: true } } }, null],
      [
        { page, props: { plan: 'x' }, event: { name: 'Buy', props: { plan: 'basic' } } },
        'The props beside event were left out; send those of an event inside event.',
      ],
      [{ page, props: { plan: 'x' }, engagement: 3 }, null],
      [{ page, props: null }, null],
    ];
    for (const [body, notice] of cases) {
      const response = await send('/api/event', body);
      assert.equal(response.status, 202, await response.text());
      assert.equal(response.headers.get('x-footfall-notice'), notice);
      assert.match(response.headers.get('access-control-expose-headers') ?? '', /X-Footfall-Notice/);
    }
    const batch = await send('/api/event/batch', {
      hits: [
        { page, ip: '203.0.113.9', user_agent: AGENT, props: { author: 'Ann' } },
        { page, event: { name: 'Buy', props: { 'no key': 1, plan: 'pro' } } },
      ],
    });
    assert.deepEqual(await batch.json(), {
      accepted: 2,
      dropped: 0,
      rejected: 0,
      results: [
        { index: 0, status: 'accepted' },
        {
          index: 1,
          status: 'accepted',
          notice: 'One property was left out: a key is 1 to 64 letters, digits or _ . - of ASCII.',
        },
      ],
    });
    await gateway.drain();
    const database = openDatabase(place.url);
    const rows = await database.dialect.all<{ event: string | null; key: string; value: string; events: number }>(
      'SELECT e.value AS event, k.value AS `key`, v.value AS value, SUM(events) AS events FROM rollup_property r LEFT JOIN stat_value e ON e.website_id = r.website_id AND e.id = r.event_id JOIN stat_value k ON k.website_id = r.website_id AND k.id = r.key_id JOIN stat_value v ON v.website_id = r.website_id AND v.id = r.value_id WHERE period = 1 GROUP BY e.value, k.value, v.value',
    );
    await database.close();
    assert.deepEqual(rows.map(({ event, key, value, events }) => `${event} ${key} ${value} ${Number(events)}`).sort(), [
      'Buy plan basic 1',
      'Buy plan pro 2',
      'Buy trial true 1',
      'null author Ann 2',
      'null author Bob 1',
    ]);
  });

  it('are sent as the documentation shows, with everything else that a hit can have', async () => {
    await gateway.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain: 'example.com' }) });
    const text = await readFile('docs/collecting.md', 'utf8');
    const [pageview, event, batch] = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => JSON.parse(json));
    for (const body of [pageview, event]) {
      const { status, headers } = await send('/api/event', body);
      assert.deepEqual(
        [status, headers.get('x-footfall-notice'), headers.get('x-footfall-dropped')],
        [202, null, null],
      );
    }
    const { results } = (await (await send('/api/event/batch', batch)).json()) as { results: object[] };
    assert.deepEqual(results, [{ index: 0, status: 'accepted' }]);
  });
});
