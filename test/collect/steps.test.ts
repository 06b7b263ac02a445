import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

eachDatabase('a hit', open => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
    for (const input of [{ domain: 'shop.example' }, { domain: 'west.example', timezone: 'America/New_York' }])
      await gateway.graphql('mutation($input: CreateWebsiteInput!) { createWebsite(input: $input) { id } }', { input });
  });
  afterAll(() => gateway.stop());

  async function send(hits: readonly object[]): Promise<unknown> {
    const answer = await fetch(`${gateway.url}/api/event/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ hits }),
    });
    return ((await answer.json()) as { results: unknown }).results;
  }

  it('with an event and visible seconds counts the event and extends its visit', async () => {
    const page = { page: 'https://shop.example/', ip: '203.0.113.7', user_agent: AGENT };
    await send([
      { ...page, time: '2026-02-03T10:00:00Z' },
      { ...page, time: '2026-02-03T10:00:05Z', event: { name: 'Order', value: 12.5, unit: 'EUR' }, engagement: 40 },
    ]);
    await gateway.drain();
    const range = 'from: "2026-02-03", to: "2026-02-03"';
    const { website } = await gateway.graphql<{ website: object }>(
      `{ website(domain: "shop.example") {
        stats(name: EVENT, ${range}) { rows { value count amounts { sum } } }
        summary(${range}) { pageviews { value } visitDuration { value } }
      } }`,
    );
    assert.deepEqual(website, {
      stats: { rows: [{ value: 'Order', count: 1, amounts: [{ sum: '12.5' }] }] },
      summary: { pageviews: { value: 1 }, visitDuration: { value: 40 } },
    });
  });

  it('is refused if it is still in 1969 in the time zone of its website', async () => {
    const page = 'https://west.example/';
    assert.deepEqual(
      await send([
        { page, time: '1970-01-01T04:59:59Z' },
        { page, time: '1970-01-01T05:00:00Z' },
      ]),
      [
        {
          index: 0,
          status: 'rejected',
          reason: 'The time is before 1970 in the time zone of the website; send a later one.',
        },
        { index: 1, status: 'accepted' },
      ],
    );
  });
});
