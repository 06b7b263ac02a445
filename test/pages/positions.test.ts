import assert from 'node:assert/strict';
import { test } from 'vitest';
import { drawPositions } from '../../src/dashboard/positions.ts';
import { positionIn } from '../../src/pages/positions.ts';

const place = (region: string, city: string, longitude: number, latitude: number, networks = 1) => ({
  region,
  city,
  longitude,
  latitude,
  networks,
});
const drawn = Buffer.from(
  drawPositions(
    [
      place('DE:Bavaria', 'DE:Munich, Bavaria', 11, 48, 3),
      place('DE:Bavaria', 'DE:Munich, Bavaria', 12, 49, 2),
      place('DE:Bavaria', 'DE:Ulm, Bavaria', 21, 38, 5),
      place('', 'SG:Singapore', 103, 1),
      place('TR:Ağrı', 'TR:Ağrı, Ağrı', 43, 39),
      place('JP:Tokyo', '', 139, 35),
      place('US:Ohio', 'US:Springfield, Ohio', -83, 39),
      place('US:Illinois', 'US:Springfield, Illinois', -89, 49),
    ],
    place => place,
  ),
);

test('A city is where most of its networks are, a region in the middle of all of them', () => {
  assert.deepEqual(positionIn(drawn, 'DE:Munich, Bavaria'), [11, 48]);
  assert.deepEqual(positionIn(drawn, 'DE:Bavaria'), [16, 43]);
});

test('Each place is found among the others, whatever its letters', () => {
  assert.deepEqual(positionIn(drawn, 'DE:Ulm, Bavaria'), [21, 38]);
  assert.deepEqual(positionIn(drawn, 'SG:Singapore'), [103, 1]);
  assert.deepEqual(positionIn(drawn, 'TR:Ağrı'), [43, 39]);
  assert.deepEqual(positionIn(drawn, 'TR:Ağrı, Ağrı'), [43, 39]);
  assert.deepEqual(positionIn(drawn, 'JP:Tokyo'), [139, 35]);
});

test('A place that is not known has no position', () => {
  for (const value of ['', 'DE:Mun', 'DE:Munich', 'AA:First', 'ZZ:Last'])
    assert.equal(positionIn(drawn, value), null, value);
  assert.equal(positionIn(Buffer.from(''), 'DE:Munich'), null);
});

test('A city of another region is the one of its name, unless there are several far from each other', () => {
  assert.deepEqual(positionIn(drawn, 'DE:Munich, Free State of Bavaria'), [11, 48]);
  assert.deepEqual(positionIn(drawn, 'DE:Bavária'), [16, 43]);
  assert.deepEqual(positionIn(drawn, 'SG:Singapore, Singapore'), [103, 1]);
  assert.equal(positionIn(drawn, 'US:Springfield, Land of Lincoln'), null);
  assert.equal(positionIn(drawn, 'FR:Munich, Bavaria'), null);
});
