import assert from 'node:assert/strict';
import { getIntrospectionQuery, isObjectType } from 'graphql';
import { afterAll, beforeAll, test } from 'vitest';
import { STATISTICS } from '../../src/domain/statistics.ts';
import { LIMITS, parseWithinLimits } from '../../src/graphql/limits.ts';
import { schema } from '../../src/graphql/schema.ts';
import { BODY_LIMITS } from '../../src/http/body.ts';
import { type GraphqlServer, startGraphqlAlone } from '../support/graphql.ts';

let server: GraphqlServer;
beforeAll(async () => {
  server = await startGraphqlAlone();
  await server.ask('mutation { createWebsite(input: { domain: "demo.example" }) { id } }');
});
afterAll(() => server.close());

const repeat = (times: number, text: (index: number) => string) =>
  Array.from({ length: times }, (_, index) => text(index)).join(' ');
const RANGE = 'from: "2025-01-01", to: "2025-12-31"';

/** Returns the error for a document, which must name a limit with the given and the allowed number. */
function refusalOf(query: string): { given: string; limit: string; most: number } {
  try {
    parseWithinLimits(query);
  } catch (error) {
    const found =
      /^The operation has (?:a )?(.*?) ?(depth|tokens|fields|repetitions|aliases|fragments|directives)(?: of (\d+) fields| or more)?; at most (\d+) /.exec(
        (error as Error).message,
      );
    assert.ok(found, (error as Error).message);
    return { given: found[3] ?? found[1] ?? '', limit: found[2] ?? '', most: Number(found[4]) };
  }
  throw new Error(`This was let through: ${query.slice(0, 100)}`);
}

test('a dashboard of all statistics with full pages passes, as does an overview of 100 websites', async () => {
  const panels = STATISTICS.map(
    ({ name }) => `${name}: stats(name: ${name.toUpperCase()}, ${RANGE}, perPage: 100) { ...Panel }`,
  );
  const dashboard = `{ website(id: 1) { domain ${panels.join(' ')} } } fragment Panel on StatPage { rows { value label count share } total sum page perPage lastPage }`;
  const { data, errors } = await server.ask(dashboard);
  assert.deepEqual(errors, []);
  assert.equal(data.website.visitors.perPage, 100);
  const overview = await server.ask(
    `{ websites(perPage: 100) { total rows { id domain days: stats(name: VISITORS, ${RANGE}, perPage: 100) { rows { value count } sum } } } }`,
  );
  assert.deepEqual(overview.errors, []);
});

test('a page of 1,000 websites with all figures of a summary and 30 points of each passes', async () => {
  const month = 'from: "2025-01-01", to: "2025-01-30"';
  const summary = schema.getType('Summary');
  assert.ok(isObjectType(summary));
  const figures = Object.values(summary.getFields())
    .filter(({ type }) => String(type) === 'Figure!')
    .map(({ name }) => `${name} { value change }`);
  const { data, errors } = await server.ask(
    `{ websites(perPage: 1000) { total rows { id domain summary(${month}) { ${figures.join(' ')} } timeseries(${month}, interval: DAY) { points { start visitors } } } } }`,
  );
  assert.deepEqual(errors, []);
  assert.equal(data.websites.rows[0].timeseries.points.length, 30);
});

test('the introspection query of GraphiQL passes', async () => {
  const { errors, data } = await server.ask(
    getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true }),
    {},
    null,
  );
  assert.deepEqual(errors, []);
  assert.equal(data.__schema.queryType.name, 'Query');
});

test('each limit rejects one more than it allows and names both numbers', () => {
  const cases: [string, (size: number) => string][] = [
    ['tokens', size => `{ ${repeat(size - 2, () => '...')} }`],
    ['depth', size => `${'{ a '.repeat(size)}${'}'.repeat(size)}`],
    ['fields', size => `{ ${repeat(size, index => `f${index}`)} }`],
    ['repetitions', size => `{ ${repeat(size + 1, () => 'f')} }`],
    ['aliases', size => `{ ${repeat(size, index => `a${index}: f`)} }`],
    ['fragments', size => `{ ${repeat(size, index => `...f${index}`)} }`],
    ['directives', size => `{ f ${repeat(size, () => '@d')} }`],
  ];
  for (const [limit, document] of cases) {
    const most = LIMITS[limit as keyof typeof LIMITS];
    assert.deepEqual(refusalOf(document(most + 1)), { given: String(most + 1), limit, most });
    if (limit !== 'tokens') assert.doesNotThrow(() => parseWithinLimits(document(most)), limit);
  }
});

