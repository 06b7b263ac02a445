import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { readLines } from './lines.ts';

/** Addresses and CIDR blocks by prefix length: a look-up costs one step per length, however long the list. */
export interface IpList {
  /** The distinct lines as written, trimmed and in their order. */
  readonly lines: readonly string[];
  readonly v4: ReadonlyMap<number, ReadonlySet<number>>;
  readonly v6: ReadonlyMap<number, ReadonlySet<bigint>>;
}

const DOT = 46;
const ZERO = 48;
const NO_BLOCK = 'is not an IP address or CIDR block; write it like 203.0.113.9, 203.0.113.0/24 or 2001:db8::/32.';

/** Parses IP addresses and CIDR blocks; drops empty lines and duplicates. Errors name lines from 1 on. */
export function parseIpList(lines: readonly string[]): { list: IpList } | { errors: readonly string[] } {
  const v4 = new Map<number, Set<number>>();
  const v6 = new Map<number, Set<bigint>>();
  const result = readLines(lines, line => {
    const block = parseBlock(line);
    if (block === null) return { fault: NO_BLOCK };
    const { network, bits } = block;
    const isNew = typeof network === 'bigint' ? add(v6, bits, network) : add(v4, bits, network);
    return isNew ? { line } : null;
  });
  return 'errors' in result ? result : { list: { lines: result.list, v4, v6 } };
}

/** Returns whether the list has the address; `::ffff:1.2.3.4` counts as 1.2.3.4, other text is never there. */
export function matchesIp(list: IpList, ip: string): boolean {
  if (list.v4.size === 0 && list.v6.size === 0) return false;
  const normal = normalizeIp(ip);
  if (normal === null) return false;
  const address4 = ipv4Number(normal);
  if (address4 !== null) {
    for (const [bits, networks] of list.v4) if (networks.has(mask4(address4, bits))) return true;
    return false;
  }
  if (list.v6.size === 0) return false;
  const address = numberOf6(parse6(normal));
  for (const [bits, networks] of list.v6) if (networks.has(mask6(address, bits))) return true;
  return false;
}

/** Returns an address in canonical form, `::ffff:1.2.3.4` as 1.2.3.4, without zone; null for other text. */
export function normalizeIp(ip: string): string | null {
  switch (isIP(ip)) {
    case 4:
      return ip;
    case 6: {
      const address = parse6(ip);
      return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : address.toRFC5952String();
    }
    default:
      return null;
  }
}

/** Returns an IPv4 address as a number of 32 bits, which may be negative; null for any other text. */
export function ipv4Number(ip: string): number | null {
  const { length } = ip;
  if (length < 7 || length > 15) return null;
  let address = 0;
  let dots = 0;
  let part = 0;
  let digits = 0;
  for (let index = 0; index < length; index++) {
    const code = ip.charCodeAt(index);
    if (code === DOT) {
      if (digits === 0 || ++dots > 3) return null;
      address = (address << 8) | part;
      part = 0;
      digits = 0;
    } else {
      const digit = code - ZERO;
      if (digit < 0 || digit > 9 || (digits > 0 && part === 0)) return null;
      part = part * 10 + digit;
      digits++;
      if (part > 255) return null;
    }
  }
  return dots === 3 && digits > 0 ? (address << 8) | part : null;
}

/**
 * Returns the group under which rate limits count an address: the address itself, or the /64 block of an IPv6 address,
 * because every subscriber has at least one /64 to pick addresses from. `::ffff:1.2.3.4` counts as 1.2.3.4; other text
 * is unchanged.
 */
export function addressGroup(ip: string): string {
  // A quick check first, because this runs for every hit.
  if (!ip.includes(':') || isIP(ip) !== 6) return ip;
  const address = parse6(ip);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  const [a = 0, b = 0, c = 0, d = 0] = address.parts;
  return `${a.toString(16)}:${b.toString(16)}:${c.toString(16)}:${d.toString(16)}::/64`;
}

/** Returns the /24 block of an IPv4 address, the /64 block of an IPv6 address, or other text unchanged. */
export function addressBlock(ip: string): string {
  const group = addressGroup(ip);
  return isIP(group) === 4 ? `${group.slice(0, group.lastIndexOf('.'))}.0/24` : group;
}

/** Returns the /24 or /48 block of an address, of which one subscriber can have many groups, or other text. */
export function addressNetwork(ip: string): string {
  const group = addressBlock(ip);
  if (group.endsWith('/24')) return group;
  return group.endsWith('::/64') ? `${group.split(':').slice(0, 3).join(':')}::/48` : ip;
}

function parseBlock(text: string): { network: number | bigint; bits: number } | null {
  const slash = text.indexOf('/');
  const address = slash < 0 ? text : text.slice(0, slash);
  const family = isIP(address);
  const normal = normalizeIp(address);
  if (normal === null) return null;
  const width = family === 4 ? 32 : 128;
  let bits = width;
  if (slash >= 0) {
    const prefix = text.slice(slash + 1);
    if (!/^(0|[1-9]\d{0,2})$/.test(prefix)) return null;
    bits = Number(prefix);
    if (bits > width) return null;
  }
  const address4 = ipv4Number(normal);
  if (address4 !== null && (family === 4 || bits >= 96)) {
    const bits4 = family === 4 ? bits : bits - 96;
    return { network: mask4(address4, bits4), bits: bits4 };
  }
  return { network: mask6(numberOf6(parse6(address)), bits), bits };
}

function add<N>(networks: Map<number, Set<N>>, bits: number, network: N): boolean {
  const known = networks.get(bits);
  if (known?.has(network)) return false;
  if (known) known.add(network);
  else networks.set(bits, new Set([network]));
  return true;
}

/** Parses an address that isIP accepts as IPv6, without its zone. */
function parse6(ip: string): ipaddr.IPv6 {
  const zone = ip.indexOf('%');
  // The library would read the deprecated form ::1.2.3.4 as ::ffff:1.2.3.4, a different address.
  return ipaddr.IPv6.parse((zone < 0 ? ip : ip.slice(0, zone)).replace(/^::(?=\d+\.)/, '::0:'));
}

function mask4(address: number, bits: number): number {
  return bits === 0 ? 0 : (address & (-1 << (32 - bits))) >>> 0;
}

function numberOf6(address: ipaddr.IPv6): bigint {
  let number = 0n;
  for (const part of address.parts) number = (number << 16n) | BigInt(part);
  return number;
}

function mask6(address: bigint, bits: number): bigint {
  const shift = BigInt(128 - bits);
  return (address >> shift) << shift;
}
