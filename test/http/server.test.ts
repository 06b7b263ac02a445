import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { readBody } from '../../src/http/body.ts';
import { createHttpServer, type Handler } from '../../src/http/server.ts';

describe('the server', () => {
  let server: Server;
  let port = 0;
  /** What ends the responses that wait for the test. */
  const waiting: (() => void)[] = [];
  beforeAll(async () => {
    server = createHttpServer('/stats', {
      exact: new Map<string, Handler>([
        ['/exact', (_, response) => void response.end('exact')],
        ['/host', (request, response) => void response.end(request.headers.host)],
        ['/slow', (_, response) => void waiting.push(() => response.end('slow'))],
        [
          '/begun',
          (_, response) => {
            response.write('begun');
            waiting.push(() => response.end('ended'));
          },
        ],
        ['/body', async (request, response) => void response.end(await readBody(request, 9).catch(() => 'cut'))],
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

  it('allows a request ten seconds, and closes idle connections', () => {
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

  describe('after a request that it cannot parse', () => {
    const GARBAGE = 'hello\r\n\r\n';
    const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const broken = (path: string) => `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${GARBAGE}`;

    /** Sends all of it at once, ends the waiting responses, and returns the statuses and bodies that came, in order. */
    async function answersTo(sent: string, { half = false } = {}): Promise<string[]> {
      waiting.length = 0;
      const failed = once(server, 'clientError');
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.write(sent);
      if (half) socket.end();
      const heard = text(socket);
      await failed;
      // More of it arrives before the first response is there.
      if (!half) socket.write(GARBAGE);
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      while (waiting.length > 0) {
        waiting.shift()?.();
        await setImmediate();
      }
      const answers = (await heard).split(/(?=HTTP\/1\.1 )/);
      socket.destroy();
      return answers.map(
        answer => `${answer.slice(9, 12)} ${/slow|begun[\s\S]*ended|exact|message/.exec(answer)?.[0]}`,
      );
    }

    it('sends the responses to earlier requests whole, then a 400, and closes the connection', async () => {
      assert.deepEqual(await answersTo(request('/slow') + GARBAGE), ['200 slow', '400 message']);
      const several = request('/slow') + request('/exact') + request('/slow') + GARBAGE;
      assert.deepEqual(await answersTo(several), ['200 slow', '200 exact', '200 slow', '400 message']);
    });

    it('does so when a part of a response was sent', async () => {
      const [begun = '', error, ...more] = await answersTo(request('/begun') + GARBAGE);
      assert.match(begun, /^200 begun[\s\S]*ended$/);
      assert.deepEqual([error, ...more], ['400 message']);
    });

    it('does so when the client has closed its side', async () => {
      const unfinished = `${request('/slow')}GET /exact HT`;
      assert.deepEqual(await answersTo(unfinished, { half: true }), ['200 slow', '400 message']);
    });

    it('does so for a body that it cannot parse', async () => {
      assert.deepEqual(await answersTo(broken('/body')), ['400 message']);
      assert.deepEqual(await answersTo(request('/slow') + broken('/body')), ['200 slow', '400 message']);
    });

    it('sends no 400 after a response that closes the connection', async () => {
      const last = 'GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
      assert.deepEqual(await answersTo(last + GARBAGE), ['200 slow']);
    });
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
