import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { STATISTICS } from '../../src/domain/statistics.ts';
import { eachDatabase } from '../support/databases.ts';
import { type GraphqlServer, startGraphql } from '../support/graphql.ts';
import { foldAll, hitOf } from '../support/hits.ts';

const DAY = 86_400_000;
const NOON = Date.parse('2026-03-10T12:00:00Z');

eachDatabase('Statistics over GraphQL', open => {
  let server: GraphqlServer;
  beforeAll(async () => {
    const place = await open();
    server = await startGraphql(place);
    const { data } = await server.ask(
      'mutation { createWebsite(input: { domain: "demo.example", privacy: PUBLIC }) { id } }',
    );
    const website = Number(data.createWebsite.id);
    const germany = { country: 'DE:Germany', browser: 'Firefox' };
    await foldAll(server.database, place, [
      [
        hitOf({ website, time: NOON, visitor: '00000000000000aa', values: { ...germany, page: '/a' } }),
        hitOf({ website, time: NOON + 1000, visitor: '00000000000000aa', values: { ...germany, page: '/b' } }),
        hitOf({ website, time: NOON + 2000, visitor: '00000000000000aa', values: { ...germany, page: '/b' } }),
        hitOf({ website, time: NOON, visitor: '00000000000000bb', values: { referrer: 'duckduckgo.com', page: '/b' } }),
        hitOf({ website, time: NOON + DAY, visitor: '00000000000000cc', values: { ...germany, page: '/100%_x' } }),
        // Before the days of the other tests.
        hitOf({
          website,
          time: NOON - 30 * DAY,
          visitor: '00000000000000dd',
          values: { page: '/%C3%BCml%C3%A4ut%20%22' },
        }),
        hitOf({
          website,
          time: NOON - 30 * DAY,
          visitor: '00000000000000ee',
          values: { page: '/100%25', language: 'de' },
        }),
      ],
    ]);
  });
  afterAll(() => server.close());

  const stats = async (args: string, fields = 'rows { value count } total sum') => {
    const { data, errors } = await server.ask(`{ website(domain: "demo.example") { stats(${args}) { ${fields} } } }`);
    assert.deepEqual(errors, []);
    return data.website.stats;
  };
  const MARCH = 'from: "2026-03-01", to: "2026-03-31"';

  test('a page has rows with values, labels, counts and shares, and totals of all pages', async () => {
    const fields = 'rows { value label count share } total sum page perPage lastPage';
    assert.deepEqual(await stats(`name: COUNTRY, ${MARCH}`, fields), {
      rows: [
        { value: 'DE:Germany', label: 'Germany', count: 2, share: 2 / 3 },
        { value: '', label: 'Unknown', count: 1, share: 1 / 3 },
      ],
      total: 2,
      sum: 3,
      page: 1,
      perPage: 10,
      lastPage: 1,
    });
  });

  test('pages are found, by a search and by filters, as people read them and as they are stored', async () => {
    const FEBRUARY = 'from: "2026-02-01", to: "2026-02-28"';
    const pages = async (args: string) =>
      (await stats(`name: PAGE, ${FEBRUARY}, ${args}`)).rows.map((row: { value: string }) => row.value);
    const umlaut = '/%C3%BCml%C3%A4ut%20%22';
    for (const text of ['ümlä', 'MLä', 't "', '%C3%BCml', '%c3%bcml']) {
      const written = JSON.stringify(text);
      assert.deepEqual(await pages(`search: ${written}, searchLabels: true`), [umlaut], text);
      const filter = (operator: string) => `filter: { name: PAGE, operator: ${operator}, values: [${written}] }`;
      assert.deepEqual(await pages(filter('CONTAINS')), [umlaut], text);
      assert.deepEqual(await pages(filter('DOES_NOT_CONTAIN')), ['/100%25'], text);
    }
    const filter = (name: string, operator: string, text: string) =>
      `filter: { name: ${name}, operator: ${operator}, values: [${JSON.stringify(text)}] }`;
    assert.deepEqual(await pages(filter('LANDING_PAGE', 'STARTS_WITH', '/üm')), [umlaut]);
    for (const text of ['/ümläut "', umlaut]) {
      assert.deepEqual(await pages(filter('EXIT_PAGE', 'IS', text)), [umlaut]);
      assert.deepEqual(await pages(filter('PAGE', 'IS_NOT', text)), ['/100%25']);
    }
    // Without it, and in filters, stored values are found as before.
    assert.deepEqual(await pages('search: "ümlä"'), []);
    assert.equal((await pages(filter('PAGE', 'CONTAINS', '%'))).length, 2);
  });

  test('rows are found by their labels, if these are asked for', async () => {
    const found = async (name: string, args: string, range = 'from: "2026-02-01", to: "2026-03-31"') =>
      (await stats(`name: ${name}, ${range}, ${args}`)).rows.map((row: { value: string }) => row.value);
    for (const [name, search, values] of [
      ['LANGUAGE', 'german', ['de']],
      ['LANGUAGE', 'de', ['de']],
      ['LANGUAGE', 'unknown', ['']],
      ['REFERRER', 'No referrer', ['']],
      ['REFERRER', 'direct', ['']],
      ['SOURCE', 'Direct', ['']],
      ['COUNTRY', 'germany', ['DE:Germany']],
      ['PAGE', 'ümlä', ['/%C3%BCml%C3%A4ut%20%22']],
    ] as const)
      assert.deepEqual(await found(name, `search: "${search}", searchLabels: true`), values, `${name} ${search}`);
    assert.deepEqual(await found('LANGUAGE', 'search: "german"'), []);
    const query = `query($name: StatName!, $search: String) {
      website(domain: "demo.example") {
        stats(name: $name, from: "2026-02-01", to: "2026-03-31", search: $search, searchLabels: true) { rows { value } }
      }
    }`;
    for (const [lang, name, search, values] of [
      ['de', 'COUNTRY', 'deutschl', ['DE:Germany']],
      ['de', 'COUNTRY', 'Germany', ['DE:Germany']],
      ['ja', 'COUNTRY', 'ドイツ', ['DE:Germany']],
      ['de', 'CONTINENT', 'unbekannt', ['']],
      ['fr', 'LANGUAGE', 'ALLEMAND', ['de']],
      ['pt', 'LANGUAGE', 'alemão', ['de']],
      ['de', 'LANGUAGE', 'german', []],
      ['xx', 'LANGUAGE', 'german', ['de']],
    ] as const) {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${server.keys.write}` };
      const body = JSON.stringify({ query, variables: { name, search } });
      const { data } = await server.send({ method: 'POST', headers, body }, `?lang=${lang}`);
      const rows: { value: string }[] = data.website.stats.rows;
      assert.deepEqual(
        rows.map(({ value }) => value),
        values,
        `${lang} ${search}`,
      );
    }
    assert.deepEqual(await found('REFERRER', 'search: "No referrer", searchLabels: false'), []);
  });

  test('rows can be searched literally and sorted by count or by value', async () => {
    const pages = ['/100%_x', '/a', '/b'];
    const values = async (args: string) =>
      (await stats(`name: PAGE, ${MARCH}, ${args}`)).rows.map((row: { value: string }) => row.value);
    assert.deepEqual(await values('sortBy: VALUE, sort: ASC'), pages);
    assert.deepEqual(await values('sortBy: VALUE, sort: DESC'), pages.toReversed());
    assert.equal((await values('sortBy: COUNT'))[0], '/b');
    assert.deepEqual(await values('search: "%_"'), ['/100%_x']);
    assert.deepEqual(await values('search: "B"'), ['/b']);
    assert.deepEqual(await values('search: " /b\\t"'), ['/b'], 'as over REST, without the blanks around it');
    assert.equal((await values('search: " "')).length, pages.length);
    assert.deepEqual(await values(`search: "/b${' '.repeat(300)}"`), ['/b'], 'blanks count for no length');
    assert.deepEqual(await values('search: "\\u0000"'), []);
    assert.deepEqual(
      await values('search: "", sortBy: VALUE, sort: ASC, searchBy: VALUE'),
      pages,
      'no text is no search',
    );
  });

  test('the last day is part of the range, and a range without hits has no rows', async () => {
    assert.equal((await stats('name: PAGEVIEWS, from: "2026-03-10", to: "2026-03-10"')).sum, 4);
    assert.equal((await stats('name: PAGEVIEWS, from: "2026-03-10", to: "2026-03-11"')).sum, 5);
    assert.equal((await stats('name: PAGEVIEWS, from: "1970-01-01", to: "9999-12-31"')).sum, 7);
    assert.deepEqual(await stats('name: PAGEVIEWS, from: "2025-01-01", to: "2025-12-31"'), {
      rows: [],
      total: 0,
      sum: 0,
    });
    assert.deepEqual(await stats(`name: PAGE, ${MARCH}, page: 7`), { rows: [], total: 3, sum: 5 });
  });

  test('every statistic can be read with the same fragment by the account and by anonymous visitors', async () => {
    const all = STATISTICS.map(
      ({ name }) => `${name}: stats(name: ${name.toUpperCase()}, ${MARCH}) { rows { value count } total sum }`,
    );
    const fragment = `fragment Everything on Statistics { ${all.join(' ')} }`;
    const owner = await server.ask(`{ site: website(domain: "demo.example") { ...Everything } } ${fragment}`);
    const stranger = await server.ask(
      `{ site: shared(domain: "demo.example") { ...Everything } } ${fragment}`,
      {},
      null,
    );
    assert.deepEqual(owner.errors, []);
    assert.deepEqual(stranger.data, owner.data);
    assert.equal(owner.data.site.visitors.sum, 3);
    assert.equal(owner.data.site.referrer.total, 2);
    assert.equal(owner.data.site.event.total, 0);
  });

  test('all statistics of one range are read in one statement', async () => {
    const statements: string[] = [];
    const { dialect } = server.database;
    const { all } = dialect;
    dialect.all = (sql, params) => {
      statements.push(sql);
      return all.call(dialect, sql, params) as Promise<never>;
    };
    try {
      const fields = STATISTICS.map(
        ({ name }) => `${name}: stats(name: ${name.toUpperCase()}, from: "2026-01-05", to: "2026-03-20") { total }`,
      );
      const { errors } = await server.ask(`{ website(domain: "demo.example") { ${fields.join(' ')} } }`);
      assert.deepEqual(errors, []);
    } finally {
      dialect.all = all;
    }
    assert.equal(statements.filter(sql => /rollup/i.test(sql)).length, 1, statements.join('\n'));
  });
});
