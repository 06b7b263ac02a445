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
import { innerPoint, type Point, pathOf, ringsOf } from './world-shapes.ts';

type Atlas = Parameters<typeof feature>[0];
type Country = ExtendedFeature<GeoGeometryObjects, { name: string }>;
type Detail = '110m' | '50m';

/** What is drawn of a country. One that is too small to be seen has no path; it is a dot. */
export interface Shape {
  /** The code of ISO 3166-1; empty for a territory without one. */
  readonly code: string;
  readonly path: string;
  /** A point in its largest part. */
  readonly at: Point;
  /** The left, top, right and bottom edge of its largest part. */
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
}

/** The drawn map. */
export interface World {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

/** All coordinates are whole numbers, which are short; a unit is less than a pixel on a map that is zoomed. */
const WIDTH = 3840;
const HEIGHT = 1848;
/** Units between the land and the edges. */
const EDGE = 8;
/** Half the width of the box of a dot. */
const DOT = 16;

/** The countries that the atlas names without an ISO 3166-1 number -> region code. */
const UNNUMBERED: Readonly<Record<string, string>> = { 'N. Cyprus': 'CY', Somaliland: 'SO', Kosovo: 'XK' };

/** Puts a longitude and a latitude on the map. */
export type Project = (place: readonly [longitude: number, latitude: number]) => Point | null;

/**
 * Draws the map at build time, so that browsers need no projection: `50m` is for a map that is zoomed. Antarctica has no
 * visitors and is left out.
 */
export function drawWorld(detail: Detail): World & { readonly project: Project } {
  const coarse = featuresOf('110m');
  const fine = featuresOf('50m');
  const collection: GeoPermissibleObjects = { type: 'FeatureCollection', features: [...coarse] };
  const projection = geoNaturalEarth1().fitExtent(
    [
      [EDGE, EDGE],
      [WIDTH - EDGE, HEIGHT - EDGE],
    ],
    collection,
  );
  const path = geoPath(projection).digits(0);
  const seen = new Set(coarse.map(codeOf));
  const drawn = detail === '110m' ? coarse : fine.filter(country => seen.has(codeOf(country)));
  // Of two shapes with one code, the country itself comes first.
  const ordered = [...drawn].sort((a, b) => Number(a.id === undefined) - Number(b.id === undefined));
  const shaped = ordered.map(country => shapeOf(codeOf(country), path(country) ?? ''));
  // Islands can be so small that nothing is left of them.
  const countries = shaped.filter(shape => shape.path !== '');
  const dots = fine.flatMap(country => {
    const code = codeOf(country);
    if (code === '' || seen.has(code)) return [];
    const [x, y] = path.centroid(country).map(Math.round);
    if (x === undefined || y === undefined || !Number.isFinite(x + y)) return [];
    return [{ code, path: '', at: [x, y], box: [x - DOT, y - DOT, x + DOT, y + DOT] } as const];
  });
  const project: Project = place => {
    const [x, y] = projection([...place]) ?? [Number.NaN, Number.NaN];
    return Number.isFinite(x + y) ? [Math.round(x), Math.round(y)] : null;
  };
  return { width: WIDTH, height: HEIGHT, shapes: [...countries, ...dots], project };
}

function shapeOf(code: string, path: string): Shape {
  const rings = ringsOf(path);
  const [largest = []] = rings;
  const [xs, ys] = [largest.map(([x]) => x), largest.map(([, y]) => y)];
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
  return { code, path: pathOf(rings), at: innerPoint(rings), box };
}

/** Returns the region code of a country; empty for a territory without one. */
function codeOf({ id, properties }: Country): string {
  // In a locale, a number of ISO 3166-1 is another name of the region's letters.
  if (id !== undefined) return new Intl.Locale(`und-${id}`).region ?? '';
  return UNNUMBERED[properties.name] ?? '';
}

function featuresOf(detail: Detail): readonly Country[] {
  const file = createRequire(import.meta.url).resolve(`world-atlas/countries-${detail}.json`);
  const atlas: Atlas = JSON.parse(readFileSync(file, 'utf8'));
  const countries = atlas.objects.countries;
  if (!countries) throw new Error(`The atlas ${file} has no countries.`);
  const { features } = feature(atlas, countries) as unknown as { readonly features: readonly Country[] };
  return features.filter(({ properties }) => properties.name !== 'Antarctica');
}