test('fragments, inline fragments and aliases do not evade the limits', () => {
  const aliases = (prefix: string) => repeat(60, index => `${prefix}${index}: viewer { id }`);
  const hidden: [string, string][] = [
    ['aliases', `{ ...a ...b } fragment a on Query { ${aliases('x')} } fragment b on Query { ${aliases('y')} }`],
    ['aliases', `{ ...a ...a } fragment a on Query { ${aliases('x')} }`],
    ['aliases', `{ ... on Query { ${aliases('x')} } ... { ${aliases('y')} } }`],
    ['aliases', `{ ${repeat(101, () => 'viewer: viewer { id }')} }`],
    ['aliases', `query A { viewer { id } } query B { ${repeat(101, index => `a${index}: viewer { id }`)} }`],
    ['aliases', `{ viewer { id } } fragment unused on Query { ${repeat(101, index => `a${index}: viewer { id }`)} }`],
    [
      'depth',
      `{ ...f0 } ${repeat(16, index => `fragment f${index} on Query { a { ...f${index + 1} } }`)} fragment f16 on Query { b }`,
    ],
    ['depth', `{ __schema { ${'a { '.repeat(14)} b ${'}'.repeat(14)} } }`],
    [
      'fields',
      `{ ...f0 } ${repeat(60, index => `fragment f${index} on Query { ...f${index + 1} ...f${index + 1} }`)} fragment f60 on Query { b }`,
    ],
    [
      'fields',
      `{ ...f0 } ${repeat(60, index => `fragment f${index} on Query { ...f${index + 1} ...f${index + 1} ...nowhere }`)}`,
    ],
    ['repetitions', `{ ${repeat(8, () => `viewer { ${repeat(15, () => 'id')} }`)} }`],
    ['repetitions', `{ ${repeat(60, () => '... { viewer { id } }')} }`],
    ['repetitions', `{ ${repeat(102, () => '__typename')} }`],
    [
      'repetitions',
      `{ ...a } fragment a on Query { viewer { ...b } } fragment b on Viewer { ${repeat(102, () => '... { __typename }')} }`,
    ],
    ['aliases', `{ ${repeat(101, index => `__a${index}: __typename`)} }`],
    ['aliases', `{ __schema { ${repeat(101, index => `a${index}: __typename`)} } }`],
    ['fields', `{ ${repeat(11, index => `a${index}: __schema { ${repeat(95, field => `f${field}`)} }`)} }`],
    ['depth', `query IntrospectionQuery { __schema { ${'__type { '.repeat(14)} b ${'}'.repeat(14)} } }`],
    ['directives', `query ($a: Int ${repeat(30, () => '@d')}) ${repeat(21, () => '@d')} { viewer { id } }`],
    ['tokens', `{ viewer { id } } ${repeat(2_500, () => '{')}`],
  ];
  for (const [limit, query] of hidden) assert.equal(refusalOf(query).limit, limit, query.slice(0, 120));
});

test('very large numbers are not spelled out', () => {
  const doubling = `{ ...f0 } ${repeat(90, index => `fragment f${index} on Query { ...f${index + 1} ...f${index + 1} }`)} fragment f90 on Query { b }`;
  assert.equal(refusalOf(doubling).given, 'more than 1000000000');
});

test('a fragment that spreads itself is rejected immediately', () => {
  for (const query of [
    '{ ...a } fragment a on Query { ...a }',
    '{ ...a } fragment a on Query { v { ...b } } fragment b on Query { v { ...a } }',
  ]) {
    assert.throws(() => parseWithinLimits(query), { code: 'BAD_USER_INPUT', message: /spreads itself/ });
  }
});

