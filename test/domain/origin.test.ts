import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { CHANNELS, channelOf, UNASSIGNED } from '../../src/domain/channels.ts';
import { pageValue, referrerHost } from '../../src/domain/hit-values.ts';
import { readChannel, readSource, sourceAndChannel } from '../../src/domain/origin.ts';
import { SOURCE_LISTS, sourceOfHost, sourceOfName } from '../../src/domain/sources.ts';
import type { SeenHit } from '../../src/domain/stored-hit.ts';
import { ORIGIN_ROWS } from './origin-rows.ts';

const DOMAIN = 'example.com';

function seen(query: string, referrer: string, excludeParams: readonly string[] = []): SeenHit {
  const url = new URL(`https://${DOMAIN}/${query === '' ? '' : `?${query}`}`);
  return {
    url,
    page: pageValue(url, excludeParams),
    host: DOMAIN,
    excludeParams,
    referrer: referrerHost(referrer, host => host === DOMAIN),
    place: { continent: '', country: '', region: '', city: '' },
    agent: { browser: '', browserVersion: '', os: '', osVersion: '', device: '' },
    language: '',
    resolution: '',
    event: '',
    crawler: '',
  };
}

const rows = ORIGIN_ROWS.trim()
  .split('\n')
  .map(line => line.split('|').map(cell => cell.trim()) as [string, string, string, string]);

describe('Sources and channels', () => {
  it(`are read from ${rows.length} queries and referrers`, () => {
    assert.ok(rows.length >= 150);
    const read = rows.map(([query, referrer]) => {
      const hit = seen(query, referrer);
      return [query, referrer, readSource(hit), readChannel(hit)].join(' | ');
    });
    assert.deepEqual(
      read,
      rows.map(row => row.join(' | ')),
    );
  });

  it('have a case for every channel', () => {
    const tested = new Set(rows.map(([, , , channel]) => channel));
    assert.deepEqual(
      [...CHANNELS.map(({ name }) => name), UNASSIGNED].filter(name => !tested.has(name)),
      [],
    );
  });

  it('read no parameter that the website excludes by its name, but always the presence of click ids', () => {
    const query = 'utm_source=fb&utm_medium=cpc&gclid=a';
    const excluded = seen(query, '', ['utm_source', 'utm_medium', 'gclid']);
    assert.deepEqual([readSource(excluded), readChannel(excluded)], ['Google', 'Paid Search']);
    const beginning = seen(query, '', ['utm_*']);
    assert.deepEqual([readSource(beginning), readChannel(beginning)], ['Facebook', 'Paid Social']);
  });

  it('of a visit that was stored before are read from its referrer and campaign', () => {
    assert.deepEqual(sourceAndChannel({ referrer: '', campaign: '' }), { source: '', channel: 'Direct' });
    assert.deepEqual(sourceAndChannel({ referrer: 't.co', campaign: '' }), { source: 'X', channel: 'Organic Social' });
    assert.deepEqual(sourceAndChannel({ referrer: 'google.de', campaign: 'Shopping' }), {
      source: 'Google',
      channel: 'Organic Shopping',
    });
    assert.deepEqual(sourceAndChannel({ referrer: 'blog.example', campaign: 'spring' }), {
      source: 'blog.example',
      channel: 'Referral',
    });
  });

  it('are found again by the name of the source', () => {
    const ours = SOURCE_LISTS.filter(({ from }) => from === undefined);
    const wrong = ours.flatMap(({ kind, entries }) =>
      entries.flatMap(([name]) => {
        const { name: found, kind: foundKind, isPaid } = sourceOfName(name) ?? {};
        return found === name && foundKind === kind && !isPaid ? [] : [`${name} is ${found}`];
      }),
    );
    assert.deepEqual(wrong, []);
  });

  it('belong to each host of their list', () => {
    const wrong = SOURCE_LISTS.flatMap(({ entries }) =>
      entries.flatMap(([name, hosts]) =>
        hosts.split(' ').flatMap(host => {
          const found = sourceOfHost(host.replace('=', '').replace('.*', '.com'));
          return found?.name === name ? [] : [`${host} of ${name} is of ${found?.name}`];
        }),
      ),
    );
    assert.deepEqual(wrong, []);
  });

  it('are read in bounded time from hosts and names of any length', () => {
    assert.equal(sourceOfHost(`${'a.'.repeat(5000)}google.com`), undefined);
    assert.equal(sourceOfHost(`${'a.'.repeat(5000)}facebook.com`)?.name, 'Facebook');
    assert.equal(sourceOfName('-'.repeat(10_000)), undefined);
    assert.equal(sourceOfName(`${'ads'.repeat(5000)}`), undefined);
    const origin = { source: 'a', kind: null, isPaid: false, medium: 'x'.repeat(10_000), clickIds: [] };
    assert.equal(channelOf({ ...origin, campaign: 'shop'.repeat(0) + 'sho'.repeat(9000) }), 'Referral');
  });
});
