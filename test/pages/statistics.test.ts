import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { onSqlite } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { openVisitor } from '../support/visitor.ts';

const OWNER = { email: 'owner@owner.example', password: 'a long password' };
const QUERY = '?view=country&filter=page:is:/a|b&x=%22%3E%3Cb%3E';
const PAGE = `/locked.example${QUERY}`;

onSqlite('the query in the URL of a password page', open => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
    await gateway.graphql(
      'mutation { createWebsite(input: {domain: "locked.example", privacy: PASSWORD, password: "sesame"}) { id } }',
    );
  });
  afterAll(() => gateway.stop());

  it('stays in the form, even after a wrong password, and in the sign-in link', async () => {
    const guest = openVisitor(gateway.url);
    for (const lock of [
      await guest.get(PAGE),
      await guest.post(`/locked.example/unlock${QUERY}`, { password: 'wrong' }),
    ]) {
      assert.ok(lock.text.includes(`action="/locked.example/unlock${QUERY.replaceAll('&', '&amp;')}"`), lock.text);
      assert.ok(lock.text.includes(`href="/login?next=${encodeURIComponent(PAGE)}"`), lock.text);
    }
    assert.equal((await guest.get(`/locked.example/unlock${QUERY}`)).location, PAGE);
    assert.equal((await guest.post('/login', { ...OWNER, next: PAGE })).location, PAGE);
  });

  it('is kept when the password opens the page, and never leads to another page', async () => {
    for (const query of [QUERY, '', '?next=https://evil.example', '?//evil.example']) {
      const opened = await openVisitor(gateway.url).post(`/locked.example/unlock${query}`, { password: 'sesame' });
      assert.equal(opened.location, `/locked.example${query}`);
    }
  });
});
