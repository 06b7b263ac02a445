import assert from 'node:assert/strict';
import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { test } from 'vitest';
import {
  addressGroup,
  addressNetwork,
  ipv4Number,
  matchesIp,
  normalizeIp,
  parseIpList,
} from '../../src/domain/ip-addresses.ts';

function listOf(...lines: string[]) {
  const result = parseIpList(lines);
  assert.ok('list' in result, 'the list was refused');
  return result.list;
}

function errorsOf(result: { errors: string[] } | object): string[] {
  assert.ok('errors' in result, 'the list was accepted');
  return result.errors as string[];
}

const MATCHES: readonly (readonly [line: string, ip: string, matches: boolean])[] = [
  ['203.0.113.9', '203.0.113.9', true],
  ['203.0.113.9', '203.0.113.10', false],
  ['203.0.113.9', '::ffff:203.0.113.9', true],
  ['203.0.113.9', '::FFFF:cb00:7109', true],
  ['::ffff:203.0.113.9', '203.0.113.9', true],
  ['10.0.0.0/8', '10.255.255.255', true],
  ['10.0.0.0/8', '11.0.0.0', false],
  ['10.1.2.3/8', '10.9.9.9', true],
  ['192.168.1.128/25', '192.168.1.127', false],
  ['192.168.1.128/25', '192.168.1.255', true],
  ['0.0.0.0/0', '255.255.255.255', true],
  ['0.0.0.0/0', '::1', false],
  ['255.255.255.255/32', '255.255.255.255', true],
  ['::ffff:10.0.0.0/104', '10.200.0.1', true],
  ['::ffff:10.0.0.0/104', '11.0.0.1', false],
  ['2001:db8::1', '2001:0DB8:0:0:0:0:0:1', true],
  ['2001:db8::/32', '2001:db8:ffff::1', true],
  ['2001:db8::/32', '2001:db9::', false],
  ['2001:db8::/33', '2001:db8:8000::', false],
  ['::/0', 'fe80::1%eth0', true],
  ['::/0', '10.0.0.1', false],
  ['fe80::1', 'fe80::1%eth0', true],
];
for (const [line, ip, matches] of MATCHES) {
  test(`${line} ${matches ? 'covers' : 'does not cover'} ${ip}`, () =>
    assert.equal(matchesIp(listOf(line), ip), matches));
}

test('lists match like the block lists of node:net, separately for each family', () => {
  const v4 = fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 }));
  const v6 = fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 }));
  for (const [family, block, ip] of [
    ['ipv4', v4, fc.ipV4()],
    ['ipv6', v6, fc.ipV6()],
  ] as const) {
    const question = fc.array(block, { maxLength: 4 }).chain(blocks => {
      // Random addresses hardly ever match, addresses in the blocks always do; their neighbours are the edge cases.
      const near = blocks.map(([address]) => address.replace(/.$/, '1'));
      const asked = fc.oneof(ip, ...near.map(address => fc.constant(address)));
      return fc.tuple(fc.constant(blocks), asked);
    });
    fc.assert(
      fc.property(question, ([blocks, asked]) => {
        // Mapped addresses count as IPv4 and are tested above.
        fc.pre(
          isIP(asked) !== 0 &&
            [asked, ...blocks.map(([address]) => address)].every(text => !/^[0:]*:ffff:/i.test(text)),
        );
        const reference = new BlockList();
        for (const [address, bits] of blocks) reference.addSubnet(address, bits, family);
        const list = listOf(...blocks.map(([address, bits]) => `${address}/${bits}`));
        assert.equal(matchesIp(list, asked), reference.check(asked, family));
      }),
      { numRuns: 1000 },
    );
  }
});

test('lines are trimmed, empty lines and duplicates are dropped, and the rest stays as written', () => {
  const list = listOf(' 10.0.0.0/8 ', '', '10.0.0.0/8', '10.9.9.9/8', '2001:DB8::1', '2001:db8:0::1/128', '   ');
  assert.deepEqual(list.lines, ['10.0.0.0/8', '2001:DB8::1']);
});

test('an empty list matches no address, and text that is not an address matches no list', () => {
  assert.equal(matchesIp(listOf(), '10.0.0.1'), false);
  for (const ip of ['', 'x', '10.0.0.1:80', '<script>', '\0', '1.2.3', '[::1]'])
    assert.equal(matchesIp(listOf('0.0.0.0/0', '::/0'), ip), false);
});

