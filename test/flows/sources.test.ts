import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { ORIGIN_RULES } from '../../src/domain/origin.ts';
import { ORIGIN_ROWS } from '../domain/origin-rows.ts';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const CASES = ORIGIN_ROWS.trim()
  .split('\n')
  .map(line => line.split('|').map(cell => cell.trim()))
  .map(([query = '', referrer = '', source = '', channel = '']) => ({ query, referrer, source, channel }));

const RANGE = 'from=2026-03-01&to=2026-03-31';

/** Counts texts in the slowest and most obvious way. */
function counted(texts: readonly string[]): Record<string, number> {
  return Object.fromEntries([...new Set(texts)].map(text => [text, texts.filter(other => other === text).length]));
}

eachDatabase('Visits by source and channel', open => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
    await gateway.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain: 'example.com' }) });
    // One visitor per case, who comes, looks at a second page and leaves.
    const hits = CASES.flatMap(({ query, referrer }, index) => {
      const visitor = {
        ip: `198.51.${index >> 8}.${index & 255}`,
        user_agent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0',
      };
      return [
        { ...visitor, time: '2026-03-10T09:00:00Z', page: `https://example.com/?${query}`, referrer },
        {
          ...visitor,
          time: '2026-03-10T09:01:00Z',
          page: 'https://example.com/second',
          referrer: 'https://example.com/',
        },
      ];
    });
    const sent = await fetch(`${gateway.url}/api/event/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ hits }),
    });
    assert.equal(((await sent.json()) as { accepted: number }).accepted, 2 * CASES.length);
    await gateway.drain();
  });
  afterAll(() => gateway.stop());

  const rows = async (name: string, filter = ''): Promise<Record<string, number>> => {
    const { body } = await gateway.rest(`/stats/1.json?name=${name}&${RANGE}${filter}`);
    const rows = body as { value: string; count: number }[];
    return Object.fromEntries(rows.map(({ value, count }) => [value, count]));
  };
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);

  it('add up to the visits, and equal a count of the cases by hand', async () => {
    const sources = await rows('source');
    const channels = await rows('channel');
    assert.deepEqual(sources, counted(CASES.map(({ source }) => source)));
    assert.deepEqual(channels, counted(CASES.map(({ channel }) => channel)));
    assert.equal(sum(sources), CASES.length);
    assert.equal(sum(channels), CASES.length);
  });

  it('name the version of the rules, and other statistics none', async () => {
    for (const [name, version] of [
      ['source', ORIGIN_RULES],
      ['channel', ORIGIN_RULES],
      ['referrer', null],
    ] as const) {
      const { headers } = await gateway.rest(`/stats/1?name=${name}&${RANGE}`);
      assert.equal(headers.get('x-footfall-rules'), version);
      const { website } = await gateway.graphql<{ website: { stats: object } }>(
        `{ website(id: 1) { stats(name: ${name.toUpperCase()}, from: "2026-03-01", to: "2026-03-31") { rules } } }`,
      );
      assert.deepEqual(website.stats, { rules: version });
    }
  });

  it('can be filtered by each other', async () => {
    for (const channel of new Set(CASES.map(one => one.channel))) {
      const filter = `&filter=${encodeURIComponent(JSON.stringify({ name: 'CHANNEL', operator: 'IS', values: [channel] }))}`;
      const expected = counted(CASES.filter(one => one.channel === channel).map(({ source }) => source));
      assert.deepEqual(await rows('source', filter), expected, channel);
    }
  });
});