test('an operation that is too complex is rejected before anything is read', async () => {
  const rows = 'rows { value label count share }';
  const nested = `websites(perPage: 100) { rows { stats(name: PAGE, ${RANGE}, perPage: 100) { ${rows} } } }`;
  const queries: [string, Record<string, unknown>?][] = [
    [`{ ${nested} }`],
    [`{ ...a } fragment a on Query { ${nested} }`],
    [`query IntrospectionQuery { ${nested} }`],
    [`{ __schema: ${nested} }`],
    [`{ __typename: ${nested} }`],
    [`{ ...__Type } fragment __Type on Query { __type: ${nested} }`],
    [`{ __typename ... on Query { __typename ${nested} } __schema { queryType { name } } }`],
    [`query ($yes: Boolean = true) { ${nested.replace('rows {', 'rows @include(if: $yes) {')} }`],
    [
      `{ websites(perPage: 100) { ... on WebsitePage { rows { ... on Statistics { stats(name: PAGE, ${RANGE}, perPage: 100) { ... { ${rows} } } } } } } }`,
    ],
    [`query ($size: Int) { ${nested.replaceAll('perPage: 100', 'perPage: $size')} }`, { size: 100 }],
    [`query ($size: Int = 100) { ${nested.replaceAll('perPage: 100', 'perPage: $size')} }`],
    [`query ($size: Int) { ${nested.replaceAll('perPage: 100', 'perPage: $size')} }`, { size: 1e9 }],
    [`{ ${repeat(4, index => `a${index}: __schema { types { fields { name } } }`)} }`],
    [`{ ${repeat(31, index => `a${index}: __type(name: "Query") { fields { name } }`)} }`],
    [`{ websites(perPage: 1000) { rows { timeseries(${RANGE}, interval: DAY) { points { start visitors } } } } }`],
    [`{ websites(perPage: 1000) { rows { stats(name: PAGE, ${RANGE}) { total } } } }`],
    [`{ websites(perPage: 1000) { rows { heatmap(${RANGE}) { cells { pageviews visitors } } } } }`],
    [
      `{ website(id: 1) { ${repeat(90, index => `a${index}: stats(name: PAGE, ${RANGE}, perPage: 100) { ${rows} }`)} } }`,
    ],
  ];
  for (const [query, variables] of queries) {
    const { data, errors } = await server.ask(query, variables);
    assert.equal(data, undefined, query);
    assert.equal(errors[0]?.extensions.code, 'QUERY_TOO_COMPLEX', errors[0]?.message);
    assert.match(errors[0]?.message ?? '', /^The query is too large: .* complexity is \d{5,}; at most 30000 /);
  }
  const off = await server.ask(
    `query ($no: Boolean = false) { ${nested.replace('rows {', 'rows @include(if: $no) {')} }`,
  );
  assert.deepEqual(off.errors, []);
  const small = await server.ask(`query ($size: Int) { ${nested.replaceAll('perPage: 100', 'perPage: $size')} }`, {
    size: 10,
  });
  assert.deepEqual(small.errors, []);
});

test('the hosts of pages cost a pass over visits, like the amounts of rows', async () => {
  const refused = async (name: string, beside: string, filter = '') => {
    const fields = repeat(90, index => {
      const to = `2025-12-${1 + (index % 31)}`.replace(/-(\d)$/, '-0$1');
      return `a${index}: stats(name: ${name}, from: "202${Math.floor(index / 31)}-01-01", to: "${to}"${filter}) { rows { ${beside} } }`;
    });
    return (await server.ask(`{ website(id: 1) { ${fields} } }`)).errors[0]?.extensions.code === 'QUERY_TOO_COMPLEX';
  };
  const filter = ', filter: { name: COUNTRY, operator: IS, values: [""] }';
  for (const name of ['PAGE', 'LANDING_PAGE', 'EXIT_PAGE']) assert.ok(await refused(name, 'hosts'));
  assert.ok(await refused('SOURCE', 'amounts { unit }'));
  assert.ok(await refused('PAGE', 'hosts', filter));
  assert.ok(!(await refused('PAGE', 'value')));
  // No other statistic has hosts.
  assert.ok(!(await refused('SOURCE', 'hosts')));
});

test('the error is QUERY_TOO_COMPLEX, with status 400 for clients that accept the GraphQL media type', async () => {
  const bombs = [
    `{ ${repeat(14_000, index => `a${index}:id`)} }`,
    `{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }`,
    `{ ${repeat(101, index => `a${index}: viewer { id }`)} }`,
  ];
  for (const query of bombs) {
    const body = JSON.stringify({ query });
    for (const [accept, status] of [
      ['application/graphql-response+json', 400],
      ['application/json', 200],
    ] as const) {
      const answer = await server.send({
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: accept },
        body,
      });
      assert.equal(answer.status, body.length > BODY_LIMITS.graphql ? 413 : status);
      assert.deepEqual(
        answer.errors.map(({ extensions }) => extensions),
        [{ code: 'QUERY_TOO_COMPLEX' }],
      );
    }
  }
});

test('only the selected operation is weighed', async () => {
  const query = `query Small { viewer { id } } query Large { websites(perPage: 100) { rows { stats(name: PAGE, ${RANGE}, perPage: 100) { rows { value label count share } } } } }`;
  const codeOf = async (operationName: string) => {
    const body = JSON.stringify({ query, operationName });
    const Authorization = `Bearer ${server.keys.write}`;
    const { errors } = await server.send({
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization },
      body,
    });
    return errors[0]?.extensions.code;
  };
  assert.equal(await codeOf('Small'), undefined);
  assert.equal(await codeOf('Large'), 'QUERY_TOO_COMPLEX');
});
