import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import type { StatName } from '../../src/domain/statistics.ts';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

/** One pageview and one event of one visitor in Munich, at 10:05 in Berlin. */
const TIME = '2026-03-10T09:05:00Z';
const VISITOR = {
  ip: '88.217.0.1',
  user_agent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  language: 'de-DE,de;q=0.9',
  screen_resolution: '1920x1080',
};
const QUERY =
  'utm_source=letter&utm_medium=email&utm_campaign=spring-sale&utm_term=running%20shoes&utm_content=footer&plan=pro';
const PAGE = `https://www.shop.example/Pricing?${QUERY}#top`;
const PATH = new RegExp(`^/Pricing\\?${QUERY}$`);
const HITS = [
  { ...VISITOR, time: TIME, page: PAGE, referrer: 'https://www.duckduckgo.com/?q=shop' },
  { ...VISITOR, time: '2026-03-10T09:06:00Z', page: PAGE, event: { name: 'Signup' } },
];

/** Crawlers are only in access logs. */
type OfHits = Exclude<StatName, 'property' | 'crawler' | 'crawled_page'>;
/** The expected row of every statistic for those hits; a statistic without a row fails. */
const EXPECTED: Record<OfHits, RegExp> = {
  browser: /^Chrome$/,
  browser_version: /^Chrome 142$/,
  campaign: /^spring-sale$/,
  channel: /^Email$/,
  city: /^DE:.+, .+$/,
  continent: /^EU:Europe$/,
  country: /^DE:Germany$/,
  device: /^desktop$/,
  event: /^Signup$/,
  exit_page: PATH,
  host: /^shop\.example$/,
  landing_page: PATH,
  language: /^de$/,
  os: /^Windows$/,
  os_version: /^Windows 10\/11$/,
  page: PATH,
  pageviews: /^2026-03-10$/,
  pageviews_hours: /^10$/,
  referrer: /^duckduckgo\.com$/,
  region: /^DE:.+$/,
  resolution: /^1920x1080$/,
  source: /^letter$/,
  utm_content: /^footer$/,
  utm_medium: /^email$/,
  utm_source: /^letter$/,
  utm_term: /^running shoes$/,
  visitors: /^2026-03-10$/,
  visitors_hours: /^10$/,
};

eachDatabase('From a hit to every statistic', open => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
    const made = await gateway.rest('/websites', {
      method: 'POST',
      body: new URLSearchParams({ domain: 'shop.example', timezone: 'Europe/Berlin' }),
    });
    assert.equal(made.status, 201);
    const sent = await fetch(`${gateway.url}/api/event/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ hits: HITS }),
    });
    assert.equal(sent.status, 202);
    assert.deepEqual(await sent.json(), {
      accepted: 2,
      dropped: 0,
      rejected: 0,
      results: [
        { index: 0, status: 'accepted' },
        { index: 1, status: 'accepted' },
      ],
    });
    await gateway.drain();
  });
  afterAll(() => gateway.stop());

  for (const name of Object.keys(EXPECTED) as OfHits[]) {
    it(`${name} counts the hit once, with the same value in REST and GraphQL`, async () => {
      const { body } = await gateway.rest(`/stats/1?name=${name}&from=2026-03-01&to=2026-03-31`);
      const rows = (body as { data: { value: string; count: number }[] }).data;
      assert.equal(rows.length, 1);
      assert.match(rows[0]?.value ?? '', EXPECTED[name]);
      assert.equal(rows[0]?.count, 1);
      const { website } = await gateway.graphql<{ website: { stats: { rows: unknown[] } } }>(
        `query ($name: StatName!) { website(id: 1) { stats(name: $name, from: "2026-03-01", to: "2026-03-31") { rows { value count } } } }`,
        { name: name.toUpperCase() },
      );
      assert.deepEqual(website.stats.rows, rows);
    });
  }
});
