import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { eachDatabaseAtOnce } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { openVisitor } from '../support/visitor.ts';

eachDatabaseAtOnce('a live stream', open => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
    await gateway.graphql('mutation { createWebsite(input: { domain: "own.example" }) { id } }');
    await gateway.graphql('mutation { createWebsite(input: { domain: "open.example", privacy: PUBLIC }) { id } }');
  });
  afterAll(() => gateway.stop());

  const now = { value: { data: { live: { visitors30: 0 } } }, done: false };

  /** Yields the visitors on the website now, message by message, for a caller with these headers. */
  async function* watch(
    headers: Record<string, string>,
    domain = 'own.example',
  ): AsyncGenerator<{ data?: unknown; code?: string }, void> {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', Origin: gateway.url, ...headers },
      body: JSON.stringify({ query: `subscription { live(domain: "${domain}") { visitors30 } }` }),
    });
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n')) {
        const [, json] = /^data: (\{.*\})$/m.exec(text.slice(0, at)) ?? [];
        text = text.slice(at + 2);
        if (!json) continue;
        const { data, errors } = JSON.parse(json);
        yield errors ? { code: errors[0].extensions.code } : { data };
      }
    }
  }

  it('ends when its reader signs out or the key is revoked, and continues for others', async () => {
    const browser = openVisitor(gateway.url);
    const credentials = { email: 'owner@owner.example', password: 'a long password' };
    assert.equal((await browser.post('/login', credentials)).status, 303);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { id, key } = await gateway.createKey('READ');
    const signedIn = watch({ Cookie: cookie });
    const keyed = watch({ Authorization: `Bearer ${key}` });
    const owner = watch({ Authorization: `Bearer ${gateway.key}` });
    for (const stream of [signedIn, keyed, owner]) assert.deepEqual(await stream.next(), now);

    assert.equal((await browser.post('/logout', {})).status, 303);
    await gateway.inSession('mutation($id: ID!) { revokeApiKey(id: $id) { id } }', { id });
    for (const stream of [signedIn, keyed]) {
      assert.deepEqual(await stream.next(), { value: { code: 'NOT_FOUND' }, done: false });
      assert.deepEqual(await stream.next(), { value: undefined, done: true });
    }
    assert.deepEqual(await owner.next(), now);
    await owner.return();
  });

  it('ends for a stranger when the website is made private', async () => {
    const stranger = watch({}, 'open.example');
    assert.deepEqual(await stranger.next(), now);
    await gateway.graphql('mutation { updateWebsite(id: 2, input: { privacy: PRIVATE }) { id } }');
    assert.deepEqual(await stranger.next(), { value: { code: 'NOT_FOUND' }, done: false });
    assert.deepEqual(await stranger.next(), { value: undefined, done: true });
  });
});
