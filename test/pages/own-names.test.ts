import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { OWN_NAMES } from '../../src/domain/hostname.ts';
import { onSqlite } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

onSqlite('names of addresses of Footfall itself', open => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
  });
  afterAll(() => gateway.stop());

  /** Its own page is that of no website, but only addresses below it exist. */
  const WITHOUT_PAGE = ['api', 'assets', 'unsubscribe'];

  it('lead to something else than statistics', async () => {
    for (const name of OWN_NAMES.filter(name => !WITHOUT_PAGE.includes(name)))
      assert.notEqual((await fetch(`${gateway.url}/${name}`, { redirect: 'manual' })).status, 404, name);
  });

  it('are refused as domains, with what to enter instead', async () => {
    for (const name of OWN_NAMES) {
      const refused = await fetch(`${gateway.url}/api/v1/websites`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ domain: `http://${name.toUpperCase()}/` }),
      });
      assert.equal(refused.status, 422, name);
      const { errors } = (await refused.json()) as { errors: { domain: string[] } };
      const sentence = `The domain "${name}" is an address of Footfall itself; enter the whole name of the host, such as ${name}.example.com, and list ${name} among the further hosts.`;
      assert.deepEqual(errors.domain, [sentence]);
    }
  });
});
