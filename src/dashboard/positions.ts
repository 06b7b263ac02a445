import type { Project } from './world.ts';

/** A place as statistics name it, where it is, and how many networks are there. */
export interface LocatedPlace {
  readonly region: string;
  readonly city: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly networks: number;
}

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly networks: number;
}

/**
 * Returns where the map shows each city and region: lines with the value, x and y between tabs, in the order of their
 * bytes. A city is where most of its networks are, a region in the middle of those of its cities.
 */
export function drawPositions(places: readonly LocatedPlace[], project: Project): string {
  const cities = new Map<string, Spot>();
  const regions = new Map<string, Spot>();
  for (const { region, city, longitude, latitude, networks } of places) {
    const point = project([longitude, latitude]);
    if (!point) continue;
    const [x, y] = point;
    const known = cities.get(city);
    if (city !== '' && (!known || known.networks < networks)) cities.set(city, { x, y, networks });
    if (region === '') continue;
    const sum = regions.get(region) ?? { x: 0, y: 0, networks: 0 };
    regions.set(region, {
      x: sum.x + x * networks,
      y: sum.y + y * networks,
      networks: sum.networks + networks,
    });
  }
  const spots = new Map(cities);
  // A city without a region can have the name of one.
  for (const [region, { x, y, networks }] of regions)
    spots.set(region, { x: Math.round(x / networks), y: Math.round(y / networks), networks });
  const lines = [...spots].map(([value, { x, y }]) => Buffer.from(`${value}\t${x}\t${y}\n`));
  return lines.sort(Buffer.compare).join('');
}
