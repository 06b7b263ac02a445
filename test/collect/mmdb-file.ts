import ipaddr from 'ipaddr.js';

type Value = string | number | readonly Value[] | { readonly [key: string]: Value };

/**
 * Returns the bytes of a database in MaxMind's format with one record per network (CIDR). IPv4 networks are at ::/96 of
 * an IPv6 tree, where MaxMind puts them; a tree of version 4 takes only IPv4 networks.
 */
export function mmdbFile(version: 4 | 6, networks: readonly (readonly [string, Value])[]): Buffer {
  const nodes: [number | null, number | null][] = [[null, null]];
  const records: Buffer[] = [];
  let bytes = 0;

  networks.forEach(([network, value]) => {
    const bits = networkBits(network, version);
    let node = 0;
    bits.slice(0, -1).forEach(bit => {
      nodes[node]![bit] ??= nodes.push([null, null]) - 1;
      node = nodes[node]![bit]!;
    });
    // A negative value means "record at this offset" until the number of nodes is known.
    nodes[node]![bits.at(-1)!] = -1 - bytes;
    const record = encode(value);
    records.push(record);
    bytes += record.length;
  });

  const tree = Buffer.alloc(nodes.length * 6);
  nodes.flat().forEach((target, i) => {
    const value = target === null ? nodes.length : target < 0 ? nodes.length + 16 - 1 - target : target;
    tree.writeUIntBE(value, i * 3, 3);
  });
  const metadata = encode({
    node_count: nodes.length,
    record_size: 24,
    ip_version: version,
    database_type: 'Test-City',
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_767_225_600,
    description: { en: 'Test' },
  });
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    ...records,
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    metadata,
  ]);
}

/** Returns the database with every record overwritten by meaningless bytes; tree and metadata stay intact. */
export function damaged(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  const start = copy.indexOf(Buffer.alloc(16)) + 16;
  copy.fill(0xff, start, copy.lastIndexOf(Buffer.from('\xab\xcd\xef', 'latin1')));
  return copy;
}

function networkBits(network: string, version: 4 | 6): (0 | 1)[] {
  const [address, prefix] = ipaddr.parseCIDR(network);
  const bits = address.toByteArray().flatMap(byte => [7, 6, 5, 4, 3, 2, 1, 0].map(i => ((byte >> i) & 1) as 0 | 1));
  const padding = version === 6 && address.kind() === 'ipv4' ? new Array<0>(96).fill(0) : [];
  return [...padding, ...bits.slice(0, prefix)];
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(6, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value as Record<string, Value>);
  return Buffer.concat([control(7, entries.length), ...entries.flat().map(part => encode(part as Value))]);
}

/** Types above 7 take a second byte; sizes from 29 on are written as 29 and the remainder. */
function control(type: number, size: number): Buffer {
  const small = Math.min(size, 29);
  const head = type > 7 ? [small, type - 7] : [(type << 5) | small];
  return Buffer.from(size < 29 ? head : [...head, size - 29]);
}
