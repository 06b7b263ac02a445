import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { dayNumber } from '../../src/domain/calendar.ts';
import { eachDatabase } from '../support/databases.ts';
import { hitOf } from '../support/hits.ts';
import { type ReadServer, startReadServer } from '../support/read-server.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');

eachDatabase('Dropped hits and warnings', open => {
  let server: ReadServer;
  beforeAll(async () => {
    server = await startReadServer(await open(), { now: NOON });
    const { dialect } = server.database;
    for (const [website, date, reason, hits] of [
      [server.website, '2026-03-09', 'bot', 3],
      [server.website, '2026-03-10', 'rate_limited', 2],
      [server.website, '2026-03-10', 'bot', 1],
      [server.website, '2026-02-28', 'prefetch', 1],
      [server.website + 1, '2026-03-10', 'bot', 9],
    ] as const) {
      await dialect.run('INSERT INTO dropped (website_id, day, reason, hits) VALUES (?, ?, ?, ?)', [
        website,
        dayNumber(date),
        reason,
        hits,
      ]);
    }
    const page = hitOf({}).values.indexOf('/');
    for (const [date, refused] of [
      ['2026-03-10', 12],
      ['2026-03-09', 0],
      ['2026-03-03', 5],
    ] as const) {
      await dialect.run('INSERT INTO new_value (website_id, day, name, seen, refused) VALUES (?, ?, ?, 20000, ?)', [
        server.website,
        dayNumber(date),
        page,
        refused,
      ]);
    }
  });
  afterAll(() => server.close());

  test('dropped hits are returned by day and reason, latest day first', async () => {
    const { dropped } = await server.read('dropped(from: "2026-03-01", to: "2026-03-31") { day reason hits }');
    assert.deepEqual(dropped, [
      { day: '2026-03-10', reason: 'BOT', hits: 1 },
      { day: '2026-03-10', reason: 'RATE_LIMITED', hits: 2 },
      { day: '2026-03-09', reason: 'BOT', hits: 3 },
    ]);
  });

  test('a statistic with too many new values in the last seven days has a warning with advice', async () => {
    const { warnings } = await server.read('warnings { kind name day hits message }');
    assert.deepEqual(warnings, [
      {
        kind: 'TOO_MANY_VALUES',
        name: 'PAGE',
        day: '2026-03-10',
        hits: 12,
        message:
          'Pages had too many new values on 2026-03-10: 12 pageviews count under (other). Exclude the query parameters that make every page a new one.',
      },
    ]);
  });

  test('a warning is in the language that the URL asks for', async () => {
    const answer = await server.send(
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${server.keys.write}` },
        body: JSON.stringify({ query: '{ website(domain: "demo.example") { warnings { message } } }' }),
      },
      '?lang=de',
    );
    assert.deepEqual(answer.data.website.warnings, [
      {
        message:
          'Seiten: Am 2026-03-10 gab es zu viele neue Werte; 12 Seitenaufrufe zählen unter „(andere)“. Schließen Sie die Query-Parameter aus, die jede Seite zu einer neuen machen.',
      },
    ]);
  });

  test('a property has a warning that names its key, and too many keys have one without', async () => {
    const { dialect } = server.database;
    await server.fold([{ time: NOON, properties: ['plan', 'pro'] }]);
    const day = dayNumber('2026-03-10');
    await dialect.run('UPDATE new_property SET refused = 7 WHERE website_id = ? AND day = ?', [server.website, day]);
    await dialect.run('UPDATE new_value SET refused = 2 WHERE website_id = ? AND day = ? AND name = 100', [
      server.website,
      day,
    ]);
    const { warnings } = await server.read('warnings { name key hits message }');
    assert.deepEqual(warnings.slice(1), [
      {
        name: 'PROPERTY',
        key: null,
        hits: 2,
        message:
          'Properties had too many new keys on 2026-03-10: 2 pageviews and events count under (other). Send fewer different keys.',
      },
      {
        name: 'PROPERTY',
        key: 'plan',
        hits: 7,
        message:
          'The property "plan" had too many new values on 2026-03-10: 7 pageviews and events count under (other). Send fewer different values.',
      },
    ]);
    const { stats } = await server.read(
      'stats(name: PROPERTY, key: "(other)", from: "2026-03-10", to: "2026-03-10") { rows { value count } }',
    );
    assert.deepEqual(stats.rows, [{ value: '', count: 1 }]);
  });

  test('a warning names the network that brought too many, and amounts that were too large', async () => {
    const { dialect } = server.database;
    const day = dayNumber('2026-03-10');
    await dialect.run('UPDATE new_value SET crowded = 1 WHERE website_id = ? AND day = ?', [server.website, day]);
    await dialect.run("INSERT INTO dropped (website_id, day, reason, hits) VALUES (?, ?, 'large_amount', 1)", [
      server.website,
      day,
    ]);
    const { warnings } = await server.read('warnings { kind message }');
    const network =
      'One network, a /24 block of IPv4 addresses or a /64 block of IPv6 addresses, sent more than a twentieth of what a day has room for. Find it in the log of your web server and exclude its addresses; if all visitors come through a proxy, set TRUST_PROXY.';
    assert.deepEqual(warnings, [
      {
        kind: 'LARGE_AMOUNTS',
        message:
          '1 event had too large an amount on 2026-03-10 and counts without it. If the amounts are right, raise the largest amount of an event in the settings of the website.',
      },
      ...[
        `Pages had too many new values on 2026-03-10: 13 pageviews count under (other). ${network}`,
        'Properties had too many new keys on 2026-03-10: 2 pageviews and events count under (other). Send fewer different keys.',
        `The property "plan" had too many new values on 2026-03-10: 7 pageviews and events count under (other). ${network}`,
      ].map(message => ({ kind: 'TOO_MANY_VALUES', message })),
    ]);
  });

  test('visitors of the statistics page can read neither', async () => {
    const { errors } = await server.ask('{ shared(domain: "demo.example") { warnings { day } } }', {}, null);
    assert.match(errors[0]?.message ?? '', /Cannot query field "warnings"/);
  });
});
