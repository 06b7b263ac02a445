import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { openVisitor } from '../support/visitor.ts';

const OWNER = { email: 'owner@owner.example', password: 'a long password' };

eachDatabase('signing out', (_, open) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(await open());
  });
  after(() => gateway.stop());

  it('succeeds also where the form is sent several times at once', async () => {
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
