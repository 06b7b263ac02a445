import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { HostMap, parseHosts } from '../../src/domain/website-hosts.ts';

describe('The hosts of a website', () => {
  it('are folded like domains, without repeats', () => {
    const lines = ['WWW.Shop.example', 'https://shop.example/', '', ' *.WWW.Example.com. ', 'münchen.example'];
    assert.deepEqual(parseHosts(lines), { list: ['shop.example', '*.example.com', 'xn--mnchen-3ya.example'] });
  });

  it('are rejected with the reason', () => {
    const errors = (line: string) => {
      const result = parseHosts([line]);
      return 'errors' in result ? result.errors.join() : '';
    };
    for (const line of ['*', '*.', 'a.*.example', '**.example.com', 'https://a.example/path', 'a.example:80', '[::1]'])
      assert.match(errors(line), /is not a host; use a name such as/, line);
    assert.match(errors('*.com'), /stands for too many hosts/);
    const many = parseHosts(Array.from({ length: 102 }, (_, index) => `h${index}.example`));
    assert.equal('errors' in many && many.errors.length, 2);
  });

  it('are found with the exact host before a wildcard, and the longer wildcard before the shorter', () => {
    const map = new HostMap<string>();
    map.set('example.com', 'domain');
    assert.equal(map.find('a.example.com'), undefined);
    map.set('*.example.com', 'short');
    map.set('*.b.example.com', 'long');
    map.set('c.b.example.com', 'exact');
    const found = [
      'example.com',
      'a.example.com',
      'b.example.com',
      'a.b.example.com',
      'c.b.example.com',
      'd.c.b.example.com',
    ];
    assert.deepEqual(
      found.map(host => map.find(host)),
      ['domain', 'short', 'short', 'long', 'exact', 'long'],
    );
    for (const host of ['com', 'xexample.com', 'example.com.evil.example', ''])
      assert.equal(map.find(host), undefined, host);
    map.delete('*.b.example.com');
    assert.equal(map.find('a.b.example.com'), 'short');
    assert.equal(map.get('*.example.com'), 'short');
    assert.equal(map.get('a.example.com'), undefined);
  });
});
