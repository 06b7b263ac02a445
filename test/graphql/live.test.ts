import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { readLiveCounts } from '../../src/db/visits/visits.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { eachDatabase } from '../support/databases.ts';
import { seeded } from '../support/import-files.ts';
import { type ReadServer, startReadServer } from '../support/read-server.ts';

/** Ten minutes after midnight in Berlin. */
const NOW = Date.parse('2026-03-10T23:10:00Z');
const MINUTE = 60_000;

eachDatabase('Live visitors', open => {
  let server: ReadServer;
  beforeAll(async () => {
    const hit = (minutesAgo: number, visitor: string, page: string) => ({
      time: NOW - minutesAgo * MINUTE,
      visitor: visitor.padStart(16, '0'),
      values: { page, referrer: page === '/new' ? 'x.example' : '' },
    });
    server = await startReadServer(await open(), {
      now: NOW,
      timezone: 'Europe/Berlin',
      hits: [
        hit(31, 'a0', '/gone'),
        hit(29, 'a1', '/before-midnight'),
        hit(9, 'a2', '/quiet'),
        hit(8, 'a3', '/first'),
        hit(4, 'a3', '/caf%C3%A9'),
        hit(2, 'a4', '/caf%C3%A9'),
        hit(3, 'a5', '/old'),
        hit(1, 'a5', '/new'),
      ],
    });
  });
  afterAll(() => server.close());

  test('visitors of the last minutes are counted, also across midnight, on their latest page', async () => {
    const { live } = await server.read('live { visitors5 visitors30 pages { value label visitors } at }');
    assert.deepEqual(live, {
      visitors5: 3,
      visitors30: 5,
      pages: [
        { value: '/caf%C3%A9', label: '/café', visitors: 2 },
        { value: '/new', label: '/new', visitors: 1 },
      ],
      at: new Date(NOW).toISOString(),
    });
  });

  const subscribe = async (domain: string, key: string | null) => {
    const aborted = new AbortController();
    const response = await fetch(server.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ query: `subscription { live(domain: "${domain}") { visitors30 } }` }),
      signal: aborted.signal,
    });
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (/data: \{.*\}\n\n/.test(text)) break;
    }
    aborted.abort();
    const { data, errors } = JSON.parse(/data: (\{.*\})/.exec(text)?.[1] ?? '{}');
    // A compressor would hold the messages back.
    assert.equal(response.headers.get('content-encoding'), 'none');
    return { type: response.headers.get('content-type'), data, errors };
  };

  test('a subscription sends them immediately, as server-sent events, to everyone who can see the page', async () => {
    assert.deepEqual(await subscribe('demo.example', null), {
      type: 'text/event-stream',
      data: { live: { visitors30: 5 } },
      errors: undefined,
    });
  });

  test('only its account can watch a private website; for others it does not exist', async () => {
    await server.change('mutation { createWebsite(input: { domain: "private.example" }) { id } }');
    assert.deepEqual((await subscribe('private.example', server.keys.write)).data, { live: { visitors30: 0 } });
    for (const key of [null, server.keys.other]) {
      const { data, errors } = await subscribe('private.example', key);
      assert.equal(data?.live ?? null, null);
      assert.equal(errors[0].extensions.code, 'NOT_FOUND');
    }
  });

  test('a network without an account has a share of the subscriptions, beside which members get theirs', async () => {
    const aborted = new AbortController();
    const watch = async (key: string | null) => {
      const response = await fetch(server.url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'text/event-stream',
          ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ query: 'subscription { live(domain: "demo.example") { visitors30 } }' }),
        signal: aborted.signal,
      });
      const reader = response.body!.getReader();
      for (let text = ''; ; ) {
        text += Buffer.from((await reader.read()).value ?? []).toString();
        const [, message] = /data: (\{.*\})\n\n/.exec(text) ?? [];
        if (message) return JSON.parse(message).errors?.[0].message as string | undefined;
      }
    };
    const refusals = new Set<string | undefined>();
    // Those of the tests before may still be open, so one of the first 51 is refused.
    for (let opened = 0; opened < 51; opened++) refusals.add(await watch(null));
    assert.deepEqual(
      [...refusals].filter(text => text !== undefined),
      ['Too many live subscriptions are open from your network. Close one, or query `live` instead.'],
    );
    assert.equal(await watch(server.keys.write), undefined);
    aborted.abort();
    // All servers of this process share the seats, which are free once they notice.
    while ((await subscribe('demo.example', null)).errors !== undefined);
  });

  test('of many visitors are counted by the database, which returns ten pages', async () => {
    const random = seeded(7);
    const hits = Array.from({ length: 600 }, () => ({
      time: NOW - Math.floor(random() * 40 * MINUTE),
      visitor: Math.floor(random() * 250)
        .toString(16)
        .padStart(16, '0'),
      values: { page: `/${Math.floor(random() ** 2 * 60)}`, referrer: random() < 0.3 ? 'x.example' : '' },
    }));
    const many = await startReadServer(await open(), { now: NOW, hits });
    try {
      const latest = new Map<string, (typeof hits)[number]>();
      for (const hit of hits) {
        const known = latest.get(hit.visitor);
        if (!known || hit.time > known.time) latest.set(hit.visitor, hit);
      }
      const since = (minutes: number) => [...latest.values()].filter(({ time }) => time >= NOW - minutes * MINUTE);
      const active = since(5);
      const onPages = Map.groupBy(active, ({ values }) => values.page);
      const counts = [...onPages.values()].map(({ length }) => length).sort((a, b) => b - a);
      assert.ok(onPages.size > 10);

      const { live } = await many.read('live { visitors5 visitors30 pages { value visitors } }');
      assert.deepEqual([live.visitors5, live.visitors30], [active.length, since(30).length]);
      const pages: { value: string; visitors: number }[] = live.pages;
      assert.deepEqual(
        pages.map(({ visitors }) => visitors),
        counts.slice(0, 10),
      );
      for (const { value, visitors } of pages) assert.equal(visitors, onPages.get(value)?.length, value);
      const days = { websites: [many.website], days: [dayNumber('2026-03-10')] };
      const times = { since: NOW - 30 * MINUTE, activeSince: NOW - 5 * MINUTE };
      assert.equal((await readLiveCounts(many.database.dialect, [days], times, 10)).length, 10);
    } finally {
      await many.close();
    }
  });
});
