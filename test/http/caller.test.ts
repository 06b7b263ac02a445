import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

eachDatabase('a key with the scope COLLECT', open => {
  let gateway: TestGateway;
  let headers: Record<string, string>;
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
    await gateway.graphql('mutation { createWebsite(input: { domain: "own.example" }) { id } }');
    headers = { Authorization: `Bearer ${(await gateway.createKey('COLLECT')).key}` };
  });
  afterAll(() => gateway.stop());

  const refused = /^This API key has the scope COLLECT and can only send hits to \/api\/event\/batch; use a key with/;

  it('sends hits in batches for the websites of its account', async () => {
    const hits = [{ page: 'https://own.example/' }, { page: 'https://other.example/' }];
    const answer = await fetch(`${gateway.url}/api/event/batch`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ hits }),
    });
    const { results } = (await answer.json()) as { results: unknown };
    assert.deepEqual(results, [
      { index: 0, status: 'accepted' },
      { index: 1, status: 'dropped', reason: 'unknown_website' },
    ]);
  });

  it('is refused by REST and GraphQL, whatever is read or changed', async () => {
    for (const [path, init] of [
      ['/websites', {}],
      ['/websites/1', {}],
      ['/websites/1', { method: 'DELETE' }],
      ['/stats/1?name=page&from=2026-01-01&to=2026-01-02', {}],
    ] as const) {
      const { status, body } = await gateway.rest(path, { ...init, headers });
      assert.equal(status, 403, path);
      assert.match((body as { message: string }).message, refused);
    }
    const description = await gateway.rest('/openapi.json', { headers });
    assert.equal(description.status, 200, 'which everyone may read');
    for (const query of ['{ viewer { email } }', '{ websites { total } }', 'mutation { deleteWebsite(id: 1) }']) {
      const response = await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      const { errors } = (await response.json()) as { errors: { message: string; extensions: { code: string } }[] };
      assert.equal(errors[0]?.extensions.code, 'FORBIDDEN', query);
      assert.match(errors[0]?.message ?? '', refused);
    }
  });

  it('is a stranger on pages', async () => {
    for (const path of ['/own.example', '/own.example/export/page.csv?from=2026-01-01&to=2026-01-02'])
      assert.equal((await fetch(`${gateway.url}${path}`, { headers })).status, 404, path);
    const { status } = await fetch(`${gateway.url}/account`, { headers, redirect: 'manual' });
    assert.equal(status, 303);
  });
});
