import assert from 'node:assert/strict';
import { test } from 'vitest';
import { countryLabel } from '../../src/collect/continents.ts';
import { drawWorld } from '../../src/dashboard/world.ts';

test('The map knows each country by the code under which its visitors are counted', () => {
  const { countries, dots } = drawWorld();
  const codes = [...countries, ...dots].map(([code]) => code);
  assert.deepEqual(
    codes.filter(code => countryLabel(code) === ''),
    [],
  );
  for (const code of ['FR', 'GB', 'RU', 'RS', 'XK', 'US', 'SG']) assert.ok(codes.includes(code), code);
});
