import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { openPlaces, type Places } from '../../src/collect/place.ts';
import { damaged, mmdbFile } from './mmdb-file.ts';

const NOWHERE = { continent: '', country: '', region: '', city: '' };
const MUNICH = { continent: 'EU:Europe', country: 'DE:Germany', region: 'DE:Bavaria', city: 'DE:Munich, Bavaria' };

/** A record as MaxMind's city databases nest it, in several languages. */
const MUNICH_RECORD = {
  continent: { code: 'EU', names: { de: 'Europa', en: 'Europe' } },
  country: { iso_code: 'DE', names: { de: 'Deutschland', en: 'Germany' } },
  subdivisions: [{ iso_code: 'BY', names: { de: 'Bayern', en: 'Bavaria' } }],
  city: { names: { de: 'München', en: 'Munich' } },
};

const directory = mkdtempSync(join(tmpdir(), 'footfall-place-'));
afterAll(() => rmSync(directory, { recursive: true }));

const packaged = open(null);

function open(path: string | null): { places: Places; warnings: string[] } {
  const warnings: string[] = [];
  return { places: openPlaces({ path, warn: message => warnings.push(message) }), warnings };
}

function openFile(bytes: Buffer): { places: Places; warnings: string[]; path: string } {
  const path = join(directory, `${Math.random()}.mmdb`);
  writeFileSync(path, bytes);
  return { ...open(path), path };
}

async function locate(places: Places, ip: string) {
  await places.ready(ip);
  return { ...places.lookup(ip) };
}

test('The packaged database has well-known IPv4 and IPv6 addresses', async () => {
  const google = await locate(packaged.places, '8.8.8.8');
  assert.equal(google.continent, 'NA:North America');
  assert.equal(google.country, 'US:United States');
  assert.match(google.city, /^US:[^,()]+, [^,()]+$/);
  assert.equal((await locate(packaged.places, '212.58.244.20')).country, 'GB:United Kingdom');
  assert.equal((await locate(packaged.places, '133.11.0.1')).country, 'JP:Japan');
  assert.equal((await locate(packaged.places, '2a02:2e0:3fe:1001:302::')).country, 'DE:Germany');
  assert.equal((await locate(packaged.places, '2001:200::1')).country, 'JP:Japan');
  assert.deepEqual(packaged.warnings, []);
});

test('An IPv4 address has the same place in all its notations', async () => {
  const plain = await locate(packaged.places, '8.8.8.8');
  assert.notEqual(plain.country, '');
  assert.deepEqual(await locate(packaged.places, '::ffff:8.8.8.8'), plain);
  assert.deepEqual(await locate(packaged.places, '::FFFF:808:808'), plain);
});

test('Every country, city and continent of the packaged database has the format of the statistics', async () => {
  await packaged.places.warm();
  let cities = 0;
  for (let a = 1; a < 224; a++) {
    for (let b = 0; b < 256; b += 4) {
      const place = packaged.places.lookup(`${a}.${b}.100.1`);
      if (place.country === '') {
        assert.deepEqual({ ...place }, NOWHERE);
        continue;
      }
      assert.match(place.country, /^[A-Z]{2}:\p{Lu}[^:]+$/u);
      assert.match(
        place.continent,
        /^(AF:Africa|AN:Antarctica|AS:Asia|EU:Europe|NA:North America|OC:Oceania|SA:South America)$/,
      );
      if (place.city !== '') cities++;
      // The name of a region can contain brackets (`Ho Chi Minh City (HCMC)`), that of a city no longer.
      assert.match(place.city, /^$|^[A-Z]{2}:[^()]+(, [^,]+)?$/);
      assert.equal(place.city.slice(0, 2) || place.country.slice(0, 2), place.country.slice(0, 2));
    }
  }
  assert.ok(cities > 10_000, `Only ${cities} of the addresses have a city.`);
});

test('Private, local, reserved and malformed addresses are nowhere and wait for no file', () => {
  const { places, warnings } = open('/nowhere/at/all.mmdb');
  for (const ip of [
    ...[
      '10.0.0.1',
      '172.16.3.4',
      '192.168.1.1',
      '127.0.0.1',
      '169.254.1.1',
      '100.64.0.1',
      '0.0.0.0',
      '255.255.255.255',
    ],
    ...['224.0.0.1', '203.0.113.9', '::', '::1', 'fe80::1', 'fe80::1%eth0', 'fd00::1', 'ff02::1', '2001:db8::1'],
    ...[
      '::ffff:10.0.0.1',
      '',
      ' ',
      'localhost',
      '8.8.8',
      '8.8.8.8.8',
      '8.8.8.8 ',
      '08.8.8.8',
      '8.8.8.8/32',
      '<script>',
    ],
    ...['1:2', '8.8.8.8:80', '[::1]', '__proto__', '\u0000', `fe80::1%${'x'.repeat(5_000)}`, 'f'.repeat(5_000)],
  ]) {
    assert.equal(places.ready(ip), null, ip);
    assert.deepEqual({ ...places.lookup(ip) }, NOWHERE, ip);
  }
  assert.deepEqual(warnings, []);
});

