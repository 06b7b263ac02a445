import assert from 'node:assert/strict';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, test } from 'vitest';
import { type GraphqlServer, startGraphqlAlone } from '../support/graphql.ts';

let server: GraphqlServer;
beforeAll(async () => {
  server = await startGraphqlAlone();
});
afterAll(() => server.close());

test('all 61 audits of GraphQL over HTTP pass, including the optional ones', async () => {
  const audits = serverAudits({ url: () => server.url, fetchFn: fetch });
  assert.equal(audits.length, 61);
  const results = await Promise.all(audits.map(audit => audit.fn()));
  const missed = results
    .filter(({ status }) => status !== 'ok')
    .map(({ id, name, status }) => `${id} ${name}: ${status}`);
  assert.deepEqual(missed, []);
});

test('responses are neither cached nor sniffed', async () => {
  const { headers } = await server.ask('{ viewer { email } }');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
});

test('successive requests with the same operation each see their own viewer', async () => {
  const { write, other } = server.keys;
  const emails = await Promise.all(
    [write, other, null, other, write].map(
      async key => (await server.ask('{ viewer { email } }', {}, key)).data.viewer?.email,
    ),
  );
  assert.deepEqual(emails, ['ada@example.com', 'bob@example.com', undefined, 'bob@example.com', 'ada@example.com']);
});
