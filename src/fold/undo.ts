import type { Totals } from '../counting/folded.ts';
import type { Executor } from '../db/dialect.ts';
import { readUndo, writeUndo } from '../db/rollups/import-undo.ts';
import { packColumns } from '../domain/block.ts';
import { STORED_METRICS } from '../domain/metrics.ts';
import { addCarried, type CarriedVisit } from './carried-visits.ts';
import type { Change, DayChanges } from './sums.ts';
import type { Visits } from './visits.ts';

/** A batch of the hits of an import; `no` is the number of the batch. */
export interface ImportBatch {
  readonly id: number;
  readonly no: number;
  /** True if its visitors had hits in the batch before it. */
  readonly continues?: boolean;
  /** True if they have some in the next one. */
  readonly isContinued?: boolean;
}

type PropertyTuple = readonly [day: number, event: number, key: number, value: number, events: number];
export type AmountTuple = readonly [day: number, event: number, unit: number, amount: string];

/** The head of what a batch added; the packed sums follow it. */
interface Head {
  readonly sums: readonly (readonly [day: number, rollup: number, bytes: number])[];
  readonly amounts: readonly AmountTuple[];
  readonly properties: readonly PropertyTuple[];
  /** The visits that the next batch continues, if it does. */
  readonly carried?: readonly CarriedVisit[] | undefined;
}

/** What a batch added. */
export interface Added {
  readonly blocks: readonly AddedBlock[];
  readonly amounts: readonly AmountTuple[];
  readonly properties: readonly PropertyTuple[];
}

/** Stores what a batch of an import adds to the rollups, in the transaction that adds it. */
export async function saveUndo(
  tx: Executor,
  website: number,
  { id, no }: Pick<ImportBatch, 'id' | 'no'>,
  days: DayChanges,
  { amounts, properties }: Pick<Totals, 'amounts' | 'properties'>,
  idOf: (id: number) => number,
  carried?: readonly CarriedVisit[],
): Promise<void> {
  const blocks: Buffer[] = [];
  const places: [number, number, number][] = [];
  for (const [day, ofDay] of days)
    ofDay.forEach((changes, rollup) => {
      if (changes.length === 0) return;
      const block = packChanges(changes);
      blocks.push(block);
      places.push([day, rollup, block.length]);
    });
  const head: Head = {
    sums: places,
    amounts: [...amounts.values()].map(one => [one.day, idOf(one.event), idOf(one.unit), one.amount]),
    properties: [...properties.values()].map(one => [
      one.day,
      idOf(one.event),
      idOf(one.key),
      idOf(one.value),
      one.events,
    ]),
    carried,
  };
  const text = Buffer.from(JSON.stringify(head));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  await writeUndo(tx, website, id, no, Buffer.concat([size, text, ...blocks]));
}

function packChanges(changes: readonly Change[]): Buffer {
  const columns = STORED_METRICS.map((_, metric) => {
    // Most statistics have few of the metrics.
    const hasAny = changes.some(({ change }) => change[metric] !== 0);
    return hasAny ? changes.map(({ change }) => change[metric] as number) : undefined;
  });
  const ids = changes.map(({ value }) => value);
  return packColumns(ids, columns);
}

/** A part of what a batch added to the sums: those of one statistic and day, packed. */
export interface AddedBlock {
  readonly day: number;
  readonly rollup: number;
  readonly block: Buffer;
}

/** Returns what a batch added; the sums stay packed, because a few batches have millions of them. */
export function addedOf(body: Buffer): Added {
  const { head, start } = headOf(body);
  const { sums, amounts, properties } = head;
  let at = start;
  const blocks = sums.map(([day, rollup, bytes]): AddedBlock => {
    const block = body.subarray(at, at + bytes);
    at += bytes;
    return { day, rollup, block };
  });
  return { blocks, amounts, properties };
}

/** Gives the visitors of a batch that continues others the visits that they had at the end of these, if there was a hit. */
export async function takeOver(tx: Executor, website: number, { id, no }: ImportBatch, visits: Visits): Promise<void> {
  const before = await readUndo(tx, website, id, no);
  if (before) addCarried(visits, headOf(before.body).head.carried ?? []);
}

function headOf(body: Buffer): { readonly head: Head; readonly start: number } {
  const start = 4 + body.readUInt32LE(0);
  return { head: JSON.parse(body.toString('utf8', 4, start)) as Head, start };
}
