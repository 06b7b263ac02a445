import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Thrown for an address that webhooks must not reach; the message says which and why. */
export class ForbiddenAddress extends Error {}

/** How a name becomes addresses; replaced only where a name server is what a test is about. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const resolveHost: Resolve = async host => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * The one address to connect to for a host. All addresses of the name have to be allowed, and the caller must connect to the
 * answer and not to the name: whoever owns the name could let it point elsewhere a moment later. `allowed` are addresses and
 * CIDR ranges that the operator permits though they are not public.
 */
export async function safeAddress(
  host: string,
  allowed: readonly string[],
  resolve: Resolve = resolveHost,
): Promise<string> {
  const bare = host.replace(/^\[|\]$/g, '');
  const addresses = isIP(bare) ? [bare] : await resolve(bare);
  const [first] = addresses;
  if (first === undefined) throw new ForbiddenAddress(`The host ${bare} has no address.`);
  const forbidden = addresses.find(address => !isAllowed(address, allowed));
  if (forbidden === undefined) return first;
  throw new ForbiddenAddress(
    `The host ${bare} is at ${forbidden}, which is no public address; the operator may allow it with WEBHOOK_ALLOW.`,
  );
}

function isAllowed(address: string, allowed: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address in the clothes of IPv6 is judged as what it is.
  const parsed = ipaddr.process(address);
  return isPublic(parsed) || allowed.some(range => isWithin(parsed, range));
}

/** Of IPv6 only 2000::/3 is given out; what is called unicast beyond it may be an IPv4 address in older clothes. */
function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || isWithin(address, '2000::/3'));
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, range: string): boolean {
  const [network, bits] = range.includes('/') ? ipaddr.parseCIDR(range) : [ipaddr.parse(range), null];
  if (network.kind() !== address.kind()) return false;
  return address.match(network, bits ?? (network.kind() === 'ipv4' ? 32 : 128));
}
