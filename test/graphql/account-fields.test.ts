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

  it('changes keys, sessions, accounts and the password only when signed in, not with any API key', async () => {
    const [own] = (await server.ask('{ viewer { sessions { id } } }', {}, server.sessions.own)).data.viewer.sessions;
    for (const mutation of [
      'createApiKey(input: {name: "Spare", scope: READ}) { key }',
      'revokeApiKey(id: 1) { id }',
      'createAccount(input: {email: "spare@example.com", password: "a long sentence", admin: true}) { id }',
      'changePassword(current: "a long sentence", next: "another sentence")',
      `closeSession(id: ${own.id})`,
    ]) {
      for (const key of [server.keys.write, server.keys.read]) {
        const { errors } = await server.ask(`mutation { ${mutation} }`, {}, key);
        assert.equal(errors[0]?.extensions.code, 'FORBIDDEN', mutation);
        assert.match(errors[0]?.message ?? '', /^API keys may not change API keys, sessions or accounts; sign in/);
      }
      const { errors } = await server.ask(`mutation { ${mutation} }`, {}, null);
      assert.equal(errors[0]?.extensions.code, 'UNAUTHENTICATED', mutation);
    }
    const after = await server.ask('{ accounts { email } viewer { apiKeys { revokedAt } sessions { id } } }');
    assert.equal(after.data.accounts.length, 2);
    assert.deepEqual(after.data.viewer.apiKeys, [{ revokedAt: null }, { revokedAt: null }]);
    assert.deepEqual(after.data.viewer.sessions, [own]);
  });

  it('has its API keys, and a new key works until it is revoked', async () => {
    const create =
      'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { key apiKey { id name prefix } } }';
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const input = { name: ' Grafana ', scope: 'READ', expiresAt };
    const { data } = await server.ask(create, { input }, server.sessions.own);
    const { key, apiKey } = data.createApiKey;
    assert.equal(apiKey.name, 'Grafana');
    assert.ok(key.startsWith(apiKey.prefix));
    const mine = await server.ask('{ viewer { scope apiKeys { name revokedAt } } }', {}, key);
    assert.equal(mine.data.viewer.scope, 'READ');
    assert.equal(mine.data.viewer.apiKeys.length, 3);
    const revoke = 'mutation($id: ID!) { revokeApiKey(id: $id) { revokedAt } }';
    assert.equal(
      (await server.ask(revoke, { id: apiKey.id }, server.sessions.other)).errors[0]?.extensions.code,
      'NOT_FOUND',
    );
    assert.ok((await server.ask(revoke, { id: apiKey.id }, server.sessions.own)).data.revokeApiKey.revokedAt);
    assert.equal((await server.ask('{ viewer { id } }', {}, key)).data.viewer, null);
  });

  it('cannot create a key without a name or with an expiry in the past', async () => {
    const { errors } = await server.ask(
      'mutation { createApiKey(input: {name: " ", scope: READ, expiresAt: "2020-01-01T00:00:00Z"}) { key } }',
      {},
      server.sessions.own,
    );
    assert.deepEqual(Object.keys(errors[0]?.extensions.fields ?? {}), ['input.name', 'input.expiresAt']);
  });

  it('has its signed-in browsers, which only it can sign out', async () => {
    const ask = (query: string, variables = {}) => server.ask(query, variables, server.sessions.own);
    await openSession(server.database, 1, 'Chrome on Windows');
    const { data } = await ask('{ viewer { sessions { id client current } } }');
    assert.deepEqual(
      new Set(data.viewer.sessions.map(({ client, current }: Record<string, unknown>) => [client, current].join())),
      new Set(['Chrome on Windows,false', 'Firefox on Linux,true']),
    );
    const { id } = data.viewer.sessions.find(({ current }: { current: boolean }) => !current);
    const close = 'mutation($id: ID!) { closeSession(id: $id) }';
    assert.equal((await server.ask(close, { id }, server.sessions.other)).errors[0]?.extensions.code, 'NOT_FOUND');
    assert.equal((await ask(close, { id: '1x' })).errors[0]?.extensions.code, 'NOT_FOUND');
    assert.equal((await ask(close, { id })).data.closeSession, id);
    assert.equal((await ask('{ viewer { sessions { id } } }')).data.viewer.sessions.length, 1);
  });

  it('can list and add accounts only as an admin', async () => {
    const create =
      'mutation { createAccount(input: {email: "Eve@example.com", password: "a long sentence"}) { email admin } }';
    assert.equal((await server.ask(create, {}, server.sessions.other)).errors[0]?.extensions.code, 'FORBIDDEN');
    assert.deepEqual((await server.ask(create, {}, server.sessions.own)).data.createAccount, {
      email: 'eve@example.com',
      admin: false,
    });
    assert.ok((await server.ask(create, {}, server.sessions.own)).errors[0]?.extensions.fields?.['input.email']);
    const bad = await server.ask(
      'mutation { createAccount(input: {email: "nobody", password: "short"}) { email } }',
      {},
      server.sessions.own,
    );
    assert.deepEqual(bad.errors[0]?.extensions.fields, {
      'input.email': ['"nobody" is not an e-mail address; use one such as ada@example.com.'],
      'input.password': ['The password must have 8 to 128 characters.'],
    });
    const list = '{ accounts { email } }';
    assert.equal((await server.ask(list, {}, server.keys.other)).errors[0]?.extensions.code, 'FORBIDDEN');
    assert.equal((await server.ask(list)).data.accounts.length, 3);
  });

  it('can change the password with the current one, and has to wait after ten wrong ones', async () => {
    const change = 'mutation($current: String!, $next: String!) { changePassword(current: $current, next: $next) }';
    const next = 'another sentence';
    const short = await server.ask(change, { current: 'a long sentence', next: 'short' }, server.sessions.other);
    assert.ok(short.errors[0]?.extensions.fields?.next);
    const right = await server.ask(change, { current: 'a long sentence', next }, server.sessions.other);
    assert.equal(right.data.changePassword, true);
    for (let guess = 0; guess < 10; guess++) {
      const wrong = await server.ask(change, { current: 'a long sentence', next }, server.sessions.other);
      assert.ok(wrong.errors[0]?.extensions.fields?.current);
    }
    const slowed = await server.ask(change, { current: next, next }, server.sessions.other);
    assert.equal(slowed.errors[0]?.extensions.code, 'RATE_LIMITED');
  });
});
