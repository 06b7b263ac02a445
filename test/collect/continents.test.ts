import assert from 'node:assert/strict';
import { test } from 'vitest';
import { continentLabel, countryLabel, countryNamed } from '../../src/collect/continents.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const countries = LETTERS.flatMap(a => LETTERS.map(b => a + b)).filter(code => countryLabel(code) !== '');

test('All 249 countries of ISO 3166-1 and Kosovo are known, each with a name and a continent', () => {
  assert.equal(countries.length, 250);
  for (const country of countries) {
    assert.match(countryLabel(country), /^[A-Z]{2}:\p{Lu}[^:]+$/u);
    assert.notEqual(countryLabel(country), `${country}:${country}`);
    assert.match(continentLabel('', country), /^[A-Z]{2}:[A-Z]/);
  }
});

test('No two countries share a name', () => {
  assert.equal(new Set(countries.map(country => countryLabel(country).slice(3))).size, countries.length);
});

test('Names are English and in everyday form', () => {
  assert.equal(countryLabel('DE'), 'DE:Germany');
  assert.equal(countryLabel('US'), 'US:United States');
  assert.equal(countryLabel('HK'), 'HK:Hong Kong');
  assert.equal(countryLabel('XK'), 'XK:Kosovo');
});

test('The continent is the database’s if it names one, otherwise the country’s', () => {
  assert.equal(continentLabel('EU', 'TR'), 'EU:Europe');
  assert.equal(continentLabel('', 'TR'), 'AS:Asia');
  assert.equal(continentLabel('??', 'AU'), 'OC:Oceania');
  assert.equal(continentLabel('AN', ''), 'AN:Antarctica');
  assert.equal(continentLabel('', ''), '');
});

test('A country is found by its name, in other lists’ spelling, too', () => {
  for (const country of countries) assert.equal(countryNamed(countryLabel(country).slice(3)), country);
  const names = [
    'Turkey',
    "Cote d'Ivoire",
    'Bosnia and Herzegovina',
    'Saint Lucia',
    'MACAU',
    'Czech Republic',
    '(other)',
    '',
  ];
  assert.deepEqual(names.map(countryNamed), ['TR', 'CI', 'BA', 'LC', 'MO', 'CZ', '', '']);
});
