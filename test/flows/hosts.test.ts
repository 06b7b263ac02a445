import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

eachDatabase('A website of several hosts', open => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
  });
  afterAll(() => gateway.stop());

  const create = async (input: object): Promise<string> => {
    const made = await gateway.graphql<{ createWebsite: { id: string } }>(
      'mutation ($input: CreateWebsiteInput!) { createWebsite(input: $input) { id } }',
      { input },
    );
    return made.createWebsite.id;
  };
  const update = (id: string, hosts: readonly string[]) =>
    gateway.graphql(
      'mutation ($id: ID!, $hosts: [String!]) { updateWebsite(id: $id, input: { hosts: $hosts }) { id } }',
      {
        id,
        hosts,
      },
    );
  const send = async (hits: readonly object[]): Promise<readonly { status: string; reason?: string }[]> => {
    const sent = await fetch(`${gateway.url}/api/event/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ hits }),
    });
    const { results } = (await sent.json()) as { results: { status: string; reason?: string }[] };
    await gateway.drain();
    return results;
  };
  const rows = async (id: string, name: string): Promise<Record<string, number>> => {
    const { body } = await gateway.rest(`/stats/${id}.json?name=${name}&from=2026-03-01&to=2026-03-31`);
    return Object.fromEntries((body as { value: string; count: number }[]).map(({ value, count }) => [value, count]));
  };
  const faultsOf = async (work: Promise<unknown>): Promise<Record<string, readonly string[]>> => {
    const error = await work.then(
      () => assert.fail('Nothing was refused.'),
      (error: Error) => error,
    );
    return JSON.parse(error.message)[0].extensions.fields;
  };

  it('counts the hits of all of them, and none of them is a referrer', async () => {
    const id = await create({
      domain: 'one.example',
      hosts: ['shop.one.example', '*.blog-one.example', 'one.example'],
    });
    const other = await create({ domain: 'own.blog-one.example' });
    const hosts = ['www.one.example', 'shop.one.example', 'a.blog-one.example', 'a.b.blog-one.example'];
    const visitor = { time: '2026-03-10T09:00:00Z', ip: '198.51.100.1', user_agent: 'Mozilla/5.0 Firefox/140.0' };
    const results = await send([
      ...hosts.map((host, index) => ({
        ...visitor,
        page: `https://${host}/a`,
        referrer: index === 0 ? 'https://t.co/x' : `https://${hosts[index - 1]}/`,
      })),
      { ...visitor, page: 'https://own.blog-one.example/', referrer: 'https://one.example/' },
      { ...visitor, page: 'https://one.example/b', referrer: 'https://own.blog-one.example/', ip: '198.51.100.2' },
      { ...visitor, page: 'https://blog-one.example/' },
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      [...Array(6).fill('accepted'), 'dropped'],
    );
    assert.deepEqual(await rows(id, 'host'), {
      'one.example': 2,
      'shop.one.example': 1,
      'a.blog-one.example': 1,
      'a.b.blog-one.example': 1,
    });
    assert.deepEqual(await rows(id, 'referrer'), { 't.co': 1, 'own.blog-one.example': 1 });
    assert.deepEqual(await rows(other, 'referrer'), { 'one.example': 1 });
    const { body } = await gateway.rest(`/websites/${id}`);
    assert.equal((body as { data: { hosts: string } }).data.hosts, 'shop.one.example\n*.blog-one.example');
  });

  it('has no host of another website, whichever of the two came first', async () => {
    const id = await create({ domain: 'two.example', hosts: ['shop.two.example', '*.two.example'] });
    const other = await create({ domain: 'three.example' });
    assert.deepEqual(await faultsOf(update(other, ['a.example', 'two.example', '*.two.example'])), {
      'input.hosts': [
        'The host "two.example" is the domain of another of your websites; use another host, or delete that website first.',
        'The host "*.two.example" already belongs to your website two.example; remove it there first.',
      ],
    });
    assert.deepEqual(await faultsOf(create({ domain: 'shop.two.example' })), {
      'input.domain': [
        'The domain "shop.two.example" is a further host of your website two.example; remove it there first.',
      ],
    });
    assert.deepEqual(await faultsOf(create({ domain: 'two.example' })), {
      'input.domain': ['The domain "two.example" is already registered on this instance; use another one.'],
    });
    await create({ domain: 'käse.example' });
    assert.deepEqual(await faultsOf(create({ domain: 'xn--kse-qla.example' })), {
      'input.domain': ['The domain "käse.example" is already registered on this instance; use another one.'],
    });
    assert.deepEqual(await faultsOf(update(other, ['xn--kse-qla.example'])), {
      'input.hosts': [
        'The host "käse.example" is the domain of another of your websites; use another host, or delete that website first.',
      ],
    });
    const { status, body } = await gateway.rest('/websites', {
      method: 'POST',
      body: new URLSearchParams({ domain: 'four.example', hosts: 'a.four.example\nthree.example' }),
    });
    const text =
      'The host "three.example" is the domain of another of your websites; use another host, or delete that website first.';
    assert.deepEqual([status, body], [422, { message: text, errors: { hosts: [text] } }]);
    await update(id, []);
    await update(other, ['shop.two.example']);
    await update(other, ['shop.two.example', 'b.example']);
  });

  it('belongs to one of two websites that claim it at the same moment', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, (_, index) => create({ domain: `race-${index}.example` })));
    const done = await Promise.allSettled(ids.map(id => update(id, ['contested.example'])));
    assert.equal(done.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  it('is offered to admins for hosts that send hits, until they belong to a website', async () => {
    const id = await create({ domain: 'offered.example' });
    const hit = { time: '2026-03-10T09:00:00Z', ip: '198.51.100.1', user_agent: 'Mozilla/5.0 Firefox/140.0' };
    const today = () => new Date().toISOString().slice(0, 10);
    const first = today();
    const pages = ['www.new.example', 'new.example', 'new.example', 'x.offered.example', 'x.offered.example'];
    await send(pages.map(host => ({ ...hit, page: `https://${host}/` })));
    const unregistered = async () =>
      (await gateway.graphql<{ unregisteredHosts: object[] }>('{ unregisteredHosts { host hits } }')).unregisteredHosts;
    const offered = [
      { host: 'new.example', hits: 3 },
      { host: 'x.offered.example', hits: 2 },
    ];
    assert.deepEqual((await unregistered()).slice(0, 2), offered);
    const { body } = await gateway.rest('/unregistered-hosts');
    const listed = (body as { data: { last_day: string }[] }).data.slice(0, 2);
    assert.deepEqual(
      listed,
      offered.map((host, at) => ({ ...host, last_day: listed[at]?.last_day })),
    );
    assert.ok(listed.every(({ last_day }) => first <= last_day && last_day <= today()));
    await create({ domain: 'new.example' });
    await update(id, ['*.offered.example']);
    assert.ok(!JSON.stringify(await unregistered()).includes('offered'));
    const results = await send([{ ...hit, page: 'https://x.offered.example/' }]);
    assert.equal(results[0]?.status, 'accepted');
  });
});
