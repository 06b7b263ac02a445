import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { placeNamed } from '../place-named.ts';

const FILE = fileURLToPath(import.meta.resolve('./geonames.txt'));
const NO_CITY = /^0?$/;

interface City {
  readonly name: string;
  readonly country: string;
  readonly region: string;
}

/** Where visitors were, in codes: a country of ISO 3166-1, a region of ISO 3166-2, the id of a city in GeoNames. */
export interface CodedPlace {
  readonly country: string;
  readonly region: string;
  readonly city: string;
}

/** The names of large cities and of regions. */
export class GeoNames {
  readonly #cities: ReadonlyMap<string, City>;
  readonly #regions: ReadonlyMap<string, string>;

  constructor(cities: ReadonlyMap<string, City>, regions: ReadonlyMap<string, string>) {
    this.#cities = cities;
    this.#regions = regions;
  }

  /** Returns whether the place has a city that is not among the large ones. */
  lacks({ city }: CodedPlace): boolean {
    return /^\d+$/.test(city) && !NO_CITY.test(city) && !this.#cities.has(city);
  }

  /** Returns a place as the collector would have called it. A code without a name stands for itself. */
  place(given: CodedPlace) {
    const city = this.#cities.get(given.city);
    const country = given.country || city?.country || '';
    const region = this.#regions.get(given.region) ?? (given.region || city?.region || '');
    const { city: ofCity } = placeNamed({
      country,
      region: city?.region ?? region,
      city: city?.name ?? nameOnly(given),
    });
    return { ...placeNamed({ country, region }), city: ofCity };
  }
}

/** Returns the name of a city that is given by name. */
function nameOnly({ city }: CodedPlace): string {
  return /^\d*$/.test(city) ? '' : city;
}

let opened: Promise<GeoNames> | undefined;

/** Reads the names when they are needed for the first time. */
export function openGeoNames(): Promise<GeoNames> {
  opened ??= readNames();
  return opened;
}

async function readNames(): Promise<GeoNames> {
  const cities = new Map<string, City>();
  const regions = new Map<string, string>();
  let [country, region] = ['', ''];
  for (const line of (await readFile(FILE, 'utf8')).split('\n')) {
    if (line.startsWith('#') || line === '') continue;
    const [first, rest] = divide(line);
    if (first === '-') regions.set(...divide(rest));
    else if (first === '=') [country, region] = divide(rest);
    else cities.set(String(Number.parseInt(first, 36)), { name: rest, country, region });
  }
  return new GeoNames(cities, regions);
}

function divide(line: string): [first: string, rest: string] {
  const at = line.indexOf(' ');
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
}
