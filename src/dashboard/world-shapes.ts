export type Point = readonly [x: number, y: number];

/** Returns the rings of an SVG path of straight lines, the largest first. */
export function ringsOf(path: string): Point[][] {
  const rings = path
    .split('M')
    .filter(Boolean)
    .map(ring => [...ring.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]): Point => [Number(x), Number(y)]));
  return rings.sort((a, b) => areaOf(b) - areaOf(a));
}

/** Returns rings as a path of steps, which is much shorter than one of places; points that are the same are left out. */
export function pathOf(rings: readonly (readonly Point[])[]): string {
  return rings.map(stepsOf).join('');
}

function stepsOf(ring: readonly Point[]): string {
  const steps: string[] = [];
  ring.forEach(([x, y], at) => {
    const [fromX, fromY] = ring[at - 1] ?? [x, y];
    if (x !== fromX || y !== fromY) steps.push(`${x - fromX} ${y - fromY}`);
  });
  const [first] = ring;
  return first && steps.length > 1 ? `M${first.join(' ')}l${steps.join(' ').replaceAll(' -', '-')}z` : '';
}

/** Returns a point inside the largest ring and outside the others: at half its height, where it is widest. */
export function innerPoint(rings: readonly (readonly Point[])[]): Point {
  const [largest = []] = rings;
  const ys = largest.map(([, y]) => y);
  // A line through a corner would cross two edges there.
  const y = (Math.min(...ys) + Math.max(...ys)) / 2 + 0.01;
  const crossings = rings.flatMap(ring => crossingsOf(ring, y)).sort((a, b) => a - b);
  const [left, right] = largest.length > 0 ? crossingRange(crossings, crossingsOf(largest, y)) : [0, 0];
  return [Math.round((left + right) / 2), Math.round(y)];
}

/** Returns the widest stretch inside, of those that begin at the largest ring. */
function crossingRange(crossings: readonly number[], own: readonly number[]): Point {
  let widest: Point = [own[0] ?? 0, own[0] ?? 0];
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [left, right] = [crossings[at] ?? 0, crossings[at + 1] ?? 0];
    if ((own.includes(left) || own.includes(right)) && right - left > widest[1] - widest[0]) widest = [left, right];
  }
  return widest;
}

/** Returns where a horizontal line crosses the edges of a ring. */
function crossingsOf(ring: readonly Point[], y: number): number[] {
  return ring.flatMap(([x1, y1], at) => {
    const [x2, y2] = ring[(at + 1) % ring.length] ?? [x1, y1];
    return y1 > y === y2 > y ? [] : [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)];
  });
}

/** Returns the area of a ring, whichever way it turns. */
function areaOf(ring: readonly Point[]): number {
  const twice = ring.reduce((sum, [x1, y1], at) => {
    const [x2, y2] = ring[(at + 1) % ring.length] ?? [x1, y1];
    return sum + x1 * y2 - x2 * y1;
  }, 0);
  return Math.abs(twice / 2);
}
