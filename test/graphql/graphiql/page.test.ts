import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { examples } from '../../../src/graphql/graphiql/examples.ts';
import { launchPageBrowser, skipWithoutBrowser } from '../../support/browser.ts';
import { type GraphqlServer, startGraphqlAlone } from '../../support/graphql.ts';

let server: GraphqlServer;
beforeAll(async () => {
  server = await startGraphqlAlone();
  await server.ask('mutation { createWebsite(input: { domain: "demo.example", privacy: PUBLIC }) { id } }');
});
afterAll(() => server.close());

test('every example runs unchanged', async () => {
  for (const { query, variables } of examples(Date.now())) {
    const given = variables === '' ? undefined : JSON.parse(variables);
    if (/^subscription/m.test(query)) {
      assert.match(await firstEvent(query, given), /^event: next\ndata: \{"data":\{"live":\{"visitors5":0,/);
      continue;
    }
    const { errors } = await server.ask(query, given);
    assert.deepEqual(errors, [], query);
  }
});

/** Returns the first result of a subscription. */
async function firstEvent(query: string, variables: object): Promise<string> {
  const aborted = new AbortController();
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables }),
    signal: aborted.signal,
  });
  let text = '';
  for await (const part of response.body ?? []) {
    text += Buffer.from(part).toString();
    if (/data: .*\n\n/.test(text)) break;
  }
  aborted.abort();
  return text.slice(text.indexOf('event:'));
}

test('browsers get GraphiQL with the examples, other clients get GraphQL', async () => {
  const page = await server.send({ headers: { Accept: 'text/html,*/*;q=0.8' } }, '?query={viewer{email}}');
  assert.equal(page.status, 200);
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  const [, json = ''] = /id="examples">(.*?)<\/script>/s.exec(page.text) ?? [];
  assert.equal(JSON.parse(json).length, examples(Date.now()).length);
  assert.doesNotMatch(json, /</);
  const answer = await server.send({ headers: { Accept: '*/*' } }, '?query={viewer{email}}');
  assert.deepEqual(answer.data, { viewer: null });
});

test('a path that ends in a word of JavaScript is no file', async () => {
  for (const name of ['constructor', 'toString', '__proto__']) {
    const answer = await server.send({ headers: { Accept: '*/*' } }, `/${name}?query={viewer{email}}`);
    assert.deepEqual([answer.status, answer.data], [200, { viewer: null }], name);
  }
});

test('the page can run and load only files of the service itself', async () => {
  const { headers, text } = await server.send({ headers: { Accept: 'text/html' } });
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  assert.doesNotMatch(text, /(src|href)="(https?:|\/)/, 'addresses are relative, so that they hold below any path');
});

test('its files are sent compressed, and only once', async () => {
  for (const [file, type] of [
    ['graphiql.js', 'text/javascript'],
    ['graphiql.css', 'text/css'],
  ] as const) {
    const response = await fetch(`${server.url}/${file}`);
    const text = await response.text();
    assert.ok(response.headers.get('content-type')?.startsWith(type));
    assert.equal(response.headers.get('content-encoding'), 'gzip');
    assert.ok(text.length > 100_000, `${file} is built by npm run build`);
    const again = await fetch(`${server.url}/${file}`, {
      headers: { 'If-None-Match': response.headers.get('etag') ?? '' },
    });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), '');
  }
});

test('GraphiQL and introspection can be disabled', async () => {
  const closed = await startGraphqlAlone({ graphiql: false, introspection: false });
  try {
    const page = await closed.send({ headers: { Accept: 'text/html' } });
    assert.doesNotMatch(page.headers.get('content-type') ?? '', /html/);
    const { errors } = await closed.ask('{ __schema { queryType { name } } }');
    assert.equal(errors[0]?.extensions.code, 'BAD_USER_INPUT');
    for (const query of [
      '{ a: __schema { queryType { name } } }',
      '{ __type(name: "Query") { name } }',
      '{ ...a } fragment a on Query { viewer: __type(name: "Query") { name } }',
      'query IntrospectionQuery { ... { ... on Query { __schema { types { name } } } } }',
      'query ($yes: Boolean = true) { __schema @include(if: $yes) { types { name } } }',
    ]) {
      const { text } = await closed.ask(query);
      assert.doesNotMatch(text, /"(Query|Website|types)"/, query);
    }
    assert.deepEqual((await closed.ask('{ __typename }')).data, { __typename: 'Query' });
  } finally {
    await closed.close();
  }
});

describe.skipIf(skipWithoutBrowser)('GraphiQL in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchPageBrowser();
  });
  afterAll(() => browser.close());

  test('it shows the schema, runs an example with a key, and sends no request to other hosts', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    const strangers: string[] = [];
    page.on('console', message => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', error => complaints.push(error.message));
    page.on('request', request => {
      if (new URL(request.url()).origin !== new URL(server.url).origin && !request.url().startsWith('data:'))
        strangers.push(request.url());
    });
    await page.goto(`${server.url}?query=${encodeURIComponent('query Linked { viewer { email } }')}`);
    await page.getByRole('tab', { name: 'Linked' }).waitFor();
    // Editors come after the page, and nothing can be run before.
    for (const place of ['.graphiql-query-editor', '.result-window'])
      await page.locator(`${place} .CodeMirror`).waitFor();
    await page.getByRole('button', { name: 'Headers' }).click();
    await page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden) .CodeMirror').click();
    await page.locator('.graphiql-editor-tool .CodeMirror-focused').waitFor();
    await page.keyboard.insertText(JSON.stringify({ Authorization: `Bearer ${server.keys.read}` }));
    await page.getByRole('button', { name: /Execute query/ }).click();
    await page.locator('.result-window', { hasText: 'ada@example.com' }).waitFor();
    await page.getByRole('button', { name: /Show Documentation/ }).click();
    await page.getByRole('link', { name: 'SharedWebsite' }).waitFor();
    assert.deepEqual(complaints, []);
    assert.deepEqual(strangers, []);
    await page.close();
  });
});
