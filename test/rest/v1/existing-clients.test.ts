import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { eachDatabase } from '../../support/databases.ts';
import { form, type RestServer, startRest } from '../../support/rest.ts';

eachDatabase('REST websites, for clients of the older API,', open => {
  let rest: RestServer;
  beforeAll(async () => {
    rest = await startRest(await open());
  });
  afterAll(() => rest.close());

  it('have the domain as url too, and can be registered by it, from a host or any URL of the website', async () => {
    for (const [at, url] of ['https://www.U0.example/blog/?p=1', 'u1.example', 'http://u2.example:8080'].entries())
      for (const type of ['json', 'form']) {
        const sent = { url: url.replace('example', `${type}.example`), email: '1' };
        const made = await rest.call('POST', '/websites', { body: type === 'json' ? sent : form(sent) });
        assert.deepEqual([made.status, made.headers.get('x-footfall-notice')], [201, null]);
        const { domain, url: same, email } = made.body.data;
        assert.deepEqual([domain, same, email], [`u${at}.${type}.example`, `u${at}.${type}.example`, 1]);
      }
  });

  it('are registered by the domain if both are sent, and by the url if the domain is empty', async () => {
    const both = await rest.call('POST', '/websites', { body: { url: 'no url', domain: 'both.example' } });
    assert.equal(both.body.data.domain, 'both.example');
    const empty = await rest.call('POST', '/websites', { body: form({ domain: ' ', url: 'https://empty.example/' }) });
    assert.equal(empty.body.data.domain, 'empty.example');
    for (const [url, fault] of [
      ['no host', /^The domain "no host" is not a host name/],
      ['', /^The domain is missing/],
      ['http://[::1]/', /IPv6/],
      [5, /not a string/],
      [['a.example'], /list or an object/],
    ] as const) {
      const { status, body } = await rest.call('POST', '/websites', { body: { url } });
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['domain']]);
      assert.match(body.message, fault);
    }
    const kept = await rest.call('PATCH', `/websites/${both.body.data.id}`, { body: { url: 'https://other.example' } });
    assert.equal(kept.body.data.domain, 'both.example');
    assert.equal(kept.headers.get('x-footfall-notice'), 'url cannot be changed; ignored');
  });

  it('accept lists in brackets from a form, as PHP and HTML send them', async () => {
    const reply = await rest.call('POST', '/websites', {
      body: 'domain=lists.example&exclude_ips[]=203.0.113.9&exclude_ips[]=10.0.0.0%2F8&exclude_params%5B0%5D=ref',
    });
    assert.deepEqual([reply.status, reply.headers.get('x-footfall-notice')], [201, null]);
    const { exclude_ips, exclude_params } = reply.body.data;
    assert.deepEqual([exclude_ips, exclude_params], ['203.0.113.9\n10.0.0.0/8', 'ref']);
    const cleared = await rest.call('PATCH', `/websites/${reply.body.data.id}`, { body: 'exclude_ips[]=' });
    assert.equal(cleared.body.data.exclude_ips, null);
    const wrong = await rest.call('PATCH', `/websites/${reply.body.data.id}`, {
      body: 'exclude_ips[]=::1&exclude_ips[]=x',
    });
    assert.match(wrong.body.errors.exclude_ips[0], /^Line 2, "x"/);
  });
});
