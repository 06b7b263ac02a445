import assert from 'node:assert/strict';
import { it } from 'vitest';
import type { AppError } from '../../src/errors.ts';
import { unregisteredHosts } from '../../src/websites/unregistered.ts';
import { createWebsite } from '../../src/websites/websites.ts';
import { databasesOf, newViewer } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';

eachDatabase('The hosts of a website', open => {
  const { fresh } = databasesOf(open);

  it('do not reveal their owner to another account', async () => {
    const { database } = await fresh();
    await createWebsite(database, await newViewer(database), { domain: 'secret.example', hosts: ['hidden.example'] });
    const stranger = await newViewer(database);
    const refused = async (domain: string, hosts: string[] = []): Promise<unknown> =>
      createWebsite(database, stranger, { domain, hosts }).then(
        () => assert.fail('It was registered.'),
        (error: AppError) => error.fields,
      );
    const whose = 'already belongs to another website of this instance; use another one.';
    assert.deepEqual(await refused('x.example', ['hidden.example']), { hosts: [`The host "hidden.example" ${whose}`] });
    assert.deepEqual(await refused('x.example', ['secret.example']), { hosts: [`The host "secret.example" ${whose}`] });
    assert.deepEqual(await refused('hidden.example'), {
      domain: ['The domain "hidden.example" is a further host of another website of this instance; use another one.'],
    });
  });

  it('say how to free one that another website of the same account has', async () => {
    const { database } = await fresh();
    const viewer = await newViewer(database);
    await createWebsite(database, viewer, { domain: 'one.example', hosts: ['shop.example', '*.one.example'] });
    const hosts = ['one.example', 'shop.example', '*.one.example'];
    await assert.rejects(createWebsite(database, viewer, { domain: 'two.example', hosts }), {
      fields: {
        hosts: [
          'The host "one.example" is the domain of another of your websites; use another host, or delete that website first.',
          'The host "shop.example" already belongs to your website one.example; remove it there first.',
          'The host "*.one.example" already belongs to your website one.example; remove it there first.',
        ],
      },
    });
  });

  it('that belong to no website are shown to admins only', async () => {
    const { database } = await fresh();
    const viewer = await newViewer(database);
    await assert.rejects(unregisteredHosts(database, viewer, 0), { code: 'FORBIDDEN' });
    await assert.rejects(unregisteredHosts(database, null, 0), { code: 'UNAUTHENTICATED' });
    const admin = { ...viewer, account: { ...viewer.account, admin: true } };
    assert.deepEqual(await unregisteredHosts(database, admin, 0), []);
  });
});
