import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { openVisitor } from '../support/visitor.ts';

const OWNER = { email: 'owner@owner.example', password: 'a long password' };

eachDatabase('signing out', open => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
  });
  afterAll(() => gateway.stop());

  it('succeeds even when the form is sent several times at once', async () => {
    for (let round = 0; round < 5; round++) {
      const owner = openVisitor(gateway.url);
      assert.equal((await owner.post('/login', OWNER)).status, 303);
      const Cookie = `footfall_session=${owner.cookies.get('footfall_session')}`;
      const again = () => openVisitor(gateway.url).post('/logout', {}, { Cookie });
      const answers = await Promise.all([again(), again(), again(), again()]);
      assert.deepEqual(
        answers.map(({ status, location }) => [status, location]),
        Array(4).fill([303, '/login']),
      );
      assert.equal((await owner.get('/websites')).location, '/login?next=%2Fwebsites');
    }
  });
});

eachDatabase('a session behind a proxy with its own password', open => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
  });
  afterAll(() => gateway.stop());

  const BASIC = { Authorization: `Basic ${Buffer.from('ada:a word').toString('base64')}` };
  const post = (headers: Record<string, string>) =>
    fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: '{"query":"{ viewer { email } }"}',
    });

  it('works as without the proxy, and the proxy’s password opens nothing', async () => {
    const owner = openVisitor(gateway.url);
    assert.equal((await owner.post('/login', OWNER, BASIC)).status, 303);
    assert.equal((await owner.get('/websites', BASIC)).status, 200);
    const Cookie = `footfall_session=${owner.cookies.get('footfall_session')}`;
    const told = await (await post({ ...BASIC, Cookie })).json();
    assert.deepEqual((told as { data: unknown }).data, { viewer: { email: OWNER.email } });
    assert.equal((await post(BASIC)).status, 200);
    assert.equal((await gateway.rest('/websites', { headers: BASIC })).status, 401);
    assert.equal((await gateway.rest('/websites', { headers: { ...BASIC, Cookie } })).status, 401);
  });

  it('cannot be used by pages of other sites, whatever the browser sends to the proxy', async () => {
    const owner = openVisitor(gateway.url);
    await owner.post('/login', OWNER);
    const Cookie = `footfall_session=${owner.cookies.get('footfall_session')}`;
    const foreign = { Cookie, Origin: 'https://evil.example' };
    assert.equal((await post({ ...foreign, ...BASIC })).status, 403);
    assert.equal((await post({ ...foreign, Authorization: 'Bearer ' })).status, 401, 'an empty key is not a session');
    assert.equal((await post({ ...foreign, Authorization: `Bearer ${gateway.key}` })).status, 200);
  });
});
