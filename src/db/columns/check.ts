import { COLUMNS, KINDS, type Kind, type Part } from '../../counting/columns.ts';
import type { Dialect } from '../dialect.ts';
import { readFoldedDays } from './read.ts';
import { readPart } from './read-part.ts';
import { BadSegment, GoneSegment, type Segment } from './segment.ts';
import type { ColumnStore } from './store.ts';

/**
 * Packs the segments of a website anew and compares them with the files; those that differ are reported by the store and
 * removed, so that they are packed again. Days that have changed since they were packed are left out, as they are by
 * questions. Returns the number of segments that could be opened.
 */
export async function checkSegments(
  dialect: Dialect,
  store: ColumnStore,
  website: number,
  progress: (done: number) => void = () => {},
): Promise<number> {
  const opened = store.open(website);
  try {
    for (const [at, segment] of opened.entries()) {
      const fault = await faultOf(dialect, website, segment);
      segment.release();
      if (fault) store.discard(fault);
      progress((at + 1) / opened.length);
    }
  } finally {
    for (const segment of opened) segment.close();
  }
  return opened.length;
}

async function faultOf(dialect: Dialect, website: number, segment: Segment): Promise<BadSegment | null> {
  const { firstDay, days, share } = segment;
  const { part, packed } = await readPart(dialect, website, { from: firstDay, to: firstDay + days - 1 }, share);
  // Read afterwards, because it is written before rows are removed.
  const { keptFrom = 0, openDay = 0 } = (await readFoldedDays(dialect, website)) ?? {};
  const versions = new Map(packed.map(({ day, version }) => [day, version]));
  const isCompared = new Uint8Array(days);
  for (const { day, version } of segment.packed)
    if (day >= keptFrom && day < openDay && version === versions.get(day)) isCompared[day - firstDay] = 1;
  try {
    const difference = differenceOf(segment, part, isCompared);
    return difference === null ? null : new BadSegment(segment.path, difference);
  } catch (error) {
    if (error instanceof BadSegment) return error;
    if (error instanceof GoneSegment) return null;
    throw error;
  }
}

/** Returns the first column in which two parts differ on these days; null when they are equal. */
function differenceOf(one: Part, other: Part, days: Uint8Array): string | null {
  for (const kind of KINDS) {
    if (kind === 'pageviewProperty' || kind === 'eventProperty') {
      const fault = differenceOfProperties(one, other, kind, days);
      if (fault !== null) return fault;
      continue;
    }
    const ofOne = placesOf(one, kind, days);
    const ofOther = placesOf(other, kind, days);
    if (ofOne.length !== ofOther.length)
      return `has ${ofOne.length} rows of the kind ${kind}, but the database has ${ofOther.length}`;
    for (const name of [...COLUMNS[kind].plain, ...COLUMNS[kind].ids]) {
      const numberOf = readerOf(one, kind, name);
      const numberOfOther = readerOf(other, kind, name);
      for (let at = 0; at < ofOne.length; at++) {
        const found = numberOf(ofOne[at] as number);
        const expected = numberOfOther(ofOther[at] as number);
        if (found !== expected) return `has ${found} as ${name} of ${kind} ${at}, but the database has ${expected}`;
      }
    }
  }
  return null;
}

function differenceOfProperties(
  one: Part,
  other: Part,
  kind: 'pageviewProperty' | 'eventProperty',
  days: Uint8Array,
): string | null {
  const ofOne = propertiesOf(one, kind, days);
  const ofOther = propertiesOf(other, kind, days);
  for (let at = 0; at < Math.max(ofOne.length, ofOther.length); at++)
    if (ofOne[at] !== ofOther[at])
      return `has ${ofOne[at]} as ${kind} ${at} (hit, key and value), but the database has ${ofOther[at]}`;
  return null;
}

/** Returns the properties of the hits of some days: which of these hits it is, the key and the value. */
function propertiesOf(part: Part, kind: 'pageviewProperty' | 'eventProperty', days: Uint8Array): string[] {
  const places = new Map(
    placesOf(part, kind === 'pageviewProperty' ? 'pageview' : 'event', days).map((place, at) => [place, at]),
  );
  const skip = part.column(kind, 'skip').values;
  const keyOf = readerOf(part, kind, 'key');
  const textOf = readerOf(part, kind, 'value');
  const found: string[] = [];
  let hit = 0;
  skip.forEach((hits, at) => {
    hit += hits;
    const place = places.get(hit);
    if (place !== undefined) found.push(`${place} ${keyOf(at)} ${textOf(at)}`);
  });
  return found;
}

/** Returns the places of the visits of some days, or of their hits. */
function placesOf(part: Part, kind: 'visit' | 'pageview' | 'event', isWanted: Uint8Array): number[] {
  const days = part.column('visit', 'day').values;
  const counts = kind === 'visit' ? null : part.column('visit', kind === 'pageview' ? 'pages' : 'triggers').values;
  const places: number[] = [];
  let place = 0;
  for (let visit = 0; visit < days.length; visit++) {
    const end = place + (counts ? (counts[visit] as number) : 1);
    if (isWanted[days[visit] as number] === 1)
      for (; place < end && place < part.count[kind]; place++) places.push(place);
    place = end;
  }
  return places;
}

/** Returns what reads a column without its lists, which other days can make longer. */
function readerOf(part: Part, kind: Kind, name: string): (place: number) => number | string | undefined {
  const { values, ids } = part.column(kind, name);
  if (kind === 'event' && name === 'amount') {
    const { amounts } = part;
    return place => amounts[values[place] as number];
  }
  return ids ? place => ids[values[place] as number] : place => values[place];
}
