import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, test } from 'vitest';
import { type Answer, type GraphqlServer, startGraphqlAlone } from '../support/graphql.ts';

let server: GraphqlServer;
beforeAll(async () => {
  server = await startGraphqlAlone({ queryOf: id => (id === 'viewer' ? '{ viewer { email } }' : undefined) });
});
afterAll(() => server.close());

const VIEWER = '{"query":"{ viewer { email } }"}';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const post = (body: string | Uint8Array, headers: Record<string, string> = JSON_TYPE) =>
  server.send({ method: 'POST', headers, body: body as string });

/** Returns the status, code and message of a rejected request. */
function refused({ status, data, errors }: Answer): [number, string | undefined, string | undefined] {
  assert.equal(data, undefined);
  return [status, errors[0]?.extensions.code, errors[0]?.message];
}

test('bodies that a form on another site could send are rejected, whatever they contain', async () => {
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
    'text/plain; a=application/json',
    'application/jsonx',
  ];
  for (const type of types) {
    const [status, code, message] = refused(await post(VIEWER, { 'Content-Type': type }));
    assert.deepEqual([status, code], [415, 'BAD_USER_INPUT'], type);
    assert.match(message ?? '', /send application\/json/);
  }
  // A request without a content type needs no preflight either.
  assert.equal(refused(await server.send({ method: 'POST', body: new Blob([VIEWER]) }))[0], 415);
});

test('JSON is accepted with any parameters of its content type', async () => {
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON ;charset="UTF-8"']) {
    assert.deepEqual((await post(VIEWER, { 'Content-Type': type })).data, { viewer: null }, type);
  }
});

test('a persisted query runs by its id, with GET and POST; an unknown id is rejected', async () => {
  const byPost = (params: object) => post(JSON.stringify(params));
  assert.deepEqual((await server.send({}, '?documentId=viewer')).data, { viewer: null });
  assert.deepEqual((await byPost({ documentId: 'viewer' })).data, { viewer: null });
  for (const answer of [await server.send({}, '?documentId=other'), await byPost({ documentId: 'other' })]) {
    const message = 'The documentId "other" is not known here; send the query itself.';
    assert.deepEqual(refused(answer), [400, 'BAD_USER_INPUT', message]);
  }
  for (const documentId of [null, 7, ['viewer'], { toString: 1 }])
    assert.deepEqual(refused(await byPost({ documentId })).slice(0, 2), [400, 'BAD_USER_INPUT']);
});

test('requests from another site are rejected unless they have an API key', async () => {
  const foreign = [
    'https://evil.example',
    'http://stats.example.com',
    'https://stats.example.com.evil.example',
    'null',
    'https://stats.example.com:8443',
  ];
  for (const origin of foreign) {
    assert.deepEqual(
      refused(await post(VIEWER, { ...JSON_TYPE, Origin: origin })).slice(0, 2),
      [403, 'FORBIDDEN'],
      origin,
    );
  }
  const key = { Authorization: `Bearer ${server.keys.read}` };
  const { data } = await post(VIEWER, { ...JSON_TYPE, ...key, Origin: 'https://evil.example' });
  assert.deepEqual(data, { viewer: { email: 'ada@example.com' } });
  const own = ['https://stats.example.com', new URL(server.url).origin];
  for (const origin of own)
    assert.deepEqual((await post(VIEWER, { ...JSON_TYPE, Origin: origin })).data, { viewer: null }, origin);
});

test('requests that a browser marks as cross-site are rejected, except for links', async () => {
  const query = '?query={viewer{email}}';
  const get = (mode: string, site: string) =>
    server.send({ headers: { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode } }, query);
  // Node's fetch always sends `cors`, as the scripts of a page do.
  assert.deepEqual(refused(await get('cors', 'cross-site')).slice(0, 2), [403, 'FORBIDDEN']);
  assert.deepEqual((await get('cors', 'same-origin')).data, { viewer: null });
});

test('no response allows another site to read it', async () => {
  const answer = await server.send({
    method: 'POST',
    headers: { ...JSON_TYPE, Origin: 'https://evil.example', Authorization: `Bearer ${server.keys.read}` },
    body: VIEWER,
  });
  const allowed = [...answer.headers.keys()].filter(name => name.startsWith('access-control-'));
  assert.deepEqual(allowed, []);
  const preflight = await server.send({
    method: 'OPTIONS',
    headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
  });
  assert.equal(preflight.status, 405);
  assert.equal(preflight.headers.get('access-control-allow-origin'), null);
});

test('GET can read but not write; other methods are rejected with a list of the supported ones', async () => {
  const key = { headers: { Authorization: `Bearer ${server.keys.write}` } };
  assert.deepEqual((await server.send(key, '?query={viewer{email}}')).data, { viewer: { email: 'ada@example.com' } });
  const variables = encodeURIComponent('{"name":"demo.example"}');
  const named = await server.send(key, `?query=query($name:String){website(domain:$name){id}}&variables=${variables}`);
  assert.equal(named.errors[0]?.extensions.code, 'NOT_FOUND');
  const mutation = await server.send(key, '?query=mutation{createWebsite(input:{domain:"get.example"}){id}}');
  assert.deepEqual(refused(mutation).slice(0, 2), [405, 'BAD_USER_INPUT']);
  assert.equal((await server.ask('{ websites { total } }')).data.websites.total, 0);
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await server.send({ method });
    assert.deepEqual(refused(answer).slice(0, 2), [405, 'BAD_USER_INPUT'], method);
    assert.equal(answer.headers.get('allow'), 'GET, POST');
  }
});

