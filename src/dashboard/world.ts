import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type ExtendedFeature,
  type GeoGeometryObjects,
  type GeoPermissibleObjects,
  geoNaturalEarth1,
  geoPath,
} from 'd3-geo';
import { feature } from 'topojson-client';

type Atlas = Parameters<typeof feature>[0];
type Country = ExtendedFeature<GeoGeometryObjects, { name: string }>;

/** The drawn map: outlines by country code, and a dot for each country too small to be seen. */
export interface World {
  readonly width: number;
  readonly height: number;
  readonly countries: readonly (readonly [code: string, path: string])[];
  readonly dots: readonly (readonly [code: string, x: number, y: number])[];
}

const WIDTH = 960;
const HEIGHT = 462;

/** The countries that the atlas names without an ISO 3166-1 number -> region code. */
const UNNUMBERED: Readonly<Record<string, string>> = { 'N. Cyprus': 'CY', Somaliland: 'SO', Kosovo: 'XK' };

/** Draws the map at build time, so that browsers need no projection. Antarctica has no visitors and is left out. */
export function drawWorld(): World {
  const coarse = featuresOf('110m').filter(({ properties }) => properties.name !== 'Antarctica');
  const collection: GeoPermissibleObjects = { type: 'FeatureCollection', features: [...coarse] };
  const projection = geoNaturalEarth1().fitExtent(
    [
      [2, 2],
      [WIDTH - 2, HEIGHT - 2],
    ],
    collection,
  );
  const path = geoPath(projection).digits(1);
  const countries = coarse.map(country => [codeOf(country), path(country) ?? ''] as const);
  const drawn = new Set(countries.map(([code]) => code));
  const dots = featuresOf('50m').flatMap(country => {
    const code = codeOf(country);
    if (code === '' || code === 'AQ' || drawn.has(code)) return [];
    const [x, y] = path.centroid(country);
    return Number.isFinite(x) && Number.isFinite(y) ? [[code, round(x), round(y)] as const] : [];
  });
  return { width: WIDTH, height: HEIGHT, countries, dots };
}

/** Returns the region code of a country; empty for a territory without one. */
function codeOf({ id, properties }: Country): string {
  // In a locale, a number of ISO 3166-1 is another name of the region's letters.
  if (id !== undefined) return new Intl.Locale(`und-${id}`).region ?? '';
  return UNNUMBERED[properties.name] ?? '';
}

function featuresOf(detail: '110m' | '50m'): readonly Country[] {
  const file = createRequire(import.meta.url).resolve(`world-atlas/countries-${detail}.json`);
  const atlas: Atlas = JSON.parse(readFileSync(file, 'utf8'));
  const countries = atlas.objects.countries;
  if (!countries) throw new Error(`The atlas ${file} has no countries.`);
  return (feature(atlas, countries) as unknown as { readonly features: readonly Country[] }).features;
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
