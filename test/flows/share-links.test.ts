import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { openVisitor, type Visitor } from '../support/visitor.ts';

const STATISTICS = '{ id stats(name: PAGE, from: "2026-01-01", to: "2026-01-31") { total } }';

interface Made {
  readonly token: string;
  readonly link: string;
  readonly pageLink: string;
  readonly share: { readonly id: string };
}

eachDatabase('A share link', open => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
    for (const input of [
      'domain: "private.example"',
      'domain: "other.example"',
      'domain: "open.example", privacy: PUBLIC',
    ])
      await gateway.graphql(`mutation { createWebsite(input: {${input}}) { id } }`);
  });
  afterAll(() => gateway.stop());

  const create = async (website = 1) => {
    const { createShare } = await gateway.inSession<{ createShare: Made }>(
      `mutation { createShare(website: ${website}, input: { name: "A link" }) { token link pageLink share { id } } }`,
    );
    return createShare;
  };
  const remove = (id: string) => gateway.inSession('mutation($id: ID!) { deleteShare(id: $id) }', { id });
  const shared = async (visitor: Visitor, domain = 'private.example') => {
    const { data, errors } = await visitor.ask(`{ shared(domain: "${domain}") ${STATISTICS} }`);
    return errors ? errors[0]?.extensions.code : (data as { shared: { id: string } }).shared.id;
  };

  it('opens the private page in a browser, which never shows the token again', async () => {
    const { token, pageLink } = await create();
    const reader = openVisitor(gateway.url);
    assert.equal((await reader.get('/private.example')).status, 404);
    const { pathname, search } = new URL(pageLink);
    assert.equal(`${pathname}${search}`, `/private.example?share=${token}`);
    const opened = await reader.get(`${pathname}${search}&view=country`);
    assert.deepEqual([opened.status, opened.location], [303, '/private.example?view=country']);
    assert.equal(opened.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(opened.headers.get('cache-control'), 'private, no-store');
    assert.match(opened.headers.get('set-cookie') ?? '', /; HttpOnly; SameSite=Lax/);
    const page = await reader.get(opened.location);
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('x-robots-tag'), 'noindex');
    assert.match(page.text, /data-email="" data-signed-in="">/);
    assert.equal(await shared(reader), '1');
    const file = await reader.get('/private.example/export/page.csv?from=2026-01-01&to=2026-01-31');
    assert.equal(file.status, 200);
  });

  it('opens that page for reading and no other page', async () => {
    const { pageLink } = await create();
    const reader = openVisitor(gateway.url);
    await reader.get(pageLink.slice(new URL(pageLink).origin.length));
    assert.equal((await reader.get('/other.example')).status, 404);
    assert.equal(await shared(reader, 'other.example'), 'NOT_FOUND');
    for (const operation of ['{ website(id: 1) { id } }', 'mutation { deleteWebsite(id: 1) }'])
      assert.equal((await reader.ask(operation)).errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
    assert.equal((await reader.get('/websites')).location, '/login?next=%2Fwebsites');
  });

  it('ends at once when it is deleted, also for browsers that have opened it', async () => {
    const { token, link, share } = await create();
    const reader = openVisitor(gateway.url);
    await reader.get(`/private.example?share=${token}`);
    const csv = link.slice(new URL(link).origin.length);
    assert.deepEqual([await shared(reader), (await reader.get(csv)).status], ['1', 200]);
    await remove(share.id);
    assert.deepEqual([await shared(reader), (await reader.get(csv)).status], ['NOT_FOUND', 404]);
    assert.equal((await reader.get('/private.example')).status, 404);
    const again = await openVisitor(gateway.url).get(`/private.example?share=${token}`);
    assert.deepEqual([again.location, again.headers.get('set-cookie')], ['/private.example', null]);
  });

  it('shows nothing when the token is wrong or of another website', async () => {
    const { token } = await create();
    for (const [domain, sent] of [
      ['private.example', 'ffs_wrong'],
      ['other.example', token],
      ['unknown.example', token],
    ] as const) {
      const reader = openVisitor(gateway.url);
      const { location } = await reader.get(`/${domain}?share=${sent}`);
      assert.deepEqual([location, reader.cookies.size], [`/${domain}`, 0]);
      assert.equal((await reader.get(location)).status, 404);
    }
    assert.equal((await openVisitor(gateway.url).get('/open.example?share=wrong')).location, '/open.example');
  });

  it('is kept by no cache and sent to no other site', async () => {
    const { link, token } = await create();
    for (const url of [link, link.replace(token, 'wrong'), link.replace('share', '%73hare')]) {
      const { headers } = await openVisitor(gateway.url).get(url.slice(new URL(url).origin.length));
      assert.deepEqual(
        [headers.get('cache-control'), headers.get('referrer-policy')],
        ['private, no-store', 'no-referrer'],
        url,
      );
    }
  });

  it('is repeated by no page, form, link or redirect, and kept by no cache', async () => {
    const { token } = await create();
    await gateway.graphql(
      'mutation { createWebsite(input: { domain: "locked.example", privacy: PASSWORD, password: "sesame" }) { id } }',
    );
    const own = { Origin: gateway.url };
    for (const [method, path, status] of [
      ['GET', '/private.example/zzz', 404],
      ['POST', '/private.example', 404],
      ['POST', '/locked.example/unlock', 415],
      ['GET', '/websites', 303],
      ['GET', '/account', 303],
      ['GET', '/login', 200],
      ['GET', '/docs', 200],
      ['GET', '/icon.svg', 200],
      ['GET', '/js/script.js', 200],
      ['GET', '/graphql/graphiql.js', 200],
    ] as const) {
      for (const name of ['share', 'share[]', '%73hare%5B%5D']) {
        const url = `${gateway.url}${path}?a=1&${name}=${token}`;
        const response = await fetch(url, { method, headers: own, redirect: 'manual' });
        const { headers } = response;
        assert.equal(response.status, status, url);
        assert.equal(headers.get('cache-control'), 'private, no-store', url);
        assert.equal(headers.get('referrer-policy'), 'no-referrer', url);
        assert.equal(`${headers.get('location')}${await response.text()}`.includes(token), false, url);
      }
    }
    const next = encodeURIComponent(`/private.example?view=country&share=${token}`);
    const { text: signIn } = await openVisitor(gateway.url).get(`/login?next=${next}`);
    assert.match(signIn, /name="next" value="\/private\.example\?view=country"/);
    for (const page of ['private.example', 'locked.example']) {
      const { headers, text } = await openVisitor(gateway.url).get(`/${page}?share[]=${token}`);
      assert.deepEqual([headers.get('cache-control'), text.includes(token)], ['private, no-store', false]);
    }
    const asked = new URLSearchParams({ query: `{ sharedByToken(token: "${token}") { domain } }` });
    const answer = await fetch(`${gateway.url}/graphql?${asked}`);
    assert.deepEqual(
      [answer.status, answer.headers.get('referrer-policy'), answer.headers.get('cache-control')],
      [200, 'no-referrer', 'no-store'],
    );
  });

  it('gives what it opens over GraphQL no ETag', async () => {
    const { token } = await create();
    const reader = openVisitor(gateway.url);
    await reader.get(`/private.example?share=${token}`);
    const url = `/graphql?${new URLSearchParams({ query: '{ shared(domain: "private.example") { domain } }' })}`;
    const { status, headers } = await reader.get(url);
    assert.deepEqual([status, headers.get('etag'), headers.get('cache-control')], [200, null, 'no-store']);
  });

  it('replaces the cookie of an open page only by one that lasts longer', async () => {
    await gateway.graphql(
      'mutation { createWebsite(input: { domain: "both.example", privacy: PASSWORD, password: "sesame" }) { id } }',
    );
    const { website } = await gateway.graphql<{ website: { id: string } }>(
      '{ website(domain: "both.example") { id } }',
    );
    const { id } = website;
    const make = async (seconds: number) => {
      const input = { name: 'Short', expiresAt: new Date(Date.now() + seconds * 1000).toISOString() };
      const mutation =
        'mutation($id: ID!, $input: CreateShareInput!) { createShare(website: $id, input: $input) { token } }';
      return (await gateway.inSession<{ createShare: Made }>(mutation, { id, input })).createShare.token;
    };
    const [short, long] = [await make(3_600), await make(30 * 86_400)];
    const reader = openVisitor(gateway.url);
    const cookie = () => reader.cookies.get(`footfall_unlock_${id}`);
    await reader.get(`/both.example?share=${short}`);
    assert.equal(cookie(), short);
    await reader.post('/both.example/unlock', { password: 'sesame' });
    const password = cookie();
    assert.match(password ?? '', /^\d+\./);
    await reader.get(`/both.example?share=${short}`);
    assert.equal(cookie(), password);
    await reader.get(`/both.example?share=${long}`);
    assert.equal(cookie(), long);
    await reader.get(`/both.example?share=${short}`);
    assert.equal(cookie(), long);
  });

  it('is the first one of a URL that has several, on the page and over REST', async () => {
    const { token, link } = await create();
    const csv = link.slice(new URL(link).origin.length);
    for (const [query, location, status] of [
      [`share=${token}&share=wrong`, 200, 200],
      [`share=wrong&share=${token}`, 404, 404],
    ] as const) {
      const reader = openVisitor(gateway.url);
      const { location: page } = await reader.get(`/private.example?${query}`);
      assert.deepEqual([page, (await reader.get(page)).status], ['/private.example', location]);
      assert.equal((await openVisitor(gateway.url).get(csv.replace(/share=.*/, query))).status, status);
    }
  });

  it('reads the statistics over GraphQL, and nothing else', async () => {
    const { token, share } = await create();
    const reader = openVisitor(gateway.url);
    const ask = (selection: string) =>
      reader.ask(`query($token: String!) { sharedByToken(token: $token) ${selection} }`, { token });
    assert.deepEqual((await ask(`{ domain ...on Statistics ${STATISTICS} }`)).data, {
      sharedByToken: { domain: 'private.example', id: '1', stats: { total: 0 } },
    });
    for (const field of ['shares { id }', 'privacy', 'excludeIps'])
      assert.equal((await ask(`{ ${field} }`)).errors?.[0]?.extensions.code, 'BAD_USER_INPUT', field);
    await remove(share.id);
    assert.equal((await ask('{ id }')).errors?.[0]?.extensions.code, 'NOT_FOUND');
  });

  it('is guessed at no faster on the page than over the API', async () => {
    const limited = await startTestGateway(await open(), { RATE_LIMIT: '3' });
    const statuses = [];
    for (let guess = 0; guess < 4; guess++)
      statuses.push((await openVisitor(limited.url).get(`/private.example?share=ffs_${guess}`)).status);
    await limited.stop();
    assert.deepEqual(statuses, [303, 303, 303, 429]);
  });
});
