import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { readLiveCounts } from '../../src/db/visits/visits.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { localDay } from '../../src/domain/time-zone.ts';
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

  test('the last 30 minutes are counted by minute, source, country and event, equal to a recount', async () => {
    const random = seeded(11);
    const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
    // An event without a pageview before it belongs to no visit, and live figures are about visits.
    const known = new Set<string>();
    const hits = Array.from({ length: 400 }, (_, index) => {
      const visitor = Math.floor(random() * 60);
      const time = NOW - 40 * MINUTE + Math.floor((index / 400) * 40 * MINUTE);
      const day = `${localDay(time, 'Europe/Berlin').day} ${visitor}`;
      const event = random() < 0.3 && known.has(day) ? pick(['Signup', 'Purchase', 'Play']) : undefined;
      known.add(day);
      const source = ['', 'Hacker News', 'Mastodon'][visitor % 3] ?? '';
      const country = visitor % 4 === 0 ? '' : 'DE:Germany';
      return {
        time,
        visitor: visitor.toString(16).padStart(16, '0'),
        ...(event !== undefined && { kind: 'event' as const }),
        values: { page: pick(['/', '/docs']), source, country, ...(event !== undefined && { event }) },
      };
    });
    const many = await startReadServer(await open(), { now: NOW, timezone: 'Europe/Berlin', hits });
    try {
      const { live } = await many.read(
        'live { minutes { start visitors pageviews events } sources { value label visitors } countries { value label visitors } events { value label count latest } }',
      );
      const minuteOf = (time: number) => time - (time % MINUTE);
      const since = minuteOf(NOW) - 29 * MINUTE;
      const recent = hits.filter(({ time }) => time >= since);
      const isoOf = (time: number) => new Date(time).toISOString();
      const visitorsIn = (some: readonly { visitor: string }[]) => new Set(some.map(({ visitor }) => visitor)).size;
      assert.deepEqual(
        live.minutes,
        Array.from({ length: 30 }, (_, index) => {
          const start = since + index * MINUTE;
          const some = recent.filter(({ time }) => minuteOf(time) === start);
          const events = some.filter(hit => hit.values.event !== undefined).length;
          return { start: isoOf(start), visitors: visitorsIn(some), pageviews: some.length - events, events };
        }),
      );

      const byEvent = [
        ...Map.groupBy(
          recent.filter(hit => hit.values.event !== undefined),
          ({ values }) => values.event ?? '',
        ),
      ].map(([value, some]) => {
        const latest = minuteOf(some.at(-1)?.time ?? 0);
        return { value, label: value, count: some.length, latest: isoOf(latest) };
      });
      const inOrder = (events: typeof byEvent) => events.toSorted((a, b) => (a.value < b.value ? -1 : 1));
      assert.ok(byEvent.length === 3);
      assert.deepEqual(inOrder(live.events), inOrder(byEvent));
      const ranks: string[] = live.events.map(
        ({ latest, count }: { latest: string; count: number }) => `${latest} ${1000 + count}`,
      );
      assert.deepEqual(ranks, ranks.toSorted().reverse());

      for (const [field, name, labels] of [
        ['sources', 'source', { '': 'Direct' }],
        ['countries', 'country', { '': 'Unknown', 'DE:Germany': 'Germany' }],
      ] as const) {
        const counted = [...Map.groupBy(recent, ({ values }) => values[name])].map(([value, some]) => {
          const label = (labels as Record<string, string>)[value] ?? value;
          return { value, label, visitors: visitorsIn(some) };
        });
        const all: typeof counted = live[field];
        const byValue = (rows: typeof counted) => rows.toSorted((a, b) => (a.value < b.value ? -1 : 1));
        assert.deepEqual(byValue(all), byValue(counted));
        const visitors = all.map(one => one.visitors);
        assert.deepEqual(
          visitors,
          visitors.toSorted((a, b) => b - a),
        );
      }
    } finally {
      await many.close();
    }
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
