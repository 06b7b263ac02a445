import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const RANGE = 'from: "2026-03-01", to: "2026-03-31"';
/** With a filter, numbers are counted from hits; without, they are read from precomputed sums. */
const LINUX = 'filter: { name: OS, operator: IS, values: ["Linux"] }';
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

eachDatabase('A change of the time zone', open => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
    await gateway.graphql('mutation { createWebsite(input: { domain: "zone.example" }) { id } }');
  });
  afterAll(() => gateway.stop());

  const send = (time: string, ip: string) =>
    gateway.count([{ time, page: 'https://zone.example/', ip, user_agent: AGENT }]);

  /** Returns the counts by day and by hour, the same from sums and from hits. */
  async function read() {
    const answers = [];
    for (const filter of ['', `, ${LINUX}`]) {
      const { website } = await gateway.graphql<{
        website: Record<string, { rows: { value: string; count: number }[] }>;
      }>(
        `{ website(id: 1) {
          days: stats(name: PAGEVIEWS, ${RANGE}, sortBy: VALUE, sort: ASC${filter}) { rows { value count } }
          hours: stats(name: VISITORS_HOURS, ${RANGE}, sortBy: VALUE, sort: ASC${filter}) { rows { value count } }
        } }`,
      );
      answers.push(
        Object.values(website).map(({ rows }) => Object.fromEntries(rows.map(({ value, count }) => [value, count]))),
      );
    }
    const [fromSums, fromHits] = answers;
    assert.deepEqual(fromHits, fromSums);
    return fromSums;
  }

  it('leaves what was counted in its days and hours, and puts later hits into those of the new zone', async () => {
    await send('2026-03-10T20:00:00Z', '198.51.100.1');
    assert.deepEqual(await read(), [{ '2026-03-10': 1 }, { 20: 1 }]);
    await gateway.graphql('mutation { updateWebsite(id: 1, input: { timezone: "Asia/Tokyo" }) { id } }');
    assert.deepEqual(await read(), [{ '2026-03-10': 1 }, { 20: 1 }]);
    await send('2026-03-10T20:00:00Z', '198.51.100.2');
    assert.deepEqual(await read(), [
      { '2026-03-10': 1, '2026-03-11': 1 },
      { '05': 1, 20: 1 },
    ]);
  });
});
