import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request as open, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { BodyTooLarge, readBody } from '../../src/http/body.ts';
import { createHttpServer } from '../../src/http/server.ts';

describe('the body of a request', () => {
  let read: (request: IncomingMessage) => Promise<unknown>;
  let server: Server;
  let port = 0;
  beforeAll(async () => {
    server = createHttpServer('', {
      exact: new Map(),
      other: async (request, response) => void response.end(JSON.stringify(await read(request))),
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const sizes = (request: IncomingMessage) =>
    readBody(request, 10).then(
      bytes => bytes.length,
      error => [error instanceof BodyTooLarge, error.size],
    );

  async function send(headers: Record<string, string>, body = ''): Promise<unknown> {
    const sent = open({ port, host: '127.0.0.1', method: 'POST', headers }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const part of response) text += part;
    return JSON.parse(text);
  }

  /** Sends the text and returns everything that the server sends until it closes the connection. */
  async function say(text: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    socket.write(text);
    let heard = '';
    for await (const part of socket) heard += part;
    return heard;
  }

  it('is read up to its limit, with or without Content-Length', async () => {
    read = sizes;
    const chunked = { 'Transfer-Encoding': 'chunked' };
    assert.equal(await send({}), 0);
    for (const headers of [{ 'Content-Length': '10' }, chunked]) assert.equal(await send(headers, 'x'.repeat(10)), 10);
    for (const headers of [{ 'Content-Length': '11' }, chunked])
      assert.deepEqual(await send(headers, 'x'.repeat(11)), [true, 11]);
  });

  it('is refused for its Content-Length before any of it arrives', async () => {
    read = sizes;
    const heard = await say('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n');
    assert.match(heard, /^HTTP\/1.1 200 OK\r\n(?:.+\r\n)*Connection: close\r\n(?:.+\r\n)*\r\n\[true,100000000\]$/);
  });

  it('is asked for with 100 (Continue) only when it is read', async () => {
    read = sizes;
    const headers = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length:';
    assert.match(
      await say(`${headers} 3\r\n\r\nabc`),
      /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK\r\n[\s\S]*\r\n3$/,
    );
    assert.match(await say(`${headers} 11\r\n\r\n`), /^HTTP\/1.1 200 OK\r\n[\s\S]*\[true,11\]$/);
    read = async () => 'nothing';
    assert.match(await say(`${headers} 3\r\n\r\n`), /^HTTP\/1.1 200 OK\r\n[\s\S]*"nothing"$/);
  });

  it('is not waited for once its client has gone', async () => {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<string>();
    read = request => {
      begun.resolve();
      return readBody(request, 10)
        .then(String, error => error.message)
        .then(ended.resolve);
    };
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc');
    await begun.promise;
    socket.destroy();
    assert.equal(await ended.promise, 'The body ended before it was complete.');
  });
});
