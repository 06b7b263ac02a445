import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { readBody } from '../../src/http/body.ts';
import { createHttpServer, TIMEOUTS } from '../../src/http/server.ts';

const usual = { ...TIMEOUTS };
const REQUEST = 'POST /a?b HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nConnection: close\r\n\r\nh\u00e9llo';

describe('a connection whose first request is not complete', () => {
  let server: Server;
  let accepted: Socket[];
  /** What responses wait for. */
  let held: Promise<unknown> | undefined;

  async function start(): Promise<void> {
    accepted = [];
    server = createHttpServer('', {
      exact: new Map(),
      other: async (request, response) => {
        const body = await readBody(request, 99).catch(() => '');
        await held;
        response.end(`${request.url} ${body.toString('latin1')}`);
      },
    }).listen(0, '127.0.0.1');
    server.on('connection', socket => accepted.push(socket));
    await once(server, 'listening');
  }
  beforeEach(start);
  afterEach(() => {
    Object.assign(TIMEOUTS, usual);
    held = undefined;
    server.closeAllConnections();
    server.close();
  });

  const open = (options = {}): Socket =>
    connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', ...options }).on(
      'error',
      () => undefined,
    );

  /** Resolves when the server has read as many bytes of its newest connection. */
  async function received(bytes: number): Promise<void> {
    while ((accepted.at(-1)?.bytesRead ?? -1) < bytes) await setImmediate();
  }

  it('is served in the same way, however its bytes arrive', async () => {
    const bytes = Buffer.from(REQUEST, 'latin1');
    for (const size of [1, 2, 7, 40, bytes.length]) {
      const count = accepted.length;
      const socket = open({ noDelay: true });
      const heard = text(socket);
      while (accepted.length === count) await setImmediate();
      for (let at = 0; at < bytes.length; at += size) {
        socket.write(bytes.subarray(at, at + size));
        await received(Math.min(at + size, bytes.length));
      }
      assert.match(await heard, /^HTTP\/1\.1 200 [\s\S]*\r\n\r\n[\s\S]*\/a\?b h/, `${size} bytes at a time`);
    }
  });

  it('takes further requests after the first, also those that came with it', async () => {
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
    const socket = open();
    const heard = text(socket);
    socket.write(`${get('/1')}${get('/2')}GET /3 HT`);
    await received(65);
    socket.write('TP/1.1\r\nHost: a\r\n\r\n');
    socket.write(get('/4', 'Connection: close\r\n'));
    assert.deepEqual((await heard).match(/\/\d /g), ['/1 ', '/2 ', '/3 ', '/4 ']);
  });

  it('is refused at once if it can never become a request', async () => {
    for (const [begun, status] of [
      ['\u0016\u0003\u0001', 400],
      ['get / HTTP/1.1\r\n', 400],
      ['hello\r\n', 400],
      ['GET / HTTP/3.0\r\n', 400],
      ['Z'.repeat(12), 400],
      ['FETCH / HT', 400],
      ['GET /\u0001', 400],
      ['GET / HTTP/1.1\r\nHost: a\n\n', 400],
      ['GET / HTTP/1.1\r\nA: b\r\nHo st: a', 400],
      ['GET / HTTP/1.1\r\nHost\r\n', 400],
      ['GET / HTTP/1.1\r\nHost: a\r\n b: c', 400],
      ['GET / HTTP/1.1\r\nHost: a\u0000', 400],
      [`GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}`, 431],
    ] as const) {
      const socket = open();
      const heard = text(socket);
      socket.write(begun, 'latin1');
      assert.match(await heard, new RegExp(`^HTTP/1\\.1 ${status} `), begun.slice(0, 20));
    }
  });

  it('gets a 408 if the headers take too long, whether anything arrives or not', async () => {
    server.close();
    Object.assign(TIMEOUTS, { request: 40, check: 10 });
    await start();
    for (const begun of ['', 'GET / HT', 'GET / HTTP/1.1\r\nHost: a\r\n']) {
      const socket = open();
      const heard = text(socket);
      const dribble = setInterval(() => socket.write(begun === '' ? '' : 'X'), 5);
      assert.match(await heard, /^HTTP\/1\.1 408 .*"Request Timeout\."/s);
      clearInterval(dribble);
    }
  });

  describe('when the server got it late', () => {
    beforeEach(async () => {
      server.close();
      TIMEOUTS.check = 0;
      await start();
      // Node's own clock, which began when the server got the connection, is not to end it.
      Object.assign(server, { headersTimeout: 0, requestTimeout: 0 });
    });

    it('gets a 408 if its body takes too long', async () => {
      const late = open();
      late.write(REQUEST.slice(0, -1), 'latin1');
      await once(server, 'request');
      TIMEOUTS.request = 1;
      assert.match(await text(late), /^HTTP\/1\.1 408 .*"Request Timeout\."/s);
    });

    it('is not cut off once the request is complete, however long the response takes', async () => {
      let respond = (): void => undefined;
      held = new Promise<void>(resolve => {
        respond = resolve;
      });
      const complete = open();
      complete.write(REQUEST, 'latin1');
      const [request] = await once(server, 'request');
      while (!request.complete) await setImmediate();
      const late = open();
      late.write(REQUEST.slice(0, -1), 'latin1');
      await once(server, 'request');
      TIMEOUTS.request = 1;
      assert.match(await text(late), /^HTTP\/1\.1 408 /);
      respond();
      assert.match(await text(complete), /^HTTP\/1\.1 200 /);
    });
  });

  it('gets a 400 if the client ends in the middle of its headers, and nothing if it has sent nothing', async () => {
    const halfway = open({ allowHalfOpen: true });
    halfway.end('GET / HTTP/1.1\r\nHost');
    assert.match(await text(halfway), /^HTTP\/1\.1 400 /);
    const silent = open({ allowHalfOpen: true });
    silent.end();
    assert.equal(await text(silent), '');
  });

  it('survives a client that resets it', async () => {
    const socket = open();
    socket.write('GET / HT');
    await received(8);
    const closed = new Promise(resolve => accepted[0]?.on('close', resolve));
    socket.resetAndDestroy();
    await closed;
    assert.equal((await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/b`)).status, 200);
  });

  it('does not keep the server from closing, unless it has begun a request', async () => {
    const silent = open();
    const begun = open();
    begun.write('GET /late HTTP/1.1\r\n');
    while (accepted.length < 2 || accepted.every(({ bytesRead }) => bytesRead === 0)) await setImmediate();
    const closed = once(server, 'close');
    const heard = text(begun);
    server.close();
    assert.equal(await text(silent), '');
    begun.write('Host: a\r\nConnection: close\r\n\r\n');
    assert.match(await heard, /^HTTP\/1\.1 200 [\s\S]*\/late/);
    await closed;
  });

  it('is closed with all others', async () => {
    const begun = open();
    begun.write('GET /late HTTP/1.1\r\n');
    await received(20);
    server.closeAllConnections();
    assert.equal(await text(begun), '');
  });
});
