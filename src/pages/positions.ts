import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import { cacheControl, sendJson } from '../http/json.ts';

/** The most places of a request, so that its URL stays short. */
const MOST = 50;
/** How far apart places can be and still be the same one, in units of the map, of which one is about 10 km. */
const CLOSE = 8;
const TAB = 9;
const LINE = 10;

type Position = readonly [x: number, y: number];

/** Answers where the map shows cities and regions: `GET ?of=DE:Munich, Bavaria`, with an `of` for each. */
export function createPositions(folder: URL): RequestHandler {
  // One text of lines in order: an object for each place would take many times the memory.
  let lines: Buffer | undefined;
  return (request, response) => {
    const places = new URLSearchParams(request.url.split('?')[1]).getAll('of');
    if (places.length === 0 || places.length > MOST) {
      const message = `The query names ${places.length} places; name 1 to ${MOST}, each in a parameter \`of\`.`;
      return sendJson(response, 422, { message });
    }
    lines ??= readLines(folder);
    const known = lines;
    const data = places.map(place => positionIn(known, place));
    sendJson(response, 200, { data }, cacheControl(response, 'public, max-age=86400'));
  };
}

function readLines(folder: URL): Buffer {
  try {
    return readFileSync(new URL('positions.txt', folder));
  } catch (cause) {
    throw new Error('The web app was not built; run npm run build.', { cause });
  }
}

/**
 * Returns where a place is on the map; null if it is not known. Databases differ in accents and in the names of regions, so a city can be
 * known in another one, if all cities of its name in the country are close to each other.
 */
export function positionIn(lines: Buffer, place: string): Position | null {
  const [exact] = [place, plain(place)].flatMap(name => positionsOf(lines, `${name}\t`));
  if (exact) return exact;
  const comma = place.lastIndexOf(', ');
  if (comma < 0) return null;
  const [city, region] = [plain(place.slice(0, comma)), plain(place.slice(comma + 2))];
  const [first, ...others] = positionsOf(lines, city.slice(3) === region ? `${city}\t` : `${city}, `);
  if (!first) return null;
  return others.every(other => Math.hypot(other[0] - first[0], other[1] - first[1]) <= CLOSE) ? first : null;
}

/** Returns a name without the accents, which not every database has. */
function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '');
}

/** Returns the positions of all lines that begin with a text. */
function positionsOf(lines: Buffer, text: string): Position[] {
  const start = Buffer.from(text);
  const found: Position[] = [];
  for (let at = firstFrom(lines, start); at < lines.length; at = lines.indexOf(LINE, at) + 1) {
    if (!lines.subarray(at, at + start.length).equals(start)) break;
    const [x, y] = lines
      .toString('latin1', lines.indexOf(TAB, at) + 1, lines.indexOf(LINE, at))
      .split('\t')
      .map(Number);
    found.push([x ?? 0, y ?? 0]);
  }
  return found;
}

/** Returns where the first line begins that does not come before a text. */
function firstFrom(lines: Buffer, text: Buffer): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const start = lines.lastIndexOf(LINE, Math.floor((low + high) / 2) - 1) + 1;
    const end = lines.indexOf(LINE, start);
    if (Buffer.compare(lines.subarray(start, end), text) < 0) low = end + 1;
    else high = start;
  }
  return low;
}
