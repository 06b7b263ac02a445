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

  it('is dropped by a shield of its website with a reason of its own, and everything else counts', async () => {
    const made = await gateway.graphql<{ createWebsite: { id: string } }>(
      'mutation($input: CreateWebsiteInput!) { createWebsite(input: $input) { id } }',
      {
        input: {
          domain: 'fort.example',
          hosts: ['*.fort.example', 'other.example'],
          allowHosts: ['fort.example', '*.fort.example'],
          excludeReferrers: ['ads.example'],
          excludeCountries: ['US'],
        },
      },
    );
    const from = (referrer: string, host = 'fort.example', ip = '203.0.113.7') => ({
      page: `https://${host}/`,
      referrer,
      ip,
      user_agent: AGENT,
      time: '2026-02-03T10:00:00Z',
    });
    const sent: readonly [hit: object, reason: string | null][] = [
      [from(''), null],
      [from('https://news.example/'), null],
      [from('https://www.ADS.example/a'), 'excluded_referrer'],
      [from('https://b.ads.example./'), 'excluded_referrer'],
      [from('https://badads.example/'), null],
      [from('http://buttons-for-website.com'), 'spam_referrer'],
      [from('http://a.b.darodar.com/?q'), 'spam_referrer'],
      [from('http://notdarodar.com/'), null],
      [from('https://shop.fort.example/', 'shop.fort.example'), null],
      [from('', 'other.example'), 'excluded_host'],
      [from('', 'fort.example', '8.8.8.8'), 'excluded_country'],
      [from('', 'fort.example', '193.99.144.80'), null],
    ];
    const reasons = sent.map(([, reason]) => reason);
    const results = (await send(sent.map(([hit]) => hit))) as { status: string; reason?: string }[];
    assert.deepEqual(
      results.map(({ reason = null }) => reason),
      reasons,
    );
    await gateway.drain();
    const { website } = await gateway.graphql<{
      website: { dropped: { reason: string; hits: number }[]; summary: object };
    }>(
      `{ website(id: "${made.createWebsite.id}") {
        dropped(from: "2026-02-03", to: "2026-02-03") { reason hits }
        summary(from: "2026-02-03", to: "2026-02-03") { pageviews { value } }
      } }`,
    );
    const recounted = new Map<string, number>();
    for (const reason of reasons) if (reason) recounted.set(reason, (recounted.get(reason) ?? 0) + 1);
    assert.deepEqual(
      new Map(website.dropped.map(({ reason, hits }) => [reason.toLowerCase(), hits])),
      new Map([...recounted].sort()),
    );
    assert.deepEqual(website.summary, { pageviews: { value: reasons.filter(reason => reason === null).length } });
  });

  it('counts without an amount beyond the largest of its website, which is told', async () => {
    const made = await gateway.graphql<{ createWebsite: { id: string } }>(
      'mutation($input: CreateWebsiteInput!) { createWebsite(input: $input) { id } }',
      { input: { domain: 'till.example', maxAmount: 1_000 } },
    );
    const values = ['1000', 1000.01, '99999999999999999999', -1000, '-1000.5', 12.5];
    const time = new Date().toISOString();
    const results = await send(
      values.map((value, at) => ({
        page: 'https://till.example/',
        time,
        event: { name: 'Order', value, unit: 'EUR', props: at === 1 ? { '': 1 } : undefined },
      })),
    );
    const left = 'The value was left out, because the largest amount of this website is 1000.';
    const other = 'One property was left out: a key is 1 to 64 letters, digits or _ . - of ASCII.';
    assert.deepEqual(
      (results as { notice?: string }[]).map(({ notice = null }) => notice),
      [null, `${other} ${left}`, left, null, left, null],
    );
    await gateway.drain();
    const day = time.slice(0, 10);
    const { website } = await gateway.graphql<{ website: object }>(
      `{ website(id: "${made.createWebsite.id}") {
        stats(name: EVENT, from: "${day}", to: "${day}") { rows { count amounts { sum unit } } }
        warnings { kind name day hits message }
      } }`,
    );
    const text = `3 events had too large an amount on ${day} and count without it. If the amounts are right, raise the largest amount of an event in the settings of the website.`;
    assert.deepEqual(website, {
      stats: { rows: [{ count: 6, amounts: [{ sum: '12.5', unit: 'EUR' }] }] },
      warnings: [{ kind: 'LARGE_AMOUNTS', name: null, day, hits: 3, message: text }],
    });
  });

  it('takes ids of as many characters as are allowed, however many units they have', async () => {
    const idOf = (length: number) => '😀'.repeat(length);
    const reasons = (await send([idOf(255), idOf(256)].map(id => ({ page: 'https://shop.example/', id })))) as {
      reason?: string;
    }[];
    assert.deepEqual(
      reasons.map(({ reason }) => reason),
      [undefined, 'The id has 256 characters; send at most 255.'],
    );
  });

  it('counts without a value that is not an amount, which is told in one line of ASCII', async () => {
    const hit = (value: unknown) => ({ page: 'https://shop.example/', event: { name: 'Order', value } });
    const told: readonly (readonly [value: unknown, fault: string | null])[] = [
      ['1,50', '"1,50" is not an amount'],
      [1e21, '1e+21 is not an amount'],
      ['0.00000000012', '"0.00000000012" is not an amount'],
      [true, 'true is not an amount'],
      [[], 'is a list'],
      [{ EUR: 1 }, 'is an object'],
      ['12 €', '"12 \\u20ac" is not an amount'],
      ['9'.repeat(100), `"${'9'.repeat(80)}..." is not an amount`],
      ['1.50', null],
      [0, null],
      [' ', null],
      [null, null],
      [undefined, null],
    ];
    const notices = told.map(([, fault]) =>
      fault === null
        ? null
        : `The value ${fault} and was left out; send a number such as 1.5 or "1.50", with at most 20 digits before the point and 10 after it.`,
    );
    const results = (await send(told.map(([value]) => hit(value)))) as { status: string; notice?: string }[];
    assert.deepEqual(
      results.map(({ status, notice = null }) => ({ status, notice })),
      notices.map(notice => ({ status: 'accepted', notice })),
    );
    for (const [at, [value]] of told.entries()) {
      const body = JSON.stringify(hit(value));
      const answer = await fetch(`${gateway.url}/api/event`, {
        method: 'POST',
        body,
        headers: { 'User-Agent': AGENT },
      });
      assert.equal(answer.status, 202);
      assert.equal(answer.headers.get('x-footfall-notice'), notices[at]);
    }
  });

  it('has a long page cut between two characters, and its label is readable to the end', async () => {
    const page = `https://shop.example/${'ä'.repeat(300)}`;
    await send([{ page, ip: '203.0.113.8', user_agent: AGENT, time: '2026-02-04T10:00:00Z' }]);
    await gateway.drain();
    const { website } = await gateway.graphql<{ website: object }>(
      `{ website(domain: "shop.example") {
        stats(name: PAGE, from: "2026-02-04", to: "2026-02-04") { rows { value label } }
      } }`,
    );
    const row = { value: `/${'%C3%A4'.repeat(42)}`, label: `/${'ä'.repeat(42)}` };
    assert.deepEqual(website, { stats: { rows: [row] } });
  });
});
