import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
/** The pages of three visits, a minute apart each. */
const VISITS = [['/', '/a', '/'], ['/', '/a'], ['/a']];
const RANGE = 'from: "2026-03-01", to: "2026-03-31"';

interface Row {
  readonly value: string;
  readonly exitRate: number | null;
}

eachDatabase('The exit rates of pages', open => {
  let gateway: TestGateway;
  let database: Database;
  beforeAll(async () => {
    const place = await open();
    gateway = await startTestGateway(place);
    database = openDatabase(place.url);
    await gateway.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain: 'shop.example' }) });
    const hits = VISITS.flatMap((pages, visit) =>
      pages.map((page, minute) => ({
        ...{ page: `https://shop.example${page}`, ip: `88.217.0.${visit + 1}`, user_agent: AGENT },
        time: `2026-03-10T09:0${minute}:00Z`,
      })),
    );
    const sent = await fetch(`${gateway.url}/api/event/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ hits }),
    });
    assert.equal(sent.status, 202);
    await gateway.drain();
  });
  afterAll(async () => {
    await database.close();
    await gateway.stop();
  });

  async function rates(name: string, filter = ''): Promise<Record<string, number | null>> {
    const { website } = await gateway.graphql<{ website: { stats: { rows: Row[]; knownFrom: string | null } } }>(
      `{ website(id: 1) { stats(name: ${name}, ${RANGE}${filter}) { rows { value exitRate } knownFrom } } }`,
    );
    assert.equal(website.stats.knownFrom, null);
    return Object.fromEntries(website.stats.rows.map(({ value, exitRate }) => [value, exitRate]));
  }

  it('are the visits that ended on a page, divided by its pageviews', async () => {
    assert.deepEqual(await rates('PAGE'), { '/': 1 / 3, '/a': 2 / 3 });
    const began = ', filter: { name: LANDING_PAGE, operator: IS, values: ["/"] }';
    assert.deepEqual(await rates('PAGE', began), { '/': 1 / 3, '/a': 1 / 2 });
  });

  it('are null for everything else, and for days before exit pages are known', async () => {
    assert.deepEqual(await rates('LANDING_PAGE'), { '/': null, '/a': null });
    await database.dialect.run('INSERT INTO value_since VALUES (1, 16, 20600, 20600)');
    const { body, response } = await read();
    assert.deepEqual(body.website.stats, { rows: [{ exitRate: null }, { exitRate: null }], knownFrom: null });
    assert.equal(response, '2026-05-27');
  });

  async function read() {
    const body = await gateway.graphql<{ website: { stats: unknown } }>(
      `{ website(id: 1) { stats(name: PAGE, ${RANGE}) { rows { exitRate } knownFrom } } }`,
    );
    const url = `${gateway.url}/api/v1/stats/1?name=exit_page&from=2026-03-01&to=2026-03-31`;
    const answered = await fetch(url, { headers: { Authorization: `Bearer ${gateway.key}` } });
    assert.equal(answered.status, 200);
    return { body, response: answered.headers.get('X-Footfall-Known-From') };
  }
});
