import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as open } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { BodyTooLarge, isForeign, keyIn, readLimited } from '../../src/http/incoming.ts';

const OWN = 'https://stats.example.com';

/** The values read from each request of a test, in order. */
type Read = (request: IncomingMessage) => unknown;

describe('from a request', () => {
  let read: Read = () => null;
  const server = createServer(async (request, response) => {
    const found = await read(request);
    response.end(JSON.stringify(found));
  });
  let port = 0;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Node's own fetch would set the headers about its origin itself. */
  async function ask(how: Read, headers: Record<string, string>, method = 'GET', body = ''): Promise<unknown> {
    read = how;
    const sent = open({ port, host: '127.0.0.1', method, headers }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const part of response) text += part;
    return JSON.parse(text);
  }

  it('the key is the text after Bearer; other schemes carry no key', async () => {
    for (const [header, key] of [
      ['Bearer ff_a', 'ff_a'],
      ['bearer   ff_a ', 'ff_a'],
      ['Bearer', ''],
      ['Bearer two words', ''],
      ['Basic ff_a', null],
      ['Bearerff_a', null],
      ['', null],
    ] as const)
      assert.equal(await ask(keyIn, { Authorization: header }), key, header);
    assert.equal(await ask(keyIn, {}), null);
  });

  it('another site is allowed only links, on every surface', async () => {
    const foreign = (request: IncomingMessage) => isForeign(request, [OWN, request.headers.host]);
    const link = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
    const script = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' };
    for (const [method, headers, isOne] of [
      ['GET', {}, false],
      ['POST', {}, false],
      ['GET', link, false],
      ['POST', link, true],
      ['GET', script, true],
      ['POST', script, true],
      ['POST', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' }, false],
      ['POST', { Origin: OWN }, false],
      ['POST', { Origin: `http://127.0.0.1:${port}` }, false],
      ['POST', { Origin: 'null' }, true],
      ['POST', { Origin: 'https://evil.example' }, true],
      ['GET', { ...link, Origin: 'https://evil.example' }, true],
      ['POST', { Origin: 'https://other.example.com', 'Sec-Fetch-Site': 'same-site' }, true],
    ] as const)
      assert.equal(await ask(foreign, headers, method), isOne, `${method} ${JSON.stringify(headers)}`);
  });

  it('a body is read up to its limit, with or without Content-Length', async () => {
    const sizes = (request: IncomingMessage) =>
      readLimited(request, 10).then(
        bytes => bytes.length,
        error => [error instanceof BodyTooLarge, error.size],
      );
    const chunked = { 'Transfer-Encoding': 'chunked' };
    assert.equal(await ask(sizes, {}), 0);
    for (const headers of [{ 'Content-Length': '10' }, chunked])
      assert.equal(await ask(sizes, headers, 'POST', 'x'.repeat(10)), 10);
    for (const headers of [{ 'Content-Length': '11' }, chunked])
      assert.deepEqual(await ask(sizes, headers, 'POST', 'x'.repeat(11)), [true, 11]);
  });

  it('the part beyond the limit is discarded, so that a client still sending can read the refusal', async () => {
    const refused = (request: IncomingMessage) => readLimited(request, 10).catch(error => error.message);
    const sent = await ask(refused, { 'Transfer-Encoding': 'chunked' }, 'POST', 'x'.repeat(5_000_000));
    assert.equal(sent, 'The body is larger than 10 bytes; send less at a time.');
  });

  it('a body is not waited for once its client has gone', async () => {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<string>();
    read = request => {
      begun.resolve();
      return readLimited(request, 10)
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