test('a body that cannot be parsed gets 400 with the reason', async () => {
  const bodies: [string | Uint8Array, RegExp][] = [
    ['', /not valid JSON/],
    ['{"query":', /not valid JSON/],
    [new Uint8Array([0x7b, 0xff, 0x7d]), /not valid UTF-8/],
    ['null', /not a JSON object/],
    ['"{ viewer { email } }"', /not a JSON object/],
    ['[]', /not a JSON object/],
    ['{"query":7}', /string/],
    ['{"query":"{ viewer { email } }","variables":[]}', /"variables"/],
    ['{"query":"{ viewer { email } }","variables":"{}"}', /"variables"/],
    ['['.repeat(50_000), /not valid JSON/],
  ];
  for (const [body, reason] of bodies) {
    const [status, code, message] = refused(await post(body));
    assert.deepEqual([status, code], [400, 'BAD_USER_INPUT'], String(message));
    assert.match(message ?? '', reason);
  }
  const get = refused(await server.send({}, '?query={viewer{email}}&variables={'));
  assert.deepEqual(get, [400, 'BAD_USER_INPUT', 'The parameter variables is not valid JSON.']);
  const packed = refused(await post(gzipSync(VIEWER), { ...JSON_TYPE, 'Content-Encoding': 'gzip' }));
  assert.deepEqual(packed.slice(0, 2), [415, 'BAD_USER_INPUT']);
});

test('a body of up to 100 KiB is read; a larger one is rejected with the limit, with or without Content-Length', async () => {
  const filled = (size: number) => VIEWER.replace('}"}', `} #${'x'.repeat(size - VIEWER.length - 2)}"}`);
  assert.equal(filled(102_400).length, 102_400);
  assert.deepEqual((await post(filled(102_400))).data, { viewer: null });
  const [status, code, message] = refused(await post(filled(102_401)));
  assert.deepEqual(
    [status, code, message],
    [413, 'QUERY_TOO_COMPLEX', 'The body has 102401 bytes or more; at most 102400 are allowed.'],
  );
  const stream = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(65_536).fill(32));
    },
  });
  const endless = await server
    .send({ method: 'POST', headers: JSON_TYPE, body: stream, duplex: 'half' } as RequestInit)
    .catch(() => null);
  // A client that keeps sending may lose the response with the connection, but the request always ends.
  if (endless) assert.equal(refused(endless)[0], 413);
});

test('variables nested too deeply are rejected for every argument', async () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const post = (levels: number) =>
    server.send({
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: `{"query":"query($a: Date!) { shared(domain: \\"a.example\\") { stats(name: PAGE, from: $a, to: $a) { total } } }","variables":{"a":${nested(levels)}}}`,
    });
  for (const levels of [49, 20_000]) {
    const { status, text } = await post(levels);
    assert.equal(status, levels === 49 ? 200 : 400, text);
    assert.match(text, levels === 49 ? /is not a date/ : /nested deeper than 50 levels/);
  }
});

test('several operations in one request are rejected with the limit', async () => {
  const [status, code, message] = refused(await post(`[${VIEWER},${VIEWER},${VIEWER}]`));
  assert.deepEqual([status, code], [400, 'QUERY_TOO_COMPLEX']);
  assert.match(message ?? '', /has 3 operations; at most 1 /);
});

test('odd URLs, odd hosts and disconnecting clients do no harm', async () => {
  const { port, hostname } = new URL(server.url);
  /**
   * Returns the first line of the response to a complete request, however long it takes, or of the short one to a
   * partial request.
   */
  const say = async (text: string, isWhole = true) => {
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    let heard = '';
    socket.on('data', data => {
      heard += data;
      socket.end();
    });
    socket.write(text);
    await (isWhole ? once(socket, 'close') : new Promise(resolve => setTimeout(resolve, 300)));
    socket.destroy();
    return heard.split('\r\n', 1)[0];
  };
  const head = (path: string, host: string) =>
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${VIEWER.length}\r\n\r\n`;
  for (const path of ['/graphql', '/base/graphql', '/health', '/graphql?x=/health', '//[/graphql', '/%']) {
    assert.equal(await say(head(path, 'stats.example.com') + VIEWER), 'HTTP/1.1 200 OK', path);
  }
  for (const host of ['a b', '[', ':::', '%', ''])
    assert.match((await say(head('/graphql', host) + VIEWER)) ?? '', /^HTTP\/1\.1 [24]0/, host);
  assert.equal(await say(`${head('/graphql', 'x')}{"query"`, false), '', 'half a body waits for the rest');
  assert.deepEqual((await post(VIEWER)).data, { viewer: null });
  assert.deepEqual(server.logged, []);
});
