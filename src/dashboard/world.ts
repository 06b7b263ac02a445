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

/** Names of the atlas that differ from the Unicode names of regions -> region code. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'W. Sahara': 'EH',
  'United States of America': 'US',
  'Dem. Rep. Congo': 'CD',
  'Dominican Rep.': 'DO',
  'Falkland Is.': 'FK',
  'Fr. S. Antarctic Lands': 'TF',
  'Central African Rep.': 'CF',
  Congo: 'CG',
  'Eq. Guinea': 'GQ',
  Palestine: 'PS',
  Myanmar: 'MM',
  Turkey: 'TR',
  'Solomon Is.': 'SB',
  'N. Cyprus': 'CY',
  Somaliland: 'SO',
  'Bosnia and Herz.': 'BA',
  Macedonia: 'MK',
  'S. Sudan': 'SS',
  Vatican: 'VA',
  'Marshall Is.': 'MH',
  'N. Mariana Is.': 'MP',
  'U.S. Virgin Is.': 'VI',
  'Saint Helena': 'SH',
  'Cayman Is.': 'KY',
  'British Virgin Is.': 'VG',
  'Turks and Caicos Is.': 'TC',
  'São Tomé and Principe': 'ST',
  'St. Vin. and Gren.': 'VC',
  'Saint Lucia': 'LC',
  'Cook Is.': 'CK',
  'Wallis and Futuna Is.': 'WF',
  'Fr. Polynesia': 'PF',
  Åland: 'AX',
  'Faeroe Is.': 'FO',
  Macao: 'MO',
  'Hong Kong': 'HK',
  'Cabo Verde': 'CV',
  'Antigua and Barb.': 'AG',
};

/** Draws the map at build time, so that browsers need no projection. Antarctica has no visitors and is left out. */
export function drawWorld(): World {
  const codes = regionCodes();
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
  const countries = coarse.map(country => [codeOf(country.properties.name), path(country) ?? ''] as const);
  const drawn = new Set(countries.map(([code]) => code));
  const dots = featuresOf('50m').flatMap(country => {
    const code = codeOf(country.properties.name);
    if (code === '' || code === 'AQ' || drawn.has(code)) return [];
    const [x, y] = path.centroid(country);
    return Number.isFinite(x) && Number.isFinite(y) ? [[code, round(x), round(y)] as const] : [];
  });
  return { width: WIDTH, height: HEIGHT, countries, dots };

  function codeOf(name: string): string {
    return OTHER_NAMES[name] ?? codes.get(plain(name)) ?? '';
  }
}

function featuresOf(detail: '110m' | '50m'): readonly Country[] {
  const file = createRequire(import.meta.url).resolve(`world-atlas/countries-${detail}.json`);
  const atlas: Atlas = JSON.parse(readFileSync(file, 'utf8'));
  const countries = atlas.objects.countries;
  if (!countries) throw new Error(`The atlas ${file} has no countries.`);
  return (feature(atlas, countries) as unknown as { readonly features: readonly Country[] }).features;
}

/** Returns English names, reduced to their letters -> region code. */
function regionCodes(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap(first => letters.map(second => first + second));
  return new Map(codes.map(code => [plain(names.of(code) ?? code), code]));
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '');
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
