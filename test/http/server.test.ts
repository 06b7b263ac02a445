import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createHttpServer, type Handler } from '../../src/http/server.ts';

describe('the server', () => {
  let server: Server;
  let port = 0;
  beforeAll(async () => {
    server = createHttpServer('/stats', {
      exact: new Map<string, Handler>([
        ['/exact', (_, response) => void response.end('exact')],
        ['/host', (request, response) => void response.end(request.headers.host)],
      ]),
      other: (request, response) => void response.end(request.url),
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  async function say(sent: string): Promise<{ status: number; type: string; body: string }> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.end(sent);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return {
      status: Number(head.split(' ')[1]),
      type: /^content-type: (.*)$/im.exec(head)?.[1] ?? '',
      body,
    };
  }

  it('serves its base path and the root, but no path that merely begins with the same text', async () => {
    const answers: [string, string][] = [
      ['/exact', 'exact'],
      ['/stats/exact', 'exact'],
      ['/stats/exact?a=1', 'exact'],
      ['/stats', '/'],
      ['/stats?a', '/?a'],
      ['/stats/', '/'],
      ['/stats/a/b', '/a/b'],
      ['/statsother', '/statsother'],
      ['/a/stats/', '/a/stats/'],
      ['//exact', 'exact'],
      ['//stats//exact?a//b', 'exact'],
      ['/stats///a//b/?c=//d', '/a/b/?c=//d'],
      ['//', '/'],
    ];
    for (const [path, answer] of answers)
      assert.equal(await (await fetch(`http://127.0.0.1:${port}${path}`)).text(), answer, path);
  });

  it('serves a target that names the whole URL, and its host instead of the Host header', async () => {
    const answers: [string, string][] = [
      ['http://stats.example/exact', 'exact'],
      ['HTTPS://stats.example:8443/stats/exact?a=1', 'exact'],
      ['http://stats.example//exact', 'exact'],
      ['http://stats.example', '/'],
      ['http://stats.example?a', '/?a'],
      ['http://stats.example/stats/a?b=http://c.example/d', '/a?b=http://c.example/d'],
      ['/host', 'other.example'],
      ['http://stats.example/host', 'stats.example'],
    ];
    for (const [target, answer] of answers) {
      const { status, body } = await say(`GET ${target} HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n`);
      assert.deepEqual([status, body.split('\r\n')[0]], [200, answer], target);
    }
  });

  it('allows a request ten seconds for its headers and ten for its body, and closes idle connections', () => {
    assert.equal(server.headersTimeout, 10_000);
    assert.equal(server.requestTimeout, 10_000);
    assert.equal(server.timeout, 120_000);
  });

  it('closes overdue connections in turns, each with a response', async () => {
    const accepted: Socket[] = [];
    server.on('connection', socket => accepted.push(socket));
    const clients = Array.from({ length: 120 }, () => connect({ port, host: '127.0.0.1' }));
    const heard = clients.map(text);
    while (accepted.length < clients.length) await setImmediate();
    const overdue = Object.assign(new Error('overdue'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    for (const socket of accepted) server.emit('clientError', overdue, socket);
    const closed = () => accepted.filter(socket => socket.writableEnded).length;
    const counts = [closed()];
    while (closed() < clients.length) {
      await setImmediate();
      counts.push(closed());
    }
    assert.deepEqual(counts, [0, 50, 100, 120]);
    for (const answer of heard) assert.match(await answer, /^HTTP\/1.1 408 .*"Request Timeout."/s);
  });

  it('refuses headers beyond 16 KiB with a JSON body', async () => {
    const { status, type, body } = await say(`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`);
    assert.equal(status, 431);
    assert.equal(type, 'application/json');
    assert.equal(JSON.parse(body).message, 'Request Header Fields Too Large.');
  });

  for (const [what, request] of [
    ['is no HTTP', 'hello\r\n\r\n'],
    ['has two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'has a length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['has a header with a line break in it', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n'],
    ['names no host', 'GET / HTTP/1.1\r\n\r\n'],
  ] as const) {
    it(`refuses a request that ${what}`, async () => assert.equal((await say(request)).status, 400));
  }
});
