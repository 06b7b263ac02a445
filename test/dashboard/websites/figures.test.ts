import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { addDays } from '../../../src/dashboard/statistics/days.ts';
import { inOrder, listed, type Website } from '../../../src/dashboard/websites/figures.ts';

const TODAY = '2026-03-10';

/** A website with these visitors on each day, and two pageviews per visitor. */
function website(domain: string, visitorsOn: (daysAgo: number) => number): Website {
  const points = Array.from({ length: 69 }, (_, at) => {
    const visitors = visitorsOn(67 - at);
    return { start: addDays(TODAY, at - 67), visitors, pageviews: 2 * visitors };
  });
  return { id: domain, domain, privacy: 'PUBLIC', firstDay: '2020-01-01', timezone: 'UTC', timeseries: { points } };
}

describe('the figures of a website in the list', () => {
  it('are of the thirty days that end yesterday, against as many five weeks before, with today apart', () => {
    const { visitors, pageviews, today, change, isNoise, days } = listed(
      website('a.example', ago => (ago === 0 ? 1_000 : ago < 0 ? 7 : ago <= 35 ? 3 : ago <= 65 ? 2 : 500)),
      TODAY,
    );
    assert.deepEqual(
      { visitors, pageviews, today, change, isNoise },
      {
        visitors: 90,
        pageviews: 180,
        today: 1_000,
        change: 0.5,
        isNoise: false,
      },
    );
    assert.equal(days.length, 30);
  });

  it('have a grey change within noise, and none from days before the first hit', () => {
    const rising = website('a.example', ago => (ago <= 35 ? 11 : 10));
    assert.deepEqual([listed(rising, TODAY).isNoise, listed(rising, TODAY).change?.toFixed(2)], [true, '0.10']);
    const first = addDays(TODAY, -65);
    assert.notEqual(listed({ ...rising, firstDay: first }, TODAY).change, null);
    assert.equal(listed({ ...rising, firstDay: addDays(first, 1) }, TODAY).change, null);
  });

  it('are ordered by the names of the websites in their own letters', () => {
    const names = ['bz.example', 'xn--bcher-kva.example', 'ba.example', 'zoo.example'];
    const rows = names.map(name =>
      listed(
        website(name, () => 1),
        TODAY,
      ),
    );
    assert.deepEqual(
      inOrder(rows, 'DOMAIN').map(({ name }) => name),
      ['ba.example', 'bücher.example', 'bz.example', 'zoo.example'],
    );
  });

  it('are ordered by visitors, then by those of today, and behind both without a hit', () => {
    const rows = ['waiting', 'today', 'quiet', 'busy'].map(name => {
      const visitors = (ago: number) => (name === 'busy' ? 1 : name === 'today' && ago === 0 ? 40 : 0);
      const one = website(`${name}.example`, visitors);
      return listed(name === 'waiting' ? { ...one, firstDay: null } : one, TODAY);
    });
    assert.deepEqual(
      inOrder(rows, 'VISITORS').map(({ name }) => name),
      ['busy.example', 'today.example', 'quiet.example', 'waiting.example'],
    );
  });

  it('have no change without anything before, and come last in the order of changes', () => {
    const rows = [
      listed(
        website('new.example', ago => (ago < 5 ? 9 : 0)),
        TODAY,
      ),
      listed(
        website('falling.example', ago => (ago <= 30 ? 1 : 10)),
        TODAY,
      ),
      listed(
        website('gone.example', ago => (ago <= 30 ? 0 : 10)),
        TODAY,
      ),
      listed(
        website('rising.example', ago => (ago <= 30 ? 10 : 1)),
        TODAY,
      ),
    ];
    const named = (order: 'DOMAIN' | 'VISITORS' | 'CHANGE') =>
      inOrder(rows, order).map(({ id }) => id.replace('.example', ''));
    assert.equal(rows[0]?.change, null);
    assert.deepEqual(named('CHANGE'), ['rising', 'falling', 'gone', 'new']);
    assert.deepEqual(named('VISITORS'), ['rising', 'new', 'falling', 'gone']);
    assert.deepEqual(named('DOMAIN'), ['falling', 'gone', 'new', 'rising']);
  });
});
