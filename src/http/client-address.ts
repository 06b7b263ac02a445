import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { ipv4Number, matchesIp, normalizeIp, parseIpList } from '../domain/ip-addresses.ts';

/** The trust in X-Forwarded-For: none, its last hops, or up to the first address outside these ranges. */
type Trust = { readonly hops: number } | { readonly ranges: readonly string[] } | null;

/** Returns the visitor's address as canonical text, or empty text if no address can be trusted. */
export type ClientAddress = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/** Reads the address from X-Forwarded-For as far as TRUST_PROXY trusts it, otherwise from the connection. */
export function clientAddressBy(trust: Trust): ClientAddress {
  const ofConnection: ClientAddress = request => normalizeIp(request.socket.remoteAddress ?? '') ?? '';
  if (trust === null) return ofConnection;
  if ('hops' in trust) {
    return request => {
      const entry = forwardedFor(request).at(-trust.hops);
      return (entry && normalizeIp(entry)) || ofConnection(request);
    };
  }
  const parsed = parseIpList(trust.ranges);
  if ('errors' in parsed) throw new Error(parsed.errors.join(' '));
  return request => {
    let address = ofConnection(request);
    for (const entry of forwardedFor(request).reverse()) {
      if (!matchesIp(parsed.list, address)) break;
      const next = normalizeIp(entry);
      if (next === null) break;
      address = next;
    }
    return address;
  };
}

function forwardedFor(request: Pick<IncomingMessage, 'headers'>): string[] {
  const header = request.headers['x-forwarded-for'];
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text.split(',').map(entry => withoutPort(entry.trim()));
}

/** Some proxies append the port: `203.0.113.9:443`, `[2001:db8::1]:443`. */
function withoutPort(entry: string): string {
  if (ipv4Number(entry) !== null) return entry;
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(entry);
  if (bracketed) return bracketed[1] ?? '';
  const [host = '', port, more] = entry.split(':');
  return port !== undefined && more === undefined && isIP(host) === 4 ? host : entry;
}
