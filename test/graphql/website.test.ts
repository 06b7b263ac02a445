import assert from 'node:assert/strict';
import { afterAll, beforeAll, onTestFinished, test } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { type GraphqlServer, startGraphql } from '../support/graphql.ts';

const CREATE = `mutation Create($input: CreateWebsiteInput!) {
  createWebsite(input: $input) {
    id domain privacy hasPassword emailReports excludeBots excludeParams excludeIps honorGpc timezone createdAt updatedAt
  }
}`;
const UPDATE = `mutation Update($id: ID!, $input: UpdateWebsiteInput!) {
  updateWebsite(id: $id, input: $input) { id domain privacy hasPassword excludeIps timezone }
}`;

eachDatabase('Websites over GraphQL', open => {
  let server: GraphqlServer;
  beforeAll(async () => {
    server = await startGraphql(await open());
  });
  afterAll(() => server.close());

  async function create(domain: string): Promise<string> {
    const { data, errors } = await server.ask(CREATE, { input: { domain } });
    assert.deepEqual(errors, []);
    return data.createWebsite.id;
  }

  test('a new website has the defaults of the contract', async () => {
    const { data, errors } = await server.ask(CREATE, { input: { domain: 'https://www.Defaults.example/' } });
    assert.deepEqual(errors, []);
    const { id, createdAt, updatedAt, ...settings } = data.createWebsite;
    assert.deepEqual(settings, {
      domain: 'defaults.example',
      privacy: 'PRIVATE',
      hasPassword: false,
      emailReports: false,
      excludeBots: true,
      excludeParams: [],
      excludeIps: [],
      honorGpc: false,
      timezone: 'UTC',
    });
    assert.match(id, /^\d+$/);
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(updatedAt, createdAt);
  });

  test("the server's clock determines when a website was created, changed and deleted", async () => {
    let now = Date.parse('2031-05-06T07:08:09Z');
    const clocked = await startGraphql(await open(), { now: () => now });
    onTestFinished(() => clocked.close());
    const made = (await clocked.ask(CREATE, { input: { domain: 'clocked.example' } })).data.createWebsite;
    assert.deepEqual([made.createdAt, made.updatedAt], ['2031-05-06T07:08:09.000Z', '2031-05-06T07:08:09.000Z']);
    now += 3_600_000;
    const update = 'mutation($id: ID!) { updateWebsite(id: $id, input: { privacy: PUBLIC }) { updatedAt } }';
    const changed = (await clocked.ask(update, { id: made.id })).data.updateWebsite;
    assert.equal(changed.updatedAt, '2031-05-06T08:08:09.000Z');
    now += 3_600_000;
    await clocked.ask('mutation($id: ID!) { deleteWebsite(id: $id) }', { id: made.id });
    const trash = await clocked.database.dialect.all('SELECT deleted_at AS at FROM website_trash');
    assert.deepEqual(trash, [{ at: now }]);
  });

  test('all settings can be set, changed one by one, and cleared with null', async () => {
    const input = {
      domain: 'all.example',
      privacy: 'PASSWORD',
      password: 'open sesame',
      excludeIps: ['203.0.113.0/24'],
      timezone: 'Europe/Berlin',
    };
    const { id } = (await server.ask(CREATE, { input })).data.createWebsite;
    const changed = await server.ask(UPDATE, { id, input: { privacy: 'PUBLIC', password: null, excludeIps: null } });
    assert.deepEqual(changed.errors, []);
    assert.deepEqual(changed.data.updateWebsite, {
      id,
      domain: 'all.example',
      privacy: 'PUBLIC',
      hasPassword: false,
      excludeIps: [],
      timezone: 'Europe/Berlin',
    });
  });

  test('a website is found by its id and by its domain, with and without www', async () => {
    const id = await create('found.example');
    for (const args of [`id: ${id}`, `id: "${id}"`, 'domain: "found.example"', 'domain: "WWW.found.example"']) {
      const { data } = await server.ask(`{ website(${args}) { id } }`);
      assert.deepEqual(data, { website: { id } }, args);
    }
  });

  test('an unknown id, an id of another account and a non-numeric id are all NOT_FOUND', async () => {
    const id = await create('mine.example');
    const answers = await Promise.all([
      server.ask('{ website(id: 999999) { id } }'),
      server.ask('{ website(id: "abc") { id } }'),
      server.ask('{ website(id: "1e3") { id } }'),
      server.ask('{ website(domain: "nobody.example") { id } }'),
      server.ask('{ website(domain: "\\u0000") { id } }'),
      server.ask(`{ website(id: ${id}) { id } }`, {}, server.keys.other),
      server.ask('{ website(domain: "mine.example") { id } }', {}, server.keys.other),
    ]);
    for (const { data, errors } of answers) {
      assert.deepEqual(data, { website: null });
      assert.deepEqual(
        errors.map(({ message, extensions }) => [message, extensions]),
        [['Resource not found.', { code: 'NOT_FOUND' }]],
      );
    }
    for (const mutation of [`deleteWebsite(id: ${id})`, `updateWebsite(id: ${id}, input: {}) { id }`]) {
      const { errors } = await server.ask(`mutation { ${mutation} }`, {}, server.keys.other);
      assert.equal(errors[0]?.extensions.code, 'NOT_FOUND', mutation);
    }
    assert.equal((await server.ask(`{ website(id: ${id}) { id } }`)).data.website.id, id);
  });

  test('exactly one of id and domain must be sent', async () => {
    for (const args of ['', '(id: 1, domain: "x.example")', '(id: null, domain: null)']) {
      const { errors } = await server.ask(`{ website${args} { id } }`);
      assert.equal(errors[0]?.extensions.code, 'BAD_USER_INPUT');
      assert.deepEqual(Object.keys(errors[0]?.extensions.fields ?? {}), ['id', 'domain'], args);
    }
  });

  test('lists can be searched, sorted and paged', async () => {
    for (const domain of ['b.list-test.example', 'a.list-test.example', 'c.list-test.example']) await create(domain);
    const { data } = await server.ask(
      '{ websites(search: "list-test", sortBy: DOMAIN, sort: ASC) { rows { domain } total page perPage lastPage } }',
    );
    assert.deepEqual(data.websites, {
      rows: [{ domain: 'a.list-test.example' }, { domain: 'b.list-test.example' }, { domain: 'c.list-test.example' }],
      total: 3,
      page: 1,
      perPage: 10,
      lastPage: 1,
    });
    const last = await server.ask('{ websites(search: "list-test") { rows { domain } } }');
    assert.deepEqual(last.data.websites.rows[0], { domain: 'c.list-test.example' }, 'the newest comes first');
    const past = await server.ask('{ websites(search: "list-test", page: 9) { rows { domain } total page } }');
    assert.deepEqual(past.data.websites, { rows: [], total: 3, page: 9 });
    const literal = await server.ask('{ websites(search: "%") { rows { domain } total lastPage } }');
    assert.deepEqual(literal.data.websites, { rows: [], total: 0, lastPage: 1 });
  });

  test('null means the default of an argument that has one', async () => {
    const { data, errors } = await server.ask(
      '{ websites(perPage: null, page: null, sort: null, sortBy: null, searchBy: null) { page perPage } }',
    );
    assert.deepEqual(errors, []);
    assert.deepEqual(data.websites, { page: 1, perPage: 10 });
  });

  test('deleting a website returns its id, and the website is gone', async () => {
    const id = await create('gone.example');
    assert.deepEqual((await server.ask(`mutation { deleteWebsite(id: ${id}) }`)).data, { deleteWebsite: id });
    assert.equal((await server.ask(`mutation { deleteWebsite(id: ${id}) }`)).errors[0]?.extensions.code, 'NOT_FOUND');
  });

  test('a READ key can read but not change; nothing can be read without a key', async () => {
    const id = await create('readonly.example');
    assert.equal(
      (await server.ask(`{ website(id: ${id}) { domain } }`, {}, server.keys.read)).data.website.domain,
      'readonly.example',
    );
    for (const mutation of [
      'createWebsite(input: {domain: "more.example"}) { id }',
      `updateWebsite(id: ${id}, input: {}) { id }`,
      `deleteWebsite(id: ${id})`,
    ]) {
      assert.equal(
        (await server.ask(`mutation { ${mutation} }`, {}, server.keys.read)).errors[0]?.extensions.code,
        'FORBIDDEN',
        mutation,
      );
      assert.equal(
        (await server.ask(`mutation { ${mutation} }`, {}, null)).errors[0]?.extensions.code,
        'UNAUTHENTICATED',
        mutation,
      );
    }
    assert.equal((await server.ask('{ websites { total } }', {}, null)).errors[0]?.extensions.code, 'UNAUTHENTICATED');
    assert.deepEqual((await server.ask('{ viewer { email } }', {}, null)).data, { viewer: null });
    const { data } = await server.ask('{ viewer { email admin scope } }', {}, server.keys.read);
    assert.deepEqual(data.viewer, { email: 'ada@example.com', admin: true, scope: 'READ' });
  });

  test('anonymous visitors can read public statistics and unlocked ones, never private ones', async () => {
    const id = await create('shared.example');
    const ask = async (headers: Record<string, string>) => {
      const body = JSON.stringify({
        query: '{ shared(domain: "www.shared.example") { __typename id domain timezone } }',
      });
      const { data, errors } = await server.send({
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body,
      });
      return data.shared ?? errors[0]?.extensions.code;
    };
    const shown = { __typename: 'SharedWebsite', id, domain: 'shared.example', timezone: 'UTC' };
    assert.equal(await ask({}), 'NOT_FOUND', 'private');
    await server.ask(UPDATE, { id, input: { privacy: 'PASSWORD', password: 'sesame' } });
    assert.equal(await ask({}), 'FORBIDDEN', 'locked');
    assert.deepEqual(await ask({ 'x-unlocked': 'shared.example' }), shown);
    assert.equal(await ask({ 'x-unlocked': 'other.example' }), 'FORBIDDEN', 'unlocked for another');
    await server.ask(UPDATE, { id, input: { privacy: 'PUBLIC' } });
    assert.deepEqual(await ask({}), shown);
    const { errors } = await server.ask('{ shared(domain: "unknown.example") { domain } }', {}, null);
    assert.equal(errors[0]?.extensions.code, 'NOT_FOUND');
  });
});
