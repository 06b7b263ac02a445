import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { parsePage } from '../../src/domain/hit-values.ts';
import { foldHost, hostInUrl, normalizeDomain } from '../../src/domain/hostname.ts';

const ACCEPTED: readonly (readonly [typed: string, domain: string])[] = [
  ['example.com', 'example.com'],
  ['  Example.COM ', 'example.com'],
  ['https://example.com', 'example.com'],
  ['HTTP://WWW.Example.com/', 'example.com'],
  ['https://www.example.com./', 'example.com'],
  ['example.com.', 'example.com'],
  ['www.example.com', 'example.com'],
  ['wwww.example.com', 'wwww.example.com'],
  ['www', 'www'],
  ['blog.example.co.uk', 'blog.example.co.uk'],
  ['localhost', 'localhost'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['WWW.BÜCHER.example', 'xn--bcher-kva.example'],
  ['例え.jp', 'xn--r8jz45g.jp'],
  ['a。example', 'a.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['127.0.0.1', '127.0.0.1'],
  ['http://127.0.0.1./', '127.0.0.1'],
  ['3com.example', '3com.example'],
];

for (const [typed, domain] of ACCEPTED) {
  test(`"${typed}" is registered as ${domain}`, () => assert.deepEqual(normalizeDomain(typed), { domain }));
}

for (const [url, host] of [
  ['example.com', 'example.com'],
  [' https://www.example.com/blog/?p=1#top ', 'www.example.com'],
  ['http://bob:secret@example.com:8443/a@b:1', 'example.com'],
  ['example.com/blog', 'example.com'],
  ['example.com?x', 'example.com'],
  ['https:\\\\example.com', 'https:'],
  ['http://[::1]:80/', '[::1]'],
  ['', ''],
] as const) {
  test(`"${url}" names the host "${host}"`, () => assert.equal(hostInUrl(url), host));
}

const REFUSED: readonly (readonly [typed: string, reason: RegExp])[] = [
  ['', /is missing/],
  ['   ', /is missing/],
  ['https://', /is not a host name/],
  ['.', /is not a host name/],
  ['example.com/path', /has a path/],
  ['example.com//', /has a path/],
  ['example.com?x', /has a path or query/],
  ['example.com#x', /has a path or query/],
  ['example.com\\x', /has a path/],
  ['example.com:8080', /has a port/],
  ['https://example.com:443', /has a port/],
  ['javascript:alert(1)', /is not a host name/],
  ['user@example.com', /has a user name/],
  ['127.1', /is not a complete IPv4 address; write all four numbers, such as 127\.0\.0\.1\.$/],
  ['1.2.3', /"1\.2\.3" is not a complete IPv4 address; write all four numbers, such as 1\.2\.0\.3\.$/],
  ['2130706433', /is not a complete IPv4 address/],
  ['0x7f.0.0.1', /is not a complete IPv4 address/],
  ['::1', /IPv6/],
  ['[::1]', /IPv6/],
  ['https://[2001:db8::1]/', /IPv6/],
  ['ex ample.com', /is not a host name/],
  ['exa\nmple.com', /is not a host name/],
  ['exa\tmple.com', /is not a host name/],
  ['example\0.com', /is not a host name/],
  ['ex%61mple.com', /is not a host name/],
  ['under_score.example', /is not a host name/],
  ['-a.example', /is not a host name/],
  ['a-.example', /is not a host name/],
  ['a..example', /is not a host name/],
  ['.example', /is not a host name/],
  ['*.example.com', /is not a host name/],
  ['256.1.1.1', /is not a host name/],
  ['\ud800.example', /is not a host name/],
  ['<script>alert(1)</script>', /has a path/],
  [`${'a'.repeat(64)}.example`, /is not a host name/],
  [`${'a.'.repeat(127)}com`, /is too long/],
  ['a'.repeat(1_000_000), /is too long/],
];

for (const [typed, reason] of REFUSED) {
  test(`${JSON.stringify(typed.slice(0, 40))} is rejected with the reason as a sentence`, () => {
    const result = normalizeDomain(typed);
    assert.ok('error' in result, 'was accepted');
    assert.match(result.error, reason);
    assert.match(result.error, /^The domain .*\.$/);
    assert.ok(result.error.length < 300);
  });
}

test('a domain can have 255 characters, but not 256', () => {
  const label = 'a'.repeat(63);
  const domain = `${label}.${label}.${label}.${label}`;
  assert.deepEqual(normalizeDomain(domain), { domain });
  assert.ok('error' in normalizeDomain(`b.${domain}`));
});

test('a page is found under the domain that was registered from its host', () => {
  const host = fc.oneof(
    fc.domain(),
    fc.ipV4(),
    fc.domain().map(name => `www.${name}`),
    fc.constant('www.www.bücher.example'),
  );
  fc.assert(
    fc.property(host, fc.constantFrom('', '.'), fc.constantFrom('', ':8080'), (name, dot, port) => {
      const registered = normalizeDomain(name);
      const page = parsePage(`https://${name.toUpperCase()}${dot}${port}/x`);
      assert.ok('domain' in registered && 'host' in page);
      assert.equal(page.host, registered.domain);
    }),
  );
});

test('every accepted domain consists of letters, digits, hyphens and dots, and normalizing or folding it again changes nothing', () => {
  const piece = fc.constantFrom(
    'www.',
    'a',
    '.',
    '-',
    '1',
    'é',
    '/',
    ':',
    '0x',
    '%',
    'XN--',
    '。',
    '\u00ad',
    ' ',
    '@',
    '_',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 8 }).map(parts => parts.join('')),
        fc.string({ unit: 'binary' }),
      ),
      typed => {
        const result = normalizeDomain(typed);
        if ('error' in result) return;
        assert.match(result.domain, /^[a-z0-9.-]{1,255}$/);
        assert.equal(foldHost(result.domain), result.domain);
        assert.deepEqual(normalizeDomain(result.domain), result);
      },
    ),
    { numRuns: 2000 },
  );
});
