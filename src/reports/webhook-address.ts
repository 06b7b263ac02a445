import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Thrown for an IP address that webhooks must not reach; the message says which and why. */
export class ForbiddenAddress extends Error {}

/** Resolves a host name to IP addresses; only tests about name servers replace it. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const resolveHost: Resolve = async host => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Returns the IP address to connect to for a host. All addresses of the name have to be allowed, and the caller must
 * connect to the returned address, not to the name, which its owner could point elsewhere a moment later. `allowed` are
 * non-public addresses and CIDR ranges that the operator permits. Throws ForbiddenAddress.
 */
export async function safeAddress(
  host: string,
  allowed: readonly string[],
  resolve: Resolve = resolveHost,
): Promise<string> {
  const bare = host.replace(/^\[|\]$/g, '');
  const addresses = isIP(bare) ? [bare] : await resolve(bare);
  const [first] = addresses;
  if (first === undefined) throw new ForbiddenAddress(`The host ${bare} has no IP address.`);
  const forbidden = addresses.find(address => !isAllowed(address, allowed));
  if (forbidden === undefined) return first;
  throw new ForbiddenAddress(
    `The host ${bare} has the IP address ${forbidden}, which is not public; the operator can allow it in WEBHOOK_ALLOW.`,
  );
}

function isAllowed(address: string, allowed: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address mapped into IPv6 is checked as IPv4.
  const parsed = ipaddr.process(address);
  return isPublic(parsed) || allowed.some(range => isWithin(parsed, range));
}

/** Returns true for a public address. In IPv6 only 2000::/3 is assigned; unicast beyond it can hide an IPv4 address. */
function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || isWithin(address, '2000::/3'));
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, range: string): boolean {
  const [network, bits] = range.includes('/') ? ipaddr.parseCIDR(range) : [ipaddr.parse(range), null];
  if (network.kind() !== address.kind()) return false;
  return address.match(network, bits ?? (network.kind() === 'ipv4' ? 32 : 128));
}
