import type { SeenHit } from '../domain/hit.ts';
import { continentLabel, countryLabel } from './continents.ts';

/** Where an address is, as it stands in the statistics: `EU:Europe`, `DE:Germany`, `DE:Munich, Bavaria`; empty when unknown. */
export type Place = SeenHit['place'];

export const NOWHERE: Place = Object.freeze({ continent: '', country: '', city: '' });

/**
 * The place in a city database's record, whichever of the two common shapes it has: MaxMind's nested one
 * (`country.iso_code`, `city.names.en`) or DB-IP's flat one (`country_code`, `city`). Anything unexpected in it is
 * unknown, since a damaged file may decode to any value.
 */
export function readPlace(record: unknown): Place {
  const code = text(at(record, 'country_code')) || text(at(record, 'country', 'iso_code'));
  const country = countryLabel(code);
  return {
    continent: continentLabel(text(at(record, 'continent', 'code')), code),
    country,
    city: country === '' ? '' : cityLabel(code, record),
  };
}

function cityLabel(code: string, record: unknown): string {
  // DB-IP writes "Cologne (Innenstadt, Cologne)": the district would split a city into dozens of rows.
  const city = (text(at(record, 'city')) || text(at(record, 'city', 'names', 'en'))).replace(/\s*\(.*$/, '');
  if (city === '') return '';
  const region = text(at(record, 'state1')) || text(at(record, 'subdivisions', 0, 'names', 'en'));
  return `${code}:${city}${region === '' ? '' : `, ${region}`}`;
}

function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined;
    return (inner as Record<string | number, unknown>)[key];
  }, value);
}

/** Trimmed; empty for anything but a text without control characters. */
function text(value: unknown): string {
  return typeof value === 'string' && !/\p{Cc}/u.test(value) ? value.trim() : '';
}
