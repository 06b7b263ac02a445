import { crc32 } from 'node:zlib';
import {
  firstDayOfMonth,
  firstDayOfWeek,
  lastDayOfMonth,
  lastDayOfWeek,
  monthNumber,
  weekNumber,
} from '../../domain/calendar.ts';
import type { DayRange } from '../../domain/range.ts';
import type { BlockState } from './block-state.ts';

/** The periods that rollups are packed by. */
export type BlockPeriod = 'day' | 'week' | 'month';

/** The number of a period in `rollup_block`. */
export const PERIODS: Readonly<Record<BlockPeriod, number>> = { day: 0, month: 1, week: 2 };

/**
 * The name of the row of `rollup_block` that says which rollups have a block in the same period, with the checksum of each:
 * a missing block would otherwise look like one without values.
 */
export const SEAL = 0;
/** Its first byte: the way in which it is written. */
const VERSION = 1;
/** The bytes of a rollup in it: two for the number, four for the checksum. */
const ENTRY = 6;
/** The bytes at its end: its own checksum. */
const OWN = 4;

/** Returns the body of a seal. */
export function sealOf(checksums: ReadonlyMap<number, number>): Buffer {
  const seal = Buffer.alloc(1 + checksums.size * ENTRY + OWN, VERSION);
  let at = 1;
  for (const [rollup, checksum] of [...checksums].sort(([a], [b]) => a - b)) {
    seal.writeUInt16LE(rollup, at);
    seal.writeUInt32LE(checksum, at + 2);
    at += ENTRY;
  }
  seal.writeUInt32LE(crc32(seal.subarray(0, at)), at);
  return seal;
}

/** Returns the seal in a body; null if that is not as it was written. */
export function sealIn(body: Buffer): Uint8Array | null {
  const end = body.length - OWN;
  if (end < 1 || body[0] !== VERSION) return null;
  const seal = body.subarray(0, end);
  return crc32(seal) === body.readUInt32LE(end) ? seal : null;
}

/** Returns the rollups that a seal names. */
function* rollupsIn(seal: Uint8Array): Iterable<number> {
  for (let at = 1; at + ENTRY <= seal.length; at += ENTRY) yield rollupAt(seal, at);
}

function rollupAt(seal: Uint8Array, at: number): number {
  return (seal[at] as number) + 256 * (seal[at + 1] as number);
}

/** A seal or block that was read; null or undefined if it is damaged or missing. */
type Read = Uint8Array | null | undefined;

/** Returns whether a block of a rollup is as its seal has it, or missing there, too. */
export function isSealed(seal: Read, rollup: number, body: Read): boolean {
  if (!seal) return false;
  for (let at = 1; at + ENTRY <= seal.length; at += ENTRY)
    if (rollupAt(seal, at) === rollup) {
      const view = new DataView(seal.buffer, seal.byteOffset + at + 2);
      return body ? view.getUint32(0, true) === crc32(body) : false;
    }
  return !body;
}

/** What was found of one period: its seal, and blocks by rollup. */
interface FoundBlocks {
  seal: Uint8Array | null;
  readonly bodies: Map<number, Uint8Array>;
}

/** The same by period. */
export type FoundPeriods = Map<number, FoundBlocks>;

/** Adds a row of `rollup_block`. */
export function addFound(periods: FoundPeriods, at: number, name: number, body: Buffer): void {
  const found = periods.get(at) ?? { seal: null, bodies: new Map<number, Uint8Array>() };
  periods.set(at, found);
  if (name === SEAL) found.seal = sealIn(body);
  else found.bodies.set(name, body);
}

/** Returns whether the blocks of these rollups are those that were written, with none missing; by default, of all. */
export function isWhole(found: FoundBlocks | undefined, rollups?: Iterable<number>): boolean {
  const seal = found?.seal;
  if (!seal) return false;
  for (const rollup of rollups ?? new Set([...rollupsIn(seal), ...found.bodies.keys()]))
    if (!isSealed(seal, rollup, found.bodies.get(rollup))) return false;
  return true;
}

/** Returns the days of a period. */
export function daysOfPeriod(period: BlockPeriod, at: number): DayRange {
  if (period === 'day') return { from: at, to: at };
  if (period === 'week') return { from: firstDayOfWeek(at), to: lastDayOfWeek(at) };
  return { from: firstDayOfMonth(at), to: lastDayOfMonth(at) };
}

/** Returns which of these periods are packed, in ascending order. */
export function* packedPeriods(
  { first, day, month, voided }: BlockState,
  period: BlockPeriod,
  from: number,
  to: number,
): Iterable<number> {
  const [earliest, latest] = {
    day: [first, day],
    week: [weekNumber(first), weekNumber(day + 1) - 1],
    month: [monthNumber(first), month],
  }[period] as [number, number];
  for (let at = Math.max(from, earliest); at <= Math.min(to, latest); at++) {
    const days = daysOfPeriod(period, at);
    if (!voided || days.to < voided.from || voided.to < days.from) yield at;
  }
}
