import type { Folded } from '../counting/folded.ts';
import type { Executor } from '../db/dialect.ts';
import { writeUndo } from '../db/rollups/import-undo.ts';
import type { SumRow } from '../db/rollups/sums.ts';
import { packBlock, rowsOfBlock } from '../domain/block.ts';
import { STORED_METRICS, type StoredMetric } from '../domain/metrics.ts';

/** A batch of the hits of an import; `no` is the number of the batch. */
export interface ImportBatch {
  readonly id: number;
  readonly no: number;
}

type PropertyTuple = readonly [day: number, event: number, key: number, value: number, events: number];
export type AmountTuple = readonly [day: number, event: number, unit: number, amount: string];

/** The head of what a batch added; the packed sums follow it. */
interface Head {
  readonly sums: readonly (readonly [day: number, rollup: number, bytes: number])[];
  readonly amounts: readonly AmountTuple[];
  readonly properties: readonly PropertyTuple[];
}

/** What a batch added, by day. */
export interface Added {
  readonly sums: readonly SumRow[];
  readonly amounts: readonly AmountTuple[];
  readonly properties: readonly PropertyTuple[];
}

/** Stores what a batch of an import adds to the rollups, in the transaction that adds it. */
export async function saveUndo(
  tx: Executor,
  website: number,
  { id, no }: ImportBatch,
  { sums, amounts, properties }: Folded,
  idOf: (id: number) => number,
): Promise<void> {
  const blocks: Buffer[] = [];
  const places: [number, number, number][] = [];
  for (const [day, ofDay] of sums)
    ofDay.forEach((rows, rollup) => {
      if (rows.size === 0) return;
      const block = packBlock(
        [...rows].map(([value, change]) => {
          const row = { value: idOf(value) } as Record<'value' | StoredMetric, number>;
          STORED_METRICS.forEach((metric, index) => {
            row[metric] = change[index] as number;
          });
          return row;
        }),
      );
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
  };
  const text = Buffer.from(JSON.stringify(head));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  await writeUndo(tx, website, id, no, Buffer.concat([size, text, ...blocks]));
}

/** Returns what a batch added; of the sums, those of the rollups and days that `wants` accepts. */
export function addedOf(body: Buffer, wants: (rollup: number, day: number) => boolean = () => true): Added {
  const start = 4 + body.readUInt32LE(0);
  const head = JSON.parse(body.toString('utf8', 4, start)) as Head;
  const sums: SumRow[] = [];
  let at = start;
  for (const [day, rollup, bytes] of head.sums) {
    if (wants(rollup, day))
      for (const row of rowsOfBlock(body.subarray(at, at + bytes))) sums.push({ ...row, rollup, at: day });
    at += bytes;
  }
  return { sums, amounts: head.amounts, properties: head.properties };
}
