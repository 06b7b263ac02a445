import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { eachDatabase } from '../../support/databases.ts';
import { BASE_URL, form, type RestServer, startRest } from '../../support/rest.ts';

eachDatabase('REST websites', open => {
  let rest: RestServer;
  let number = 0;
  beforeAll(async () => {
    rest = await startRest(await open());
  });
  afterAll(() => rest.close());

  /** Registers a website with a new domain and returns it. */
  async function register(fields: object = {}) {
    const { status, body } = await rest.call('POST', '/websites', {
      body: { domain: `site-${++number}.example`, ...fields },
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body.data;
  }

  it('can be registered from a form', async () => {
    const { status, headers, body } = await rest.call('POST', '/websites', {
      body: form({ domain: ' HTTPS://WWW.Example.COM/ ' }),
    });
    assert.equal(status, 201);
    const { id, domain, created_at, updated_at } = body.data;
    assert.equal(domain, 'example.com');
    assert.equal(headers.get('location'), `${BASE_URL}/api/v1/websites/${id}`);
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}000Z$/);
    assert.equal(updated_at, created_at);
    assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000);
  });

  it('accept every setting, from JSON and from a form', async () => {
    const fields = {
      privacy: 2,
      password: ' my secret ',
      email: 1,
      exclude_bots: 0,
      exclude_params: 'utm_source\r\n\r\n fbclid \nutm_source',
      exclude_ips: '203.0.113.0/24\n2001:db8::1',
      honor_gpc: 1,
      timezone: 'Europe/Berlin',
    };
    const wanted = {
      privacy: 2,
      email: 1,
      exclude_bots: 0,
      exclude_params: 'utm_source\nfbclid',
      exclude_ips: '203.0.113.0/24\n2001:db8::1',
      honor_gpc: 1,
      has_password: true,
      timezone: 'Europe/Berlin',
    };
    const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    for (const body of [{ domain: 'all-1.example', ...fields }, form({ domain: 'all-2.example', ...texts })]) {
      const reply = await rest.call('POST', '/websites', { body });
      assert.partialDeepStrictEqual(reply.body.data, wanted);
      assert.doesNotMatch(reply.text, /my secret|"password"/);
    }
  });

  it('change only in the fields that were sent, with both PUT and PATCH', async () => {
    const website = await register({ email: 1, exclude_ips: '203.0.113.9' });
    for (const [method, email] of [
      ['PUT', 0],
      ['PATCH', 1],
    ] as const) {
      const { status, body } = await rest.call(method, `/websites/${website.id}`, {
        body: form({ email: String(email) }),
      });
      assert.equal(status, 200);
      assert.deepEqual({ ...body.data, updated_at: 0 }, { ...website, email, updated_at: 0 });
    }
  });

  it('stay unchanged with an update without fields', async () => {
    const website = await register();
    for (const body of [undefined, {}, [], ''] as const)
      assert.deepEqual((await rest.call('PUT', `/websites/${website.id}`, { body })).body, { data: website });
  });

  it('have their lists cleared by empty text or null', async () => {
    for (const empty of ['', null, ' \n ']) {
      const website = await register({ exclude_ips: '203.0.113.9', exclude_params: 'a' });
      const { body } = await rest.call('PATCH', `/websites/${website.id}`, {
        body: { exclude_ips: empty, exclude_params: empty },
      });
      assert.deepEqual([body.data.exclude_ips, body.data.exclude_params], [null, null]);
    }
  });

  it('need a password for the privacy 2', async () => {
    const website = await register({ privacy: 2, password: 'open sesame' });
    const path = `/websites/${website.id}`;
    const cleared = await rest.call('PATCH', path, { body: form({ password: '' }) });
    assert.deepEqual([cleared.status, Object.keys(cleared.body.errors)], [422, ['password']]);
    assert.equal(
      (await rest.call('PATCH', path, { body: form({ password: '', privacy: '0' }) })).body.data.has_password,
      false,
    );
    const missing = await rest.call('PATCH', path, { body: form({ privacy: '2' }) });
    assert.deepEqual([missing.status, Object.keys(missing.body.errors)], [422, ['password']]);
    const blank = await rest.call('PATCH', path, { body: form({ privacy: '2', password: '   ' }) });
    assert.equal(blank.body.data.has_password, true, 'spaces are a password');
    const unset = await rest.call('PATCH', path, { body: form({ privacy: '' }) });
    assert.deepEqual([unset.status, Object.keys(unset.body.errors)], [422, ['privacy']]);
  });

  it('report all errors together, under their REST names, with the first as the message', async () => {
    const wrong = {
      domain: 'https://example.com/path',
      privacy: 7,
      password: 'x'.repeat(129),
      email: 'yes',
      exclude_bots: 2,
      exclude_params: `ok\n${'p'.repeat(256)}`,
      exclude_ips: '\n\nnot-an-address',
      honor_gpc: [1],
      timezone: 'Mars/Olympus',
    };
    const { status, body } = await rest.call('POST', '/websites', { body: wrong });
    assert.equal(status, 422);
    assert.deepEqual(Object.keys(body.errors), Object.keys(wrong));
    assert.equal(body.message, body.errors.domain[0]);
    assert.match(body.errors.domain[0], /"https:\/\/example\.com\/path" has a path/);
    assert.match(body.errors.exclude_params[0], /^Line 2,/);
    assert.match(body.errors.exclude_ips[0], /^Line 3, "not-an-address"/);
    assert.match(body.errors.honor_gpc[0], /list or an object/);
  });

  it('report errors of the database under REST names too', async () => {
    const { domain } = await register();
    const taken = await rest.call('POST', '/websites', { body: { domain: `www.${domain}` } });
    assert.deepEqual([taken.status, Object.keys(taken.body.errors)], [422, ['domain']]);
    assert.equal(taken.body.message, taken.body.errors.domain[0]);
  });

  for (const [what, body] of [
    ['nothing at all', undefined],
    ['an empty domain', form({ domain: ' ' })],
    ['null', { domain: null }],
  ] as const)
    it(`need a domain when ${what} was sent`, async () => {
      const reply = await rest.call('POST', '/websites', { body });
      assert.deepEqual(
        [reply.status, reply.body],
        [
          422,
          {
            message: 'The domain is missing; enter a host name such as example.com.',
            errors: { domain: ['The domain is missing; enter a host name such as example.com.'] },
          },
        ],
      );
    });

  for (const [field, values] of Object.entries({
    domain: [5, true, ['a.example'], { a: 1 }],
    privacy: ['3', '-1', 'public', '01', 1.5, true, ''],
    password: [12345678, true, ['x']],
    email: ['2', 'on', '', null, 0.5],
    exclude_bots: ['true', 'no', {}],
    exclude_params: [1, ['a']],
    exclude_ips: [false, ['203.0.113.9']],
    honor_gpc: ['maybe', -1],
    timezone: ['', 'Europe/Nowhere', '+02:00', 3],
  }))
    for (const value of values)
      it(`reject ${JSON.stringify(value)} as ${field}`, async () => {
        const { status, body } = await rest.call('POST', '/websites', {
          body: { domain: 'free.example', [field]: value },
        });
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]]);
        assert.equal(body.message, body.errors[field][0]);
      });

  it("accept JSON's false and true for flags", async () => {
    const website = await register({ email: true, exclude_bots: false });
    assert.deepEqual([website.email, website.exclude_bots], [1, 0]);
  });

  it('can be deleted, with a body in the response, and then are gone', async () => {
    const { id } = await register();
    assert.deepEqual((await rest.call('DELETE', `/websites/${id}`)).body, { data: { id, deleted: true } });
    for (const method of ['GET', 'DELETE', 'PATCH'])
      assert.equal((await rest.call(method, `/websites/${id}`)).status, 404);
  });

  it('can be read one by one; HEAD sends only the headers', async () => {
    const website = await register();
    assert.deepEqual((await rest.call('GET', `/websites/${website.id}`)).body, { data: website });
    const head = await rest.call('HEAD', `/websites/${website.id}`);
    assert.deepEqual([head.status, head.text], [200, '']);
  });

  it('of other accounts are not found', async () => {
    const { id } = await register();
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const { status, body } = await rest.call(method, `/websites/${id}`, { key: rest.keys.other });
      assert.deepEqual([status, body], [404, { message: 'Resource not found.' }]);
    }
    assert.equal(
      (await rest.call('GET', `/stats/${id}?name=page&from=2026-01-01&to=2026-01-01`, { key: rest.keys.other })).status,
      404,
    );
    assert.equal((await rest.call('GET', '/websites', { key: rest.keys.other })).body.meta.total, 0);
  });
});