test('each invalid line is named by its number, counting empty lines', () => {
  const wrong = [
    '10.0.0.256',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/08',
    '10.0.0.0/8/8',
    '01.2.3.4',
    '10.0.0.1-9',
    'localhost',
    '10.0.0.0/1e1',
    '[::1]',
    '\0',
    '__proto__',
  ];
  for (const line of wrong) {
    const errors = errorsOf(parseIpList(['', '10.0.0.1', line, '::1']));
    assert.equal(errors.length, 1);
    assert.match(errors[0] as string, /^Line 3, ".*", is not an IP address or CIDR block; .*\.$/);
  }
});

test('a list of only invalid lines gets 21 error texts', () => {
  const errors = errorsOf(parseIpList(Array.from({ length: 5000 }, () => 'x'.repeat(1000))));
  assert.equal(errors.length, 21);
  assert.match(errors[20] as string, /^4980 more lines are wrong/);
  assert.ok(errors.join('').length < 6000);
});

const NORMAL: readonly (readonly [ip: string, normal: string | null])[] = [
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:CB00:7109', '203.0.113.9'],
  ['2001:0DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
  ['::0.0.0.1', '::1'],
  ['::1.2.3.4%eth0', '::102:304'],
  ['1::1.2.3.4', '1::102:304'],
  ['', null],
  ['1.2.3', null],
  ['01.2.3.4', null],
  ['1.2.3.4:80', null],
  ['<script>', null],
  ['1.2.3.4\0', null],
  [`${'1'.repeat(100_000)}`, null],
];
for (const [ip, normal] of NORMAL) {
  test(`the address ${JSON.stringify(ip.slice(0, 30))} is written ${normal}`, () =>
    assert.equal(normalizeIp(ip), normal));
}

test('an address has one canonical form, that of the URL parser, which is an address itself', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), ip => {
      const normal = normalizeIp(ip);
      assert.ok(normal !== null && isIP(normal) !== 0);
      assert.equal(normalizeIp(normal), normal);
      assert.equal(normalizeIp(ip.toUpperCase()), normal);
      if (normal.includes(':')) assert.equal(new URL(`http://[${ip}]/`).hostname, `[${normal}]`);
    }),
  );
});

test('addresses are grouped individually, IPv6 addresses by their /64', () => {
  for (const [ip, group] of [
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:1::7', '2001:db8:1:1::/64'],
    ['2001:DB8:1:1:ffff::', '2001:db8:1:1::/64'],
    ['2001:db8::1:2:3:4', '2001:db8:0:0::/64'],
    ['2001:db8::2:3:4:5:6', '2001:db8:0:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
    ['a:b', 'a:b'],
  ] as const)
    assert.equal(addressGroup(ip), group, ip);
});

test('a network has the groups that one subscriber can have', () => {
  for (const [ip, network] of [
    ['203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:1:1::7', '2001:db8:1::/48'],
    ['2001:db8:1:2::7', '2001:db8:1::/48'],
    ['', ''],
  ] as const)
    assert.equal(addressNetwork(ip), network, ip);
});

test('two IPv6 addresses are in the same group exactly if their first 64 bits are equal', () => {
  const part = fc.integer({ min: 0, max: 0xffff });
  const parts = fc.oneof(part, fc.constant(0));
  const address = fc.array(parts, { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(address, address, fc.boolean(), (one, other, near) => {
      const second = near ? [...one.slice(0, 4), ...other.slice(4)] : other;
      const isMapped = (of: number[]) => of.slice(0, 5).every(zero => zero === 0) && of[5] === 0xffff;
      fc.pre(!isMapped(one) && !isMapped(second));
      const [a, b] = [one, second].map(of => addressGroup(normalizeIp(of.map(n => n.toString(16)).join(':')) ?? ''));
      assert.equal(a === b, one.slice(0, 4).join() === second.slice(0, 4).join());
    }),
  );
});

test('Exactly the texts that Node takes for IPv4 addresses have a number, and each has its own', () => {
  assert.equal(ipv4Number('0.0.0.0'), 0);
  assert.equal(ipv4Number('1.2.3.4'), 0x01020304);
  assert.equal(ipv4Number('255.255.255.255'), -1);
  const part = fc.oneof(fc.nat(300).map(String), fc.constantFrom('', '0', '00', '01', '256', '1e1', '-1', ' 1', '+1'));
  fc.assert(
    fc.property(fc.array(part, { minLength: 3, maxLength: 5 }), parts => {
      const text = parts.join('.');
      assert.equal(ipv4Number(text) !== null, isIP(text) === 4, text);
    }),
  );
  fc.assert(
    fc.property(fc.ipV4(), ip => {
      const number = (ipv4Number(ip) ?? 0) >>> 0;
      assert.equal([24, 16, 8, 0].map(bits => (number >>> bits) & 255).join('.'), ip);
    }),
  );
});