test('Before its file is read, an address is not ready, and the early result is not cached as nowhere', async () => {
  const { places } = openFile(mmdbFile(6, [['81.2.69.0/24', MUNICH_RECORD]]));
  const waiting = places.ready('81.2.69.142');
  assert.ok(waiting instanceof Promise);
  assert.deepEqual({ ...places.lookup('81.2.69.142') }, NOWHERE);
  await waiting;
  assert.equal(places.ready('81.2.69.142'), null);
  assert.deepEqual({ ...places.lookup('81.2.69.142') }, MUNICH);
});

test('After warming up, IPv4 addresses need not wait, and the file for IPv6 is still unread', async () => {
  const { places } = open(null);
  await places.warm();
  assert.equal(places.ready('8.8.8.8'), null);
  assert.equal(places.ready('::ffff:8.8.4.4'), null);
  assert.equal(places.lookup('8.8.8.8').country, 'US:United States');
  assert.ok(places.ready('2a02:2e0:3fe:1001:302::') instanceof Promise);
});

test("An operator's database in nested form covers IPv4 and IPv6", async () => {
  const { places, warnings } = openFile(
    mmdbFile(6, [
      ['81.2.69.0/24', MUNICH_RECORD],
      ['2a02:8100::/32', MUNICH_RECORD],
    ]),
  );
  assert.deepEqual(await locate(places, '81.2.69.142'), MUNICH);
  assert.deepEqual(await locate(places, '2a02:8100:1::5'), MUNICH);
  assert.deepEqual(await locate(places, '81.2.70.1'), NOWHERE);
  assert.deepEqual(warnings, []);
});

test('Addresses of one block of 256 can have places of their own', async () => {
  const { places } = openFile(mmdbFile(4, [['81.2.69.128/25', MUNICH_RECORD]]));
  for (let round = 0; round < 2; round++) {
    assert.deepEqual(await locate(places, '81.2.69.127'), NOWHERE);
    assert.deepEqual(await locate(places, '81.2.69.128'), MUNICH);
    assert.deepEqual(await locate(places, '81.2.70.128'), NOWHERE);
  }
});

test('A database of only IPv4 addresses has no places for IPv6 addresses', async () => {
  const { places } = openFile(
    mmdbFile(4, [
      ['0.0.0.0/1', MUNICH_RECORD],
      ['128.0.0.0/1', MUNICH_RECORD],
    ]),
  );
  assert.deepEqual(await locate(places, '81.2.69.142'), MUNICH);
  assert.deepEqual(await locate(places, '2a02:8100:1::5'), NOWHERE);
});

test('A damaged file costs the place but not the hit, and is reported once', async () => {
  const { places, warnings, path } = openFile(damaged(mmdbFile(6, [['81.2.69.0/24', MUNICH_RECORD]])));
  await places.warm();
  assert.equal(warnings.length, 0);
  assert.deepEqual({ ...places.lookup('81.2.69.142') }, NOWHERE);
  assert.deepEqual({ ...places.lookup('81.2.69.143') }, NOWHERE);
  assert.equal(warnings.length, 1);
  assert.ok(warnings[0]!.includes(path) && warnings[0]!.includes('damaged'), warnings[0]);
});

test('A file that is missing or not a database is reported once, and every address is nowhere', async () => {
  for (const { places, warnings } of [
    open(join(directory, 'missing.mmdb')),
    openFile(Buffer.alloc(0)),
    openFile(Buffer.from('not a database\n'.repeat(100))),
    openFile(mmdbFile(6, [['81.2.69.0/24', MUNICH_RECORD]]).subarray(0, 200)),
  ]) {
    await places.warm();
    assert.deepEqual(await locate(places, '81.2.69.142'), NOWHERE);
    assert.deepEqual(await locate(places, '2a02:8100:1::5'), NOWHERE);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, /could not be read .* GEO_DB/);
  }
});

test('Hits that arrive while the file is being read share one read', () => {
  const { places } = open(null);
  assert.equal(places.ready('8.8.8.8'), places.ready('1.1.1.1'));
  return places.warm();
});
