import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readPlace } from '../../src/collect/place-record.ts';

const NOWHERE = { continent: '', country: '', region: '', city: '' };

function flat(record: object) {
  return readPlace({ country_code: 'DE', state1: 'Bavaria', state2: '', city: 'Munich', ...record });
}

test('A flat record gives continent, country, region and city', () => {
  assert.deepEqual(flat({}), {
    continent: 'EU:Europe',
    country: 'DE:Germany',
    region: 'DE:Bavaria',
    city: 'DE:Munich, Bavaria',
  });
});

test('A nested record gives the same, with the continent the database names', () => {
  const record = {
    continent: { code: 'EU' },
    country: { iso_code: 'TR' },
    subdivisions: [{ names: { en: 'Istanbul' } }, { names: { en: 'Fatih' } }],
    city: { names: { en: 'Istanbul', tr: 'İstanbul' } },
  };
  assert.deepEqual(readPlace(record), {
    continent: 'EU:Europe',
    country: 'TR:Türkiye',
    region: 'TR:Istanbul',
    city: 'TR:Istanbul, Istanbul',
  });
});

test('A district in brackets does not split a city', () => {
  assert.equal(flat({ city: 'Cologne (Innenstadt, Cologne)' }).city, 'DE:Cologne, Bavaria');
  assert.equal(flat({ city: 'Cologne (Innenstadt (Nord))' }).city, 'DE:Cologne, Bavaria');
  assert.equal(flat({ city: 'Cologne (Innen' }).city, 'DE:Cologne, Bavaria');
  assert.equal(flat({ city: '(Innenstadt)' }).city, '');
});

test('A city without a region is kept, and a region without a city is not a city', () => {
  assert.equal(flat({ state1: '' }).city, 'DE:Munich');
  assert.equal(flat({ state1: '' }).region, '');
  assert.equal(flat({ city: '' }).city, '');
  assert.equal(flat({ city: '' }).region, 'DE:Bavaria');
});

test('A record with only a country has no city', () => {
  assert.deepEqual(readPlace({ country: { iso_code: 'BR' } }), {
    continent: 'SA:South America',
    country: 'BR:Brazil',
    region: '',
    city: '',
  });
});

test('A record with only a continent keeps it', () => {
  assert.deepEqual(readPlace({ continent: { code: 'AF' } }), { ...NOWHERE, continent: 'AF:Africa' });
});

test('Codes that are not countries, such as regions and private use, are unknown', () => {
  for (const code of ['', 'ZZ', 'EU', 'AP', 'XX', 'UK', 'de', 'DEU', 'A1', '__proto__']) {
    assert.deepEqual(flat({ country_code: code }), NOWHERE, code);
  }
});

test('Whatever a damaged file decodes to, nothing is thrown and no odd value is returned', () => {
  for (const record of [
    undefined,
    null,
    0,
    5n,
    '',
    'text',
    [],
    {},
    { country_code: 7 },
    { country: null },
    { country: 'DE' },
  ]) {
    assert.deepEqual(readPlace(record), NOWHERE);
  }
  assert.equal(flat({ city: 'Mun\u0000ich' }).city, '');
  assert.equal(flat({ city: ['Munich'] }).city, '');
  assert.equal(flat({ city: { names: { en: 3 } } }).city, '');
  assert.equal(flat({ state1: 'Bav\naria' }).city, 'DE:Munich');
});
