import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Condition, Part } from '../../../src/dashboard/statistics/filters.ts';
import { countryIn, marksOf } from '../../../src/dashboard/statistics/map-marks.ts';
import type { Shape } from '../../../src/dashboard/world.ts';

const is = (name: Condition['name'], ...values: string[]): Condition => ({ name, operator: 'IS', values });

test('The map goes to a country if the filter leaves no other', () => {
  const country = (...parts: Part[]) => countryIn(parts);
  assert.equal(country(is('PAGE', 'DE:x'), is('COUNTRY', 'DE:Germany')), 'DE');
  assert.equal(country(is('CITY', 'DE:Munich, Bavaria', 'DE:Berlin, Berlin')), 'DE');
  assert.equal(country(is('COUNTRY', 'DE:Germany', 'FR:France')), null);
  assert.equal(country({ ...is('COUNTRY', 'DE:Germany'), operator: 'IS_NOT' }), null);
  assert.equal(country({ match: 'none', parts: [is('COUNTRY', 'DE:Germany')] }), null);
  assert.equal(country(is('COUNTRY', '')), null);
});

test('Only places with a position have a mark, and countries have the names of the reader’s language', () => {
  const row = (value: string, label: string) => ({
    value,
    label,
    count: 1,
    share: 1,
    previous: null,
    compared: null,
    change: null,
    isNoise: null,
  });
  const shape: Shape = { code: 'DE', path: 'M0 0l1 0 0 1z', at: [7, 8], box: [0, 0, 1, 1] };
  const shapes = new Map([['DE', shape]]);
  const countries = [row('DE:Allemagne', 'Allemagne'), row('AQ:Antarctica', 'Antarctica')];
  const cities = [row('DE:Munich, Bavaria', 'Munich, Bavaria'), row('DE:Nowhere', 'Nowhere')];
  const read = (rows: typeof countries, positions: Parameters<typeof marksOf>[0]['positions']) =>
    marksOf({ statistic: positions ? 'CITY' : 'COUNTRY', rows, positions, total: 2 }, shapes).map(({ name, at }) => [
      name,
      at,
    ]);
  assert.deepEqual(read(countries, null), [['Germany', [7, 8]]]);
  assert.deepEqual(read(cities, [[1, 2], null]), [['Munich, Bavaria', [1, 2]]]);
});
