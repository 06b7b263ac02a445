import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { clientAddressBy } from '../../src/http/client-address.ts';

/** Returns the address of a request from `remoteAddress` with these X-Forwarded-For entries, under TRUST_PROXY. */
function addressOf(trust: string, remoteAddress: string, forwarded?: string): string {
  const { trustProxy } = readConfig({ TRUST_PROXY: trust });
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return clientAddressBy(trustProxy)({ headers, socket: { remoteAddress } } as unknown as IncomingMessage);
}

describe('the address of a visitor', () => {
  const cases: [sentence: string, trust: string, from: string, forwarded: string | undefined, address: string][] = [
    [
      'is the connection’s without a proxy, whatever the header claims',
      '0',
      '198.51.100.1',
      '203.0.113.9',
      '198.51.100.1',
    ],
    ['is IPv4 even if it arrives mapped to IPv6', '0', '::ffff:198.51.100.1', undefined, '198.51.100.1'],
    ['is the last entry behind one proxy', '1', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['is not an entry that the visitor put in front', '1', '10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['is the last but one behind two proxies', '2', '10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['is the connection’s when there are fewer entries than proxies', '2', '10.0.0.1', '203.0.113.9', '10.0.0.1'],
    ['is the connection’s when the proxy has sent nothing', '1', '10.0.0.1', undefined, '10.0.0.1'],
    ['is the connection’s when the entry is not an address', '1', '10.0.0.1', '<script>', '10.0.0.1'],
    ['is the connection’s when the entry is empty', '1', '10.0.0.1', '203.0.113.9,', '10.0.0.1'],
    ['comes without its port', '1', '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
    ['comes without its port in IPv6 as well', '1', '10.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
    ['is in canonical form', '1', '10.0.0.1', '2001:DB8:0:0::1', '2001:db8::1'],
    [
      'is the last entry that is not a trusted proxy',
      '10.0.0.0/8',
      '10.0.0.1',
      '1.1.1.1, 203.0.113.9, 10.0.0.2',
      '203.0.113.9',
    ],
    [
      'is the connection’s when that is not a trusted proxy',
      '10.0.0.0/8',
      '198.51.100.1',
      '203.0.113.9',
      '198.51.100.1',
    ],
    ['stops at an entry that is not an address', '10.0.0.0/8', '10.0.0.1', '203.0.113.9, unknown', '10.0.0.1'],
    ['is the first proxy when all are trusted', '10.0.0.0/8', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['can come through an IPv6 proxy', '::1', '::1', '203.0.113.9', '203.0.113.9'],
    ['can come through a proxy mapped to IPv6', '127.0.0.1', '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ];
  for (const [sentence, trust, from, forwarded, address] of cases)
    it(sentence, () => assert.equal(addressOf(trust, from, forwarded), address));
});
