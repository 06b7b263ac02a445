/*
 * Which hits are folded together: those of whole days, or of some of the visitors of one day, so that hardly any batch
 * needs the visits of another. Only the hits of a few visitors who have more than a batch are divided, by their time.
 */

/** The visitors of a day are divided by the first two bytes of their hash: into so many slots. */
export const SLOTS = 65_536;
/** The slots that have the same first byte. */
export const SLOTS_OF_BYTE = 256;

/** Visitors of one day. */
interface Visitors {
  readonly day: number;
  readonly first: number;
  readonly slots: number;
}

/** Hits of one day whose visitors are in the slots from `first` on. */
export interface Segment extends Visitors {
  readonly rows: number;
  /** Where it is in the file. */
  readonly at: number;
  readonly length: number;
  /** The times of its first and its last hit. */
  readonly from: number;
  readonly to: number;
}

/** Hits at times from `from` on, before `to`; of these, `most` from number `skip` on, in the order of the file. */
export interface Times {
  readonly from: number;
  readonly to: number;
  readonly skip: number;
  readonly most: number;
}

/** The hits of one day that belong to one batch. */
export interface Part extends Visitors {
  /** Null for all hits of the visitors; otherwise they are in several batches, one after the other. */
  readonly times: Times | null;
}

/** Reads times and slots of all hits of some visitors, in the order of the file. */
export type Look = (visitors: Visitors, see: (slot: number, time: number) => void) => Promise<void>;

/** Fewer hits are not divided: each part of a day has a list of texts of its own. */
const LEVELS = [
  { rows: 32_768, parts: 256 },
  { rows: 8_192, parts: 64 },
  { rows: 1_024, parts: 16 },
  { rows: 128, parts: 4 },
] as const;

/** Returns into how many parts this many hits of one day are divided. */
export function partsFor(rows: number): number {
  return LEVELS.find(level => rows >= level.rows)?.parts ?? 1;
}

/**
 * Returns the batches, each with at most `most` hits, in the order of their days. `days` has the number of hits of each
 * day by the first byte of their visitors; only where one of them has more than `most` are hits looked at.
 */
export async function batchesOf(
  days: ReadonlyMap<number, Uint32Array>,
  { most, look, isReversed }: { readonly most: number; readonly look: Look; readonly isReversed: boolean },
): Promise<Part[][]> {
  const batches: Part[][] = [];
  let together: Part[] = [];
  let count = 0;
  const end = () => {
    if (together.length > 0) batches.push(together);
    together = [];
    count = 0;
  };
  for (const [day, bytes] of [...days].sort(([a], [b]) => a - b)) {
    const rows = bytes.reduce((sum, one) => sum + one, 0);
    if (count + rows > most) end();
    if (rows <= most) {
      together.push({ day, first: 0, slots: SLOTS, times: null });
      count += rows;
      continue;
    }
    for (const of of divide(bytes, most)) {
      const part = { day, first: of.first * SLOTS_OF_BYTE, slots: of.size * SLOTS_OF_BYTE, times: null };
      if (of.rows <= most) batches.push([part]);
      else for (const one of await ofByte(part, most, look, isReversed)) batches.push([one]);
    }
  }
  end();
  return batches;
}

/** Returns the parts of the visitors with one first byte, who have more than `most` hits. */
async function ofByte(visitors: Visitors, most: number, look: Look, isReversed: boolean): Promise<Part[]> {
  const rows = new Uint32Array(SLOTS_OF_BYTE);
  await look(visitors, slot => void rows[slot - visitors.first]!++);
  const parts: Part[] = [];
  for (const of of divide(rows, most)) {
    const one = { day: visitors.day, first: visitors.first + of.first, slots: of.size };
    if (of.rows <= most) parts.push({ ...one, times: null });
    else for (const times of await timesOf(one, most, look, isReversed)) parts.push({ ...one, times });
  }
  return parts;
}

/** Halves until no piece has more than `most` rows or more than one place; pieces without rows are left out. */
function divide(
  rows: Uint32Array,
  most: number,
  first = 0,
  size = rows.length,
): { first: number; size: number; rows: number }[] {
  let sum = 0;
  for (let at = first; at < first + size; at++) sum += rows[at] as number;
  if (sum === 0) return [];
  if (sum <= most || size === 1) return [{ first, size, rows: sum }];
  const half = size / 2;
  return [...divide(rows, most, first, half), ...divide(rows, most, first + half, half)];
}

const SECOND = 1_000;

/** Divides the hits of a slot by their time: by the second, by the millisecond where one has too many, and else by their order. */
async function timesOf(visitors: Visitors, most: number, look: Look, isReversed: boolean): Promise<Times[]> {
  const seconds = new Map<number, number>();
  const full = new Map<number, Uint32Array>();
  const secondOf = (time: number) => Math.floor(time / SECOND);
  await look(visitors, (_, time) => void seconds.set(secondOf(time), (seconds.get(secondOf(time)) ?? 0) + 1));
  for (const [second, rows] of seconds) if (rows > most) full.set(second, new Uint32Array(SECOND));
  if (full.size > 0)
    await look(visitors, (_, time) => {
      const second = secondOf(time);
      const rows = full.get(second);
      if (rows) rows[Math.floor(time - second * SECOND)]!++;
    });
  const found: Times[] = [];
  let [begun, count] = [0, 0];
  const take = (from: number, length: number, rows: number) => {
    if (count > 0 && count + rows > most) {
      found.push({ from: begun, to: from, skip: 0, most: count });
      count = 0;
    }
    if (count === 0) begun = from;
    if (rows <= most) count += rows;
    else {
      const pieces = Array.from({ length: Math.ceil(rows / most) }, (_, at) => {
        return { from, to: from + length, skip: at * most, most };
      });
      found.push(...(isReversed ? pieces.reverse() : pieces));
    }
  };
  for (const [second, rows] of [...seconds].sort(([a], [b]) => a - b)) {
    const milliseconds = full.get(second);
    if (!milliseconds) take(second * SECOND, SECOND, rows);
    else milliseconds.forEach((some, at) => void (some > 0 && take(second * SECOND + at, 1, some)));
  }
  if (count > 0) found.push({ from: begun, to: Number.MAX_SAFE_INTEGER, skip: 0, most: count });
  return found;
}

/** Returns the slot of the visitor of a hit; hits without a visitor are spread by their time. */
export function slotOf(visitor: string, time: number): number {
  return visitor === '' ? Math.abs(time) % SLOTS : Number.parseInt(visitor.slice(0, 4), 16);
}

export function overlaps(segment: Segment, part: Part): boolean {
  const { first, slots, times } = part;
  if (segment.day !== part.day || segment.first >= first + slots || first >= segment.first + segment.slots)
    return false;
  return !times || (segment.from < times.to && segment.to >= times.from);
}
