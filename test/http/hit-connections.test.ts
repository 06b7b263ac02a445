import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { readBody } from '../../src/http/body.ts';
import type { Answer } from '../../src/http/collect-answers.ts';
import type { HitRequest } from '../../src/http/hit-request.ts';
import { createHttpServer, type Handler } from '../../src/http/server.ts';

const answer = (body: string): Answer => ({ status: 202, headers: { 'Content-Length': `${body.length}` }, body });
const HEADERS = ['Host: a', 'Content-Type: application/json'];

function hit(body: string, headers: readonly string[] = HEADERS, path = '/hit', first = `POST ${path} HTTP/1.1`) {
  return [first, ...headers, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');
}

describe('a connection that sends hits', () => {
  let server: Server;
  let port = 0;
  let taken: HitRequest[] = [];
  /** Answers the hits that wait for the test; other hits are answered at once. */
  let waiting: (() => void)[] = [];
  const sockets: Socket[] = [];

  beforeEach(async () => {
    taken = [];
    waiting = [];
    const node: Handler = async (request, response) => {
      const body = (await readBody(request, 1_000).catch(() => 'cut')).toString();
      response.end(`node ${request.method} ${request.url} ${body}`);
    };
    server = createHttpServer('/base', {
      exact: new Map(),
      other: node,
      hits: {
        paths: ['/hit'],
        take(request) {
          if (request.body === 'malformed') return null;
          taken.push(request);
          const whole = answer(`taken ${request.body}`);
          if (!request.body.startsWith('wait')) return Promise.resolve(whole);
          return new Promise(resolve => waiting.push(() => resolve(whole)));
        },
      },
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });

  function open(): Socket {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  }

  /** Returns both ends of a new connection. */
  async function openBoth(): Promise<[socket: Socket, accepted: Socket]> {
    const accepting = once(server, 'connection');
    const socket = open();
    const [accepted] = (await accepting) as [Socket];
    return [socket, accepted];
  }

  /** Sends the parts, each once the server has read the one before, and returns the bodies of all answers. */
  async function bodiesOf(parts: readonly string[]): Promise<string[]> {
    const [socket, accepted] = await openBoth();
    const heard = text(socket);
    let sent = 0;
    for (const part of parts) {
      socket.write(part);
      sent += Buffer.byteLength(part);
      while (accepted.bytesRead < sent) await setImmediate();
    }
    socket.end();
    return [...(await heard).matchAll(/(?:taken|node) [^\r\n]*?(?=HTTP\/1\.1|[\r\n]|$)/g)].map(([body]) => body);
  }

  it('gets every answer, and Node sees none of its requests', async () => {
    assert.deepEqual(await bodiesOf([hit('1'), hit('2', HEADERS, '/base/hit'), hit('"ü€"')]), [
      'taken 1',
      'taken 2',
      'taken "ü€"',
    ]);
    assert.equal(taken.length, 3);
  });

  it('passes on the headers that the collector reads, without spaces around them, in any case', async () => {
    const sent = [
      'HOST:a',
      'user-agent: \t One  two \t',
      'X-Forwarded-For:20.1.1.1',
      'DNT: 1',
      'Cookie: a=b',
      'Connection: Keep-Alive',
    ];
    await bodiesOf([hit('1', sent)]);
    assert.deepEqual(taken[0]?.headers, {
      host: 'a',
      'user-agent': 'One  two',
      'x-forwarded-for': '20.1.1.1',
      dnt: '1',
      connection: 'Keep-Alive',
      'content-length': '1',
    });
  });

  it('is handed to Node by anything else, which then answers all that follows', async () => {
    assert.deepEqual(await bodiesOf([hit('1'), 'GET /other HTTP/1.1\r\nHost: a\r\n\r\n', hit('2')]), [
      'taken 1',
      'node GET /other ',
      'node POST /hit 2',
    ]);
  });

  it('gets its answers in order if it sends several requests at once, or one in parts', async () => {
    assert.deepEqual(await bodiesOf([hit('1') + hit('2')]), ['node POST /hit 1', 'node POST /hit 2']);
    assert.deepEqual(await bodiesOf([hit('1'), hit('2').slice(0, 30), hit('2').slice(30)]), [
      'taken 1',
      'node POST /hit 2',
    ]);
    assert.deepEqual(await bodiesOf([hit('1'), hit('2').slice(0, -1), hit('2').slice(-1)]), [
      'taken 1',
      'node POST /hit 2',
    ]);
  });

  it('gets an answer to what it sends before the last one came, in order', async () => {
    const [socket, accepted] = await openBoth();
    const heard = text(socket);
    socket.write(hit('wait 1'));
    while (waiting.length === 0) await setImmediate();
    const { bytesRead } = accepted;
    socket.write(hit('2'));
    while (accepted.bytesRead === bytesRead) await setImmediate();
    assert.equal(taken.length, 1);
    waiting.shift()?.();
    socket.end();
    assert.match(await heard, /taken wait 1.*taken 2$/s);
  });

  it('gets its answer after it has closed its side, and is then closed', async () => {
    const [socket, accepted] = await openBoth();
    const heard = text(socket);
    socket.end(hit('wait 1'));
    while (waiting.length === 0 || !accepted.readableEnded) await setImmediate();
    waiting.shift()?.();
    assert.match(await heard, /^HTTP\/1\.1 202 Accepted\r\n.*Connection: close\r\n\r\ntaken wait 1$/s);
  });

  it('is closed with the server: at once if it waits, otherwise after its answer', async () => {
    const idle = open();
    idle.write(hit('1'));
    await once(idle, 'data');
    const busy = open();
    const heard = text(busy);
    busy.write(hit('wait 1'));
    while (waiting.length === 0) await setImmediate();
    const closed = new Promise(resolve => server.close(resolve));
    idle.resume();
    await once(idle, 'end');
    idle.end();
    waiting.shift()?.();
    assert.match(await heard, /Connection: close\r\n\r\ntaken wait 1$/);
    busy.end();
    await closed;
  });

  it('is answered by Node alone if its request is not of the plainest form', async () => {
    const plain = 'POST /hit HTTP/1.1';
    const others = [
      hit('1', HEADERS, '/hit?a'),
      hit('1', HEADERS, '//hit'),
      hit('1', HEADERS, '/hit', 'PUT /hit HTTP/1.1'),
      hit('1', [...HEADERS, 'TE: trailers']),
      hit('1', [...HEADERS, 'Expect: 100-continue']),
      hit('1', [...HEADERS, 'X-Request-Id: a']),
      hit('1', [...HEADERS, 'Content-Type: text/plain']),
      hit('1', [...HEADERS, 'Keep-Alive: 5']),
      hit('1', ['Host: a', 'Host: b']),
      hit('1', ['Host: a', 'Connection: close']),
      hit('1', [...HEADERS, `X-Long: ${'a'.repeat(9_000)}`]),
      hit('malformed'),
      `${plain}\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n1\r\n0\r\n\r\n`,
      `${plain}\r\nHost: a\r\n\r\n`,
    ];
    for (const other of others) assert.match((await bodiesOf([other])).join(), /^node (POST|PUT)/, other.slice(0, 99));
    assert.equal(taken.length, 0);
  });

  it('is refused by Node if its request is none', async () => {
    const refused = [
      hit('1', ['Content-Type: application/json']),
      hit('1', [...HEADERS, 'Content-Length: 1']),
      hit('1', [...HEADERS, 'X: a\rb']),
      hit('1', [...HEADERS, ' folded: a']),
      hit('1', [...HEADERS, 'X : a']),
      hit('1', [...HEADERS, 'X: \x01']),
      'POST /hit HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n1',
      'POST /hit HTTP/1.1\nHost: a\r\nContent-Length: 1\r\n\r\n1',
    ];
    for (const request of refused) {
      const socket = open();
      socket.end(request);
      assert.match(await text(socket), /^HTTP\/1\.1 400 /, request);
    }
    assert.equal(taken.length, 0);
  });
});
