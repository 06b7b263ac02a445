import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as open } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { carriesShare, isForeign, keyIn, shareIn, withoutShare } from '../../src/http/incoming.ts';

describe('a share', () => {
  it('is the first token of a URL, which leaves it with everything else as it was', () => {
    for (const [url, token, rest] of [
      ['/a', null, '/a'],
      ['/a?b=1|2&shared=x&c', null, '/a?b=1|2&shared=x&c'],
      ['/a?share=T', 'T', '/a'],
      ['/a?share', '', '/a'],
      ['/a?b=%7C|&share=A&c=1&share=B&', 'A', '/a?b=%7C|&c=1&'],
      ['/a?%73hare=T&b', 'T', '/a?b'],
      ['/a?b=/c?share=T', null, '/a?b=/c?share=T'],
    ] as const) {
      assert.deepEqual([carriesShare(url), shareIn(url), withoutShare(url)], [token !== null, token, rest], url);
    }
  });

  it('opens nothing in brackets, but is as secret there', () => {
    for (const url of ['/a?share[]=T', '/a?share%5B0%5D=T', '/a?share[x'])
      assert.deepEqual([carriesShare(url), shareIn(url), withoutShare(url)], [true, null, '/a'], url);
  });
});

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
  async function ask(how: Read, headers: Record<string, string>, method = 'GET'): Promise<unknown> {
    read = how;
    const sent = open({ port, host: '127.0.0.1', method, headers }).end();
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
});
