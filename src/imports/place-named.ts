import { continentLabel, countryLabel, countryNamed } from '../collect/continents.ts';
import type { SeenHit } from '../domain/stored-hit.ts';

type Place = SeenHit['place'];

const UNKNOWN = /^(?:|\(not set\)|\(none\)|unknown)$/i;

/** Returns a place as the collector would have called it; `country` is a code or an English name. */
export function placeNamed(given: {
  readonly country: string;
  readonly region?: string;
  readonly city?: string;
}): Place {
  const code = countryCode(given.country);
  const region = known(given.region);
  const city = known(given.city);
  const country = countryLabel(code);
  return {
    continent: continentLabel('', code),
    country,
    region: country === '' || region === '' ? '' : `${code}:${region}`,
    city: country === '' || city === '' ? '' : `${code}:${city}${region === '' ? '' : `, ${region}`}`,
  };
}

/** Returns the ISO code of a country that is given by its code or its English name; empty if there is none. */
function countryCode(country: string): string {
  const text = country.trim();
  if (/^[a-z]{2}$/i.test(text)) return text.toUpperCase();
  return UNKNOWN.test(text) ? '' : countryNamed(text);
}

/** Returns a value of the statistic `country` for a code or an English name; any other text, such as `DE:Germany`, stays. */
export function countryValue(text: string): string {
  return countryLabel(countryCode(text)) || known(text);
}

/** Returns a value of the statistic `continent` for a code; any other text stays. */
export function continentValue(text: string): string {
  return continentLabel(text.trim().toUpperCase(), '') || known(text);
}

function known(name = ''): string {
  const text = name.trim();
  return UNKNOWN.test(text) ? '' : text;
}
