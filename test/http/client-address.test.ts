import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { clientAddressBy } from '../../src/http/client-address.ts';

/** The address of a request from `remoteAddress` with these entries of X-Forwarded-For, under TRUST_PROXY. */
function addressOf(trust: string, remoteAddress: string, forwarded?: string): string {
  const { trustProxy } = readConfig({ TRUST_PROXY: trust });
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return clientAddressBy(trustProxy)({ headers, socket: { remoteAddress } } as unknown as IncomingMessage);
}

describe('the address of a visitor', () => {
  const cases: [sentence: string, trust: string, from: string, forwarded: string | undefined, address: string][] = [
    ['is the connection’s without a proxy, whatever is claimed', '0', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['is IPv4 also where it arrives as IPv6', '0', '::ffff:198.51.100.1', undefined, '198.51.100.1'],
    ['is the last entry behind one proxy', '1', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['is no entry that the visitor has put before', '1', '10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['is the last but one behind two proxies', '2', '10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['is the connection’s when there are fewer entries than proxies', '2', '10.0.0.1', '203.0.113.9', '10.0.0.1'],
    ['is the connection’s when the proxy has sent nothing', '1', '10.0.0.1', undefined, '10.0.0.1'],
    ['is the connection’s when the entry is no address', '1', '10.0.0.1', '<script>', '10.0.0.1'],
    ['is the connection’s when the entry is empty', '1', '10.0.0.1', '203.0.113.9,', '10.0.0.1'],
    ['comes without its port', '1', '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
    ['comes without its port in IPv6 as well', '1', '10.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
    ['is written in one way', '1', '10.0.0.1', '2001:DB8:0:0::1', '2001:db8::1'],
    ['is the last that is no trusted proxy', '10.0.0.0/8', '10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['is the connection’s when that is no trusted proxy', '10.0.0.0/8', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['stops at an entry that is no address', '10.0.0.0/8', '10.0.0.1', '203.0.113.9, unknown', '10.0.0.1'],
    ['is the first proxy when all are trusted', '10.0.0.0/8', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['may come through a proxy by IPv6', '::1', '::1', '203.0.113.9', '203.0.113.9'],
    ['may come through a proxy that is mapped', '127.0.0.1', '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ];
  for (const [sentence, trust, from, forwarded, address] of cases)
    it(sentence, () => assert.equal(addressOf(trust, from, forwarded), address));
});
