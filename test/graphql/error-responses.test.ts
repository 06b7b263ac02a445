import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { AppError, ERRORS } from '../../src/errors.ts';
import { type GraphqlServer, startGraphqlAlone } from '../support/graphql.ts';

let server: GraphqlServer;
beforeAll(async () => {
  server = await startGraphqlAlone();
  await server.ask('mutation { createWebsite(input: { domain: "demo.example" }) { id } }');
});
afterAll(() => server.close());

/** Returns the field paths of all errors in a response; fails for an error of another kind. */
async function complaints(query: string, variables?: Record<string, unknown>): Promise<string[]> {
  const { errors } = await server.ask(query, variables);
  assert.notEqual(errors.length, 0, query);
  for (const { message, extensions } of errors) {
    assert.equal(extensions.code, 'BAD_USER_INPUT', message);
    for (const texts of Object.values(extensions.fields ?? {}))
      for (const text of texts) assert.match(text, /^["A-Z][\s\S]{10,}/);
  }
  return errors.flatMap(({ extensions }) => Object.keys(extensions.fields ?? {}));
}

const STATS = 'name: PAGE, from: "2026-01-01", to: "2026-01-31"';
const statsOf = (args: string) => `{ website(id: 1) { stats(${args}) { total } } }`;

test('invalid paging arguments are all reported together, under their names', async () => {
  assert.deepEqual(await complaints(statsOf(`${STATS}, perPage: 7`)), ['perPage']);
  assert.deepEqual(await complaints(statsOf(`${STATS}, page: 0`)), ['page']);
  assert.deepEqual(await complaints(statsOf(`${STATS}, perPage: 1, page: -1`)), ['perPage', 'page']);
  assert.deepEqual(await complaints('{ websites(perPage: 11) { total } }'), ['perPage']);
  assert.deepEqual(await complaints('query ($page: Int) { websites(page: $page) { total } }', { page: 0 }), ['page']);
});

test('invalid dates and reversed ranges are rejected, in literals and in variables', async () => {
  const days = [
    '2026-02-30',
    '2025-02-29',
    '1969-12-31',
    '2026-1-1',
    '2026-01-01T00:00:00Z',
    'today',
    '',
    '٢٠٢٦-٠١-٠١',
    '10000-01-01',
  ];
  for (const day of days) {
    assert.deepEqual(
      await complaints(statsOf(`name: PAGE, from: ${JSON.stringify(day)}, to: "2026-01-31"`)),
      ['from'],
      day,
    );
    const query =
      'query ($last: Date!) { website(id: 1) { stats(name: PAGE, from: "2026-01-01", to: $last) { total } } }';
    assert.deepEqual(await complaints(query, { last: day }), ['to'], day);
  }
  assert.deepEqual(await complaints(statsOf('name: PAGE, from: 20260101, to: "2026-01-31"')), ['from']);
  assert.deepEqual(await complaints(statsOf('name: PAGE, from: "2026-02-01", to: "2026-01-31"')), ['from', 'to']);
});

test('an invalid date has the same error text as in REST', async () => {
  const { errors } = await server.ask(statsOf('name: PAGE, from: "2026-02-30", to: "2026-03-01"'));
  const text =
    'The from date "2026-02-30" is not a date from 1970-01-01 on; enter a real day as YYYY-MM-DD, such as 2026-01-31.';
  assert.equal(errors[0]?.message, text);
  assert.deepEqual(errors[0]?.extensions, { code: 'BAD_USER_INPUT', fields: { from: [text] } });
  const query =
    'query ($first: Date!) { website(id: 1) { stats(name: PAGE, from: $first, to: "2026-03-01") { total } } }';
  const number = await server.ask(query, { first: 5 });
  assert.match(number.errors[0]?.message ?? '', /^The from date "5" is not a date/);
});

test('invalid paging arguments have the same error texts as in REST', async () => {
  const { errors } = await server.ask(statsOf(`${STATS}, perPage: 7, page: 0`));
  assert.deepEqual(Object.assign({}, ...errors.map(({ extensions }) => extensions.fields)), {
    perPage: ['The perPage "7" is not one of 10, 25, 50, 100; use another value or leave it out.'],
    page: ['The page "0" is not a whole number from 1 to 2147483647; use another value or leave it out.'],
  });
});

test('errors of graphql-js about an argument name the argument too', async () => {
  assert.deepEqual(await complaints(statsOf('name: NOPE, from: "2026-01-01", to: "2026-01-31", perPage: "x"')), [
    'name',
    'perPage',
  ]);
  assert.deepEqual(await complaints(statsOf('from: "2026-01-01", to: "2026-01-31"')), ['name']);
  assert.deepEqual(await complaints(statsOf(`${STATS}, color: 1`)), ['color']);
  assert.deepEqual(await complaints('query ($size: Int) { websites(perPage: $size) { total } }', { size: 'ten' }), [
    'perPage',
  ]);
  assert.deepEqual(
    await complaints('query ($d: Date!) { website(id: 1) { stats(name: PAGE, from: $d, to: $d) { total } } }'),
    ['from'],
  );
});

test('errors name the fields of an input with the prefix input', async () => {
  const create = 'mutation ($given: CreateWebsiteInput!) { createWebsite(input: $given) { id } }';
  const named = (given: object) => complaints(create, { given });
  assert.deepEqual(
    await named({ domain: 'no host', excludeIps: ['1.2.3.4', 'x'], timezone: 'Mars/X', privacy: 'PASSWORD' }),
    ['input.domain', 'input.excludeIps', 'input.timezone', 'input.password'],
  );
  assert.deepEqual(await named({ domain: 'demo.example' }), ['input.domain'], 'a taken domain');
  assert.deepEqual(await named({}), ['input.domain']);
  assert.deepEqual(await named({ domain: 'a.example', privacy: 'SECRET' }), ['input.privacy']);
  assert.deepEqual(await named({ domain: 'a.example', excludeParams: ['a', null] }), ['input.excludeParams']);
  assert.deepEqual(await named({ domain: 'a.example', emailReports: null }), ['input.emailReports']);
  assert.deepEqual(await named(JSON.parse('{"domain":"a.example","__proto__":1}')), ['input.__proto__']);
  assert.deepEqual(await complaints('mutation { createWebsite(input: { privacy: SECRET }) { id } }'), [
    'input.domain',
    'input.privacy',
  ]);
  assert.deepEqual(await complaints('mutation { updateWebsite(id: 1, input: { domain: "b.example" }) { id } }'), [
    'input.domain',
  ]);
  assert.deepEqual(await complaints('mutation { updateWebsite(id: 1, input: { privacy: PASSWORD }) { id } }'), [
    'input.password',
  ]);
  assert.deepEqual(await complaints('mutation { updateWebsite(id: 1, input: { timezone: "+02:00" }) { id } }'), [
    'input.timezone',
  ]);
});

test('an operation that cannot be parsed is BAD_USER_INPUT without fields', async () => {
  for (const query of [
    '{',
    '',
    '{ nothing }',
    '{ viewer }',
    'query ($x: Nothing) { viewer { id } }',
    '{ ...a } fragment a on Query { ...a }',
  ]) {
    assert.deepEqual(await complaints(query), [], query);
  }
});

test('schema names are suggested to signed-in callers, never to anonymous ones', async () => {
  for (const query of [
    '{ webites { total } }',
    '{ website(doman: "x") { id } }',
    '{ shared(domain: "x") { stats(name: PAGES) { total } } }',
  ]) {
    const known = await server.ask(query);
    assert.match(known.text, /Did you mean/, query);
    const stranger = await server.ask(query, {}, null);
    assert.equal(stranger.errors[0]?.extensions.code, 'BAD_USER_INPUT');
    assert.doesNotMatch(stranger.text, /Did you mean/, query);
  }
  const variable = await server.ask(
    'query ($n: StatName!) { shared(domain: "x") { stats(name: $n, from: "2026-01-01", to: "2026-01-01") { total } } }',
    { n: 'PAGES' },
    null,
  );
  assert.deepEqual(variable.errors[0]?.extensions.fields, {
    name: ['Value "PAGES" does not exist in "StatName" enum.'],
  });
});

test('errors have a code of the catalogue, sometimes fields, and nothing else', async () => {
  const answers = await Promise.all([
    server.ask('{ website(id: 2) { id } }'),
    server.ask(statsOf(`${STATS}, perPage: 7`)),
    server.ask('{ nothing }'),
    server.ask('{ websites { total } }', {}, null),
    server.ask('mutation { deleteWebsite(id: 1) }', {}, server.keys.read),
    server.send({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' }),
    server.send({ method: 'PUT' }),
  ]);
  for (const { errors } of answers) {
    const { code, fields, ...more } = errors[0]?.extensions ?? { code: '' };
    assert.ok(code in ERRORS, code);
    assert.deepEqual(more, {});
    assert.equal(fields === undefined || code === 'BAD_USER_INPUT', true);
  }
});

test('an internal error reveals only the request id, which is also in the log', async () => {
  const broken = await startGraphqlAlone();
  try {
    await broken.database.dialect.run('ALTER TABLE website RENAME COLUMN domain TO elsewhere');
    const { status, data, errors, text } = await broken.ask('{ a: website(id: 1) { id } b: viewer { email } }');
    assert.equal(status, 200);
    assert.deepEqual(data, { a: null, b: { email: 'ada@example.com' } });
    assert.deepEqual(errors[0]?.extensions, { code: 'INTERNAL', requestId: 'a-request' });
    assert.doesNotMatch(text, /no such|domain|sql/i);
    const lines = broken.logged.filter(line => line.includes('a-request'));
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /no such column/);
  } finally {
    await broken.close();
  }
});

test('a rejected caller gets the status of the catalogue and the time to wait', async () => {
  const refusals = [
    [new AppError('UNAUTHENTICATED', 'Unauthenticated.'), 401, { 'www-authenticate': 'Bearer' }],
    [new AppError('RATE_LIMITED', 'Too Many Attempts.', { retryAfter: 17 }), 429, { 'retry-after': '17' }],
    [new AppError('UNAVAILABLE', 'The database is away.', { retryAfter: 5 }), 503, { 'retry-after': '5' }],
    [new Error('SELECT secret FROM account'), 500, {}],
  ] as const;
  for (const [fault, status, headers] of refusals) {
    const closed = await startGraphqlAlone({ callerOf: () => Promise.reject(fault) });
    try {
      const answer = await closed.ask('{ viewer { email } }');
      assert.equal(answer.status, status);
      assert.equal(answer.errors[0]?.extensions.code, fault instanceof AppError ? fault.code : 'INTERNAL');
      for (const [name, value] of Object.entries(headers)) assert.equal(answer.headers.get(name), value);
      assert.doesNotMatch(answer.text, /secret/);
    } finally {
      await closed.close();
    }
  }
});

test('neither successful requests nor errors of the caller are logged', () => {
  assert.deepEqual(server.logged, []);
});
