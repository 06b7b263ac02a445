import type { SeenHit } from '../domain/stored-hit.ts';
import { continentLabel, countryLabel } from './continents.ts';

/**
 * The location of an address as in the statistics: `EU:Europe`, `DE:Germany`, `DE:Bavaria`, `DE:Munich, Bavaria`, or
 * empty.
 */
export type Place = SeenHit['place'];

export const NOWHERE: Place = Object.freeze({ continent: '', country: '', region: '', city: '' });

/**
 * Returns the place in a record of a city database, in either of the two common shapes: MaxMind's nested one
 * (`country.iso_code`, `city.names.en`) or DB-IP's flat one (`country_code`, `city`). Unexpected values count as
 * unknown, because a damaged file can decode to anything.
 */
export function readPlace(record: unknown): Place {
  const code = text(at(record, 'country_code')) || text(at(record, 'country', 'iso_code'));
  const country = countryLabel(code);
  const region = text(at(record, 'state1')) || text(at(record, 'subdivisions', 0, 'names', 'en'));
  return {
    continent: continentLabel(text(at(record, 'continent', 'code')), code),
    country,
    region: country === '' || region === '' ? '' : `${code}:${region}`,
    city: country === '' ? '' : cityLabel(code, region, record),
  };
}

function cityLabel(code: string, region: string, record: unknown): string {
  // DB-IP writes "Cologne (Innenstadt, Cologne)"; with the district, a city would be split into dozens of rows.
  const city = (text(at(record, 'city')) || text(at(record, 'city', 'names', 'en'))).replace(/\s*\(.*$/, '');
  if (city === '') return '';
  return `${code}:${city}${region === '' ? '' : `, ${region}`}`;
}

function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined;
    return (inner as Record<string | number, unknown>)[key];
  }, value);
}

/** Returns the trimmed text; empty for anything else, including text with control characters. */
function text(value: unknown): string {
  return typeof value === 'string' && !/\p{Cc}/u.test(value) ? value.trim() : '';
}
