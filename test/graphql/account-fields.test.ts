import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { openSession } from '../../src/accounts/sessions.ts';
import { eachDatabase } from '../support/databases.ts';
import { type GraphqlServer, startGraphql } from '../support/graphql.ts';

eachDatabase('The viewer over GraphQL', open => {
  let server: GraphqlServer;
  beforeAll(async () => {
    server = await startGraphql(await open());
  });
  afterAll(() => server.close());

  it('has the IP address of the request', async () => {
    const { data } = await server.ask('{ viewer { address } }');
    assert.deepEqual(data, { viewer: { address: '127.0.0.1' } });
  });

  it('has its API keys, and a new key works until it is revoked', async () => {
    const create =
      'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { key apiKey { id name prefix } } }';
    const { data } = await server.ask(create, {
      input: { name: ' Grafana ', scope: 'READ', expiresAt: new Date(Date.now() + 60_000).toISOString() },
    });
    const { key, apiKey } = data.createApiKey;
    assert.equal(apiKey.name, 'Grafana');
    assert.ok(key.startsWith(apiKey.prefix));
    const mine = await server.ask('{ viewer { scope apiKeys { name revokedAt } } }', {}, key);
    assert.equal(mine.data.viewer.scope, 'READ');
    assert.equal(mine.data.viewer.apiKeys.length, 3);
    const revoke = 'mutation($id: ID!) { revokeApiKey(id: $id) { revokedAt } }';
    assert.equal(
      (await server.ask(revoke, { id: apiKey.id }, server.keys.other)).errors[0]?.extensions.code,
      'NOT_FOUND',
    );
    assert.ok((await server.ask(revoke, { id: apiKey.id })).data.revokeApiKey.revokedAt);
    assert.equal((await server.ask('{ viewer { id } }', {}, key)).data.viewer, null);
  });

  it('cannot create a key without a name or with an expiry in the past', async () => {
    const { errors } = await server.ask(
      'mutation { createApiKey(input: {name: " ", scope: READ, expiresAt: "2020-01-01T00:00:00Z"}) { key } }',
    );
    assert.deepEqual(Object.keys(errors[0]?.extensions.fields ?? {}), ['input.name', 'input.expiresAt']);
    const read = await server.ask(
      'mutation { createApiKey(input: {name: "x", scope: READ}) { key } }',
      {},
      server.keys.read,
    );
    assert.equal(read.errors[0]?.extensions.code, 'FORBIDDEN');
  });

  it('has its signed-in browsers, which only it can sign out', async () => {
    await openSession(server.database, 1, 'Firefox on Linux');
    const { data } = await server.ask('{ viewer { sessions { id client current } } }');
    const [session] = data.viewer.sessions;
    assert.deepEqual([session.client, session.current], ['Firefox on Linux', false]);
    const close = 'mutation($id: ID!) { closeSession(id: $id) }';
    assert.equal(
      (await server.ask(close, { id: session.id }, server.keys.other)).errors[0]?.extensions.code,
      'NOT_FOUND',
    );
    assert.equal((await server.ask(close, { id: '1x' })).errors[0]?.extensions.code, 'NOT_FOUND');
    assert.equal((await server.ask(close, { id: session.id })).data.closeSession, session.id);
    assert.deepEqual((await server.ask('{ viewer { sessions { id } } }')).data.viewer.sessions, []);
  });

  it('can list and add accounts only as an admin', async () => {
    const create =
      'mutation { createAccount(input: {email: "Eve@example.com", password: "a long sentence"}) { email admin } }';
    assert.equal((await server.ask(create, {}, server.keys.other)).errors[0]?.extensions.code, 'FORBIDDEN');
    assert.deepEqual((await server.ask(create)).data.createAccount, { email: 'eve@example.com', admin: false });
    assert.ok((await server.ask(create)).errors[0]?.extensions.fields?.['input.email']);
    const bad = await server.ask('mutation { createAccount(input: {email: "nobody", password: "short"}) { email } }');
    assert.deepEqual(bad.errors[0]?.extensions.fields, {
      'input.email': ['"nobody" is not an e-mail address; send one such as ada@example.com.'],
      'input.password': ['The password must have 8 to 128 characters.'],
    });
    const list = '{ accounts { email } }';
    assert.equal((await server.ask(list, {}, server.keys.other)).errors[0]?.extensions.code, 'FORBIDDEN');
    assert.equal((await server.ask(list)).data.accounts.length, 3);
  });

  it('can change the password with the current one, and has to wait after ten wrong ones', async () => {
    const change = 'mutation($current: String!, $next: String!) { changePassword(current: $current, next: $next) }';
    const next = 'another sentence';
    const short = await server.ask(change, { current: 'a long sentence', next: 'short' }, server.keys.other);
    assert.ok(short.errors[0]?.extensions.fields?.next);
    const right = await server.ask(change, { current: 'a long sentence', next }, server.keys.other);
    assert.equal(right.data.changePassword, true);
    for (let guess = 0; guess < 10; guess++) {
      const wrong = await server.ask(change, { current: 'a long sentence', next }, server.keys.other);
      assert.ok(wrong.errors[0]?.extensions.fields?.current);
    }
    const slowed = await server.ask(change, { current: next, next }, server.keys.other);
    assert.equal(slowed.errors[0]?.extensions.code, 'RATE_LIMITED');
  });
});
