import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { addUnknownHosts } from '../../../src/db/unknown-hosts.ts';
import { onSqlite } from '../../support/databases.ts';
import { form, type RestServer, startRest } from '../../support/rest.ts';

const DAY = 86_400_000;

onSqlite('REST unregistered hosts', open => {
  let rest: RestServer;
  beforeAll(async () => {
    rest = await startRest(await open());
    const today = Math.floor(Date.now() / DAY);
    const seen = (day: number, hosts: Record<string, number>) =>
      addUnknownHosts(rest.database.dialect, { day, seenAt: 0, hosts: new Map(Object.entries(hosts)) });
    await seen(today - 1, { 'shop.example': 4, 'blog.example': 1 });
    await seen(today, { 'blog.example': 5 });
  });
  afterAll(() => rest.close());

  const hosts = async () =>
    (await rest.call('GET', '/unregistered-hosts', { key: rest.keys.read })).body.data.map(
      ({ host, hits }: { host: string; hits: number }) => [host, hits],
    );

  it('are listed until a website has them, which a form can say', async () => {
    assert.deepEqual(await hosts(), [
      ['blog.example', 6],
      ['shop.example', 4],
    ]);
    const { body } = await rest.call('POST', '/websites', { body: form({ domain: 'shop.example' }) });
    assert.deepEqual(await hosts(), [['blog.example', 6]]);
    await rest.call('PATCH', `/websites/${body.data.id}`, { body: form({ hosts: 'blog.example' }) });
    assert.deepEqual(await hosts(), []);
  });

  it('are read only with the key of an admin', async () => {
    const { status, body } = await rest.call('GET', '/unregistered-hosts', { key: rest.keys.other });
    const message = 'Only an admin may see the hosts of other websites; ask one of your admins.';
    assert.deepEqual([status, body], [403, { message }]);
    assert.equal((await rest.call('GET', '/unregistered-hosts', { key: null })).status, 401);
    assert.equal((await rest.call('GET', '/unregistered-hosts?share=ffs_x', { key: null })).status, 401);
    assert.equal((await rest.call('POST', '/unregistered-hosts', { body: {} })).status, 405);
  });
});
