import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, it } from 'vitest';
import { callWebhook, ForbiddenAddress, safeAddress, WebhookFault } from '../../src/reports/webhook.ts';

const PRIVATE = [
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  '::7f00:1',
  '::127.0.0.1',
  '::a00:1',
  '::ffff:0:7f00:1',
  '1::1',
  '4000::1',
];

describe('The IP address of a webhook', () => {
  it('is never this machine, its network or any other non-public address', async () => {
    for (const address of PRIVATE) {
      await assert.rejects(
        safeAddress('hook.example', [], async () => [address]),
        ForbiddenAddress,
        address,
      );
      const literal = address.includes(':') ? `[${address}]` : address;
      await assert.rejects(safeAddress(literal, []), ForbiddenAddress, literal);
    }
    assert.equal(await safeAddress('hook.example', [], async () => ['93.184.216.34']), '93.184.216.34');
    assert.equal(await safeAddress('[2606:4700::1]', []), '2606:4700::1');
  });

  it('is refused when one of several addresses is not public', async () => {
    await assert.rejects(
      safeAddress('hook.example', [], async () => ['93.184.216.34', '10.0.0.1']),
      ForbiddenAddress,
    );
    await assert.rejects(
      safeAddress('hook.example', [], async () => []),
      ForbiddenAddress,
    );
  });

  it('is not told to the owner of the webhook, who could otherwise look up internal names', async () => {
    await assert.rejects(
      safeAddress('db.internal', [], async () => ['93.184.216.34', '10.1.2.3']),
      {
        message:
          'The host db.internal has an IP address that is not public; the operator can allow it in WEBHOOK_ALLOW.',
      },
    );
  });

  it('is recognized in every spelling of a URL', async () => {
    for (const url of [
      'http://2130706433/',
      'http://0x7f.1/',
      'http://127.1/',
      'http://[::ffff:7f00:1]/',
      'http://0177.0.0.1/',
    ]) {
      await assert.rejects(safeAddress(new URL(url).hostname, []), ForbiddenAddress, url);
    }
  });

  it('can be private only if the operator allows it', async () => {
    assert.equal(await safeAddress('10.1.2.3', ['10.1.0.0/16']), '10.1.2.3');
    assert.equal(await safeAddress('127.0.0.1', ['127.0.0.1']), '127.0.0.1');
    assert.equal(await safeAddress('[::1]', ['::1/128']), '::1');
    assert.equal(await safeAddress('[4000::1]', ['4000::/16']), '4000::1');
    await assert.rejects(safeAddress('10.2.0.1', ['10.1.0.0/16']), ForbiddenAddress);
    await assert.rejects(safeAddress('::1', ['127.0.0.1']), ForbiddenAddress);
  });
});

describe('A webhook call', () => {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end();
  const seen: { headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', part => (body += part));
    request.on('end', () => {
      seen.push({ headers: request.headers, body });
      answer(request, response);
    });
  }).listen(0, '127.0.0.1');
  afterAll(() => server.close());
  const call = async (more: Partial<Parameters<typeof callWebhook>[1]> = {}, host = '127.0.0.1') => {
    if (!server.listening) await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return callWebhook(
      { url: `http://${host}:${port}/hook?x=1`, secret: 'shh', id: 'abc', body: '{"kind":"SPIKE"}' },
      { allowed: ['127.0.0.1'], signal: new AbortController().signal, now: 1_700_000_000_999, ...more },
    );
  };

  it('is signed over its time and body, and has an id', async () => {
    assert.equal(await call(), 200);
    const { headers, body } = seen.at(-1) ?? assert.fail();
    const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['footfall-signature'])) ?? [];
    assert.equal(seconds, '1700000000');
    assert.equal(hex, createHmac('sha256', 'shh').update(`${seconds}.${body}`).digest('hex'));
    assert.equal(headers['footfall-delivery'], 'abc');
    assert.equal(headers['content-type'], 'application/json');
  });

  it('goes to the checked address, even if the name points elsewhere a moment later', async () => {
    let asked = 0;
    const resolve = async () => (asked++ === 0 ? ['127.0.0.1'] : ['10.0.0.1']);
    assert.equal(await call({ resolve }, 'hook.example'), 200);
    assert.equal(asked, 1);
    assert.match(String(seen.at(-1)?.headers.host), /^hook\.example:/);
  });

  it('is not made to an address that is not allowed', async () => {
    const before = seen.length;
    await assert.rejects(call({ allowed: [] }), ForbiddenAddress);
    assert.equal(seen.length, before);
  });

  it('follows no redirect, and fails without a success status', async () => {
    for (const [status, isFinal] of [
      [302, false],
      [404, false],
      [410, true],
      [500, false],
    ] as const) {
      const before = seen.length;
      answer = (_, response) => response.writeHead(status, { Location: '/elsewhere' }).end();
      await assert.rejects(call(), error => error instanceof WebhookFault && error.isFinal === isFinal);
      assert.equal(seen.length, before + 1);
    }
  });

  it('waits neither for a name server nor past the end of the process', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    await assert.rejects(call({ patience: 100, resolve }, 'hook.example'), { name: 'TimeoutError' });
    await assert.rejects(call({ signal: AbortSignal.abort(), resolve }, 'hook.example'), { name: 'AbortError' });
  });

  it('waits neither for a slow response nor for the end of an endless one', async () => {
    answer = () => undefined;
    await assert.rejects(call({ patience: 100 }));
    answer = (_, response) => response.writeHead(200).write('x'.repeat(100_000));
    assert.equal(await call({ patience: 60_000 }), 200);
    server.closeAllConnections();
  });
});
