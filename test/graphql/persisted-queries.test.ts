import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Answer, type GraphqlServer, startGraphqlAlone } from '../support/graphql.ts';

const hashOf = (query: string) => createHash('sha256').update(query).digest('hex');
const extensions = (query: string) => ({ persistedQuery: { version: 1, sha256Hash: hashOf(query) } });

describe('An automatic persisted query', () => {
  let server: GraphqlServer;
  beforeAll(async () => {
    server = await startGraphqlAlone();
  });
  afterAll(() => server.close());

  const post = (params: object, headers: Record<string, string> = {}) =>
    server.send({
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${server.keys.write}`, ...headers },
      body: JSON.stringify(params),
    });
  const get = (params: object) =>
    server.send(
      { headers: { Authorization: `Bearer ${server.keys.write}` } },
      `?extensions=${encodeURIComponent(JSON.stringify(params))}`,
    );

  function assertNotFound(answer: Answer) {
    assert.deepEqual([answer.status, answer.data], [200, undefined]);
    const [
      {
        message,
        extensions: { code },
      } = assert.fail(),
    ] = answer.errors;
    assert.deepEqual([message, code], ['PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND']);
  }

  /** Sends a query as Apollo Client does: the hash alone, and the text with it if the server asks for it. */
  async function ask(query: string, headers: Record<string, string> = {}) {
    const first = await post({ operationName: null, variables: {}, extensions: extensions(query) }, headers);
    if (first.errors[0]?.message !== 'PersistedQueryNotFound') return { requests: 1, data: first.data };
    const { data } = await post({ operationName: null, variables: {}, extensions: extensions(query), query }, headers);
    return { requests: 2, data };
  }

  for (const accept of ['*/*', 'application/graphql-response+json,application/json;q=0.9'])
    it(`is asked for once, and then runs by its hash, for Accept: ${accept}`, async () => {
      const query = `{ viewer { email } } # ${accept}`;
      const data = { viewer: { email: 'ada@example.com' } };
      assert.deepEqual(await ask(query, { Accept: accept }), { requests: 2, data });
      assert.deepEqual(await ask(query, { Accept: accept }), { requests: 1, data });
      assert.deepEqual((await get(extensions(query))).data, data);
    });

  it('is learnt even if others have sent the text before, without its hash', async () => {
    const query = '{ viewer { scope } }';
    const data = { viewer: { scope: 'WRITE' } };
    for (let time = 0; time < 2; time++) assert.deepEqual((await post({ query })).data, data);
    assert.deepEqual(await ask(query), { requests: 2, data });
    assert.deepEqual(await ask(query), { requests: 1, data });
  });

  it('takes variables and an operation name with its hash', async () => {
    const query = 'query A($name: String) { website(domain: $name) { id } } query B { viewer { email } }';
    await post({ query, operationName: 'B', extensions: extensions(query) });
    const named = { operationName: 'A', variables: { name: 'no.example' }, extensions: extensions(query) };
    assert.equal((await post(named)).errors[0]?.extensions.code, 'NOT_FOUND');
  });

  it('is not known by the hash of another text, with or without the text', async () => {
    const query = '{ websites { total } }';
    for (const body of [{ extensions: extensions(query) }, { query: '', extensions: extensions(query) }])
      assertNotFound(await post(body));
    assertNotFound(await get(extensions(query)));
    const wrong = await post({ query: '{ viewer { email } }', extensions: extensions(query) });
    assert.deepEqual([wrong.status, wrong.errors[0]?.extensions.code], [400, 'BAD_USER_INPUT']);
    assert.match(wrong.errors[0]?.message ?? '', /sha256Hash .* is not that of the query/);
    assertNotFound(await post({ extensions: extensions(query) }));
  });

  it('needs version 1 and a hash, unless the text is sent', async () => {
    for (const persistedQuery of [{}, null, 'x', { version: 2, sha256Hash: 'a' }, { version: 1, sha256Hash: 7 }]) {
      const alone = await post({ extensions: { persistedQuery } });
      assert.deepEqual([alone.status, alone.errors[0]?.extensions.code], [400, 'BAD_USER_INPUT']);
      const both = await post({ query: '{ viewer { email } }', extensions: { persistedQuery } });
      assert.deepEqual(both.data, { viewer: { email: 'ada@example.com' } });
    }
    for (const query of [5, ['x']]) assert.equal((await post({ query, extensions: extensions('x') })).status, 400);
  });

  it('passes the same checks as any other query', async () => {
    const mutation = 'mutation { createWebsite(input: { domain: "hashed.example" }) { id } }';
    assert.equal((await ask(mutation)).requests, 2);
    const byGet = await get(extensions(mutation));
    assert.deepEqual([byGet.status, byGet.errors[0]?.extensions.code], [405, 'BAD_USER_INPUT']);
    const broken = '{ nothing }';
    for (const body of [{ query: broken, extensions: extensions(broken) }, { extensions: extensions(broken) }])
      assert.match((await post(body)).errors[0]?.message ?? '', /Cannot query field "nothing"/);
  });

  it('is forgotten when clients have sent 1 MiB of others since, and then learnt again', async () => {
    const query = '{ viewer { admin: email } }';
    const kept = '{ viewer { kept: email } }';
    for (const one of [query, kept]) await ask(one);
    for (let sent = 0; sent < 12; sent++) {
      const long = `{ viewer { email } } # ${sent} ${'x'.repeat(98_000)}`;
      await post({ query: long, extensions: extensions(long) });
      assert.equal((await ask(kept)).requests, 1);
    }
    assert.equal((await ask(query)).requests, 2);
    assert.equal((await ask(query)).requests, 1);
  });
});

describe('A subscription', () => {
  it("is refused with a reason to clients that expect Apollo's multipart responses", async () => {
    const server = await startGraphqlAlone();
    const query = 'subscription { live(domain: "demo.example") { visitors5 } }';
    for (const accept of [
      'multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json',
      'application/json',
    ]) {
      const { status, errors } = await server.send({
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: accept },
        body: JSON.stringify({ query }),
      });
      assert.deepEqual([status, errors[0]?.extensions.code], [406, 'BAD_USER_INPUT']);
      assert.match(errors[0]?.message ?? '', /server-sent events only; send Accept: text\/event-stream/);
    }
    await server.close();
  });
});
