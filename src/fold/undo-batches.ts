import { COUNTED_ROLLUPS, ROLLUP_DAY } from '../counting/rollups.ts';
import { NO_SUMS, sumBodies } from '../counting/vector.ts';
import { touchDays } from '../db/columns/late-days.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import { readAmounts, removeAmounts, writeAmounts } from '../db/rollups/amounts.ts';
import { voidBlocks } from '../db/rollups/block-state.ts';
import { advanceFold, lockFold } from '../db/rollups/fold-state.ts';
import { readUndo, readUndos, removeUndo } from '../db/rollups/import-undo.ts';
import { subtractPropertyRows } from '../db/rollups/properties.ts';
import { readTotals, removeSums, type SumRow, subtractSums } from '../db/rollups/sums.ts';
import { addAmounts, multiplyAmount } from '../domain/amount.ts';
import { metricsOfBlock, rowsOfBlock } from '../domain/block.ts';
import { STORED_METRICS, type StoredMetric } from '../domain/metrics.ts';
import { FoldConflict } from './fold-conflict.ts';
import { monthsOf, sumOfProperties } from './properties.ts';
import { type Added, type AddedBlock, type AmountTuple, addedOf } from './undo.ts';

/** The rollups whose rows are only there if their day has totals, and those totals themselves. */
const COUNTED = [...COUNTED_ROLLUPS.values()].filter(({ ofCrawlers }) => !ofCrawlers).map(({ rollup }) => rollup);
const BESIDE_TOTALS = COUNTED.filter(rollup => rollup !== ROLLUP_DAY);
/** Of the batches of one transaction, packed; hits with many properties have large ones. */
const BYTES = 8 * 1024 * 1024;
/** Rows that are read and written at once. */
const ROWS = 1_000;

/**
 * Subtracts what up to `most` of the latest batches of an import added, in one transaction that repeats nothing when it is
 * called again; those of whole days, if it can. Returns false when no batch is left. Throws FoldConflict when a fold
 * came in between.
 */
export async function undoBatches(
  tx: Executor,
  dialect: Dialect,
  website: number,
  importId: number,
  most: number,
): Promise<boolean> {
  const read = await readUndos(tx, website, importId, { batches: most, bytes: BYTES });
  const oldest = read.at(-1);
  if (!oldest) return false;
  const isRest = (await readUndo(tx, website, importId, oldest.no)) === null;
  const batches = read.map(({ no, body }) => ({ no, added: addedOf(body) }));
  const added = (isRest ? batches : withWholeDays(batches)).map(one => one.added);
  const { no } = batches[added.length - 1] as { no: number };
  const blocks = added.flatMap(one => one.blocks);
  const totals = blocks.flatMap(({ day, rollup, block }) =>
    rollup === ROLLUP_DAY ? rowsOfBlock(block).map(row => ({ ...row, rollup, at: day })) : [],
  );
  const sums = sumDays(totals);
  // Most rows go before the website is locked, so that folds need not wait.
  const owned = new Set(await ownedDays(tx, website, sums));
  await removeSums(tx, website, BESIDE_TOTALS, [...owned]);
  const state = await lockFold(tx, dialect, website);
  const ofOwned = sums.filter(({ at }) => owned.has(at));
  const still = await ownedDays(tx, website, ofOwned);
  if (still.length < owned.size) throw new FoldConflict(`Website ${website} got other hits of the same days.`);
  await removeSums(tx, website, [ROLLUP_DAY], still);
  const shared = blocks.filter(({ day, rollup }) => !owned.has(day) || !COUNTED.includes(rollup));
  await subtractBlocks(tx, dialect, website, shared);
  await subtractAmounts(tx, dialect, website, sumAmounts(added));
  const properties = sumOfProperties(
    added.flatMap(one => one.properties).map(([at, event, key, value, events]) => ({ at, event, key, value, events })),
  );
  await subtractPropertyRows(tx, dialect, website, 'day', properties);
  await subtractPropertyRows(tx, dialect, website, 'month', monthsOf(properties));
  await removeUndo(tx, website, importId, no);
  const touched = [...new Set(totals.map(({ at }) => at))];
  await touchDays(tx, dialect, website, touched);
  // Whose visits are gone is not listed, so that readers read the open day anew.
  const advanced = await advanceFold(tx, dialect, website, state, { ...state, touchesClosed: true, change: null });
  if (!advanced) throw new FoldConflict(`Website ${website} was folded by another process in the meantime.`);
  // Days without totals can have requests of crawlers.
  await voidBlocks(
    tx,
    dialect,
    website,
    blocks.map(({ day }) => day),
  );
  return true;
}

/** Returns the batches without those of the earliest day, which can have more: then its rows go at once in another step. */
function withWholeDays<T extends { readonly added: Added }>(batches: readonly T[]): readonly T[] {
  const days = batches.map(({ added }) => Math.min(...added.blocks.map(({ day }) => day)));
  const end = days.indexOf(Math.min(...days));
  return end > 0 ? batches.slice(0, end) : batches;
}

/** Returns the days whose totals are these, so that nothing else has sums there. */
async function ownedDays(tx: Executor, website: number, totals: readonly SumRow[]): Promise<readonly number[]> {
  const days = totals.map(({ at }) => at);
  const stored = new Map((await readTotals(tx, website, ROLLUP_DAY, days)).map(row => [row.at, row]));
  const isStored = (total: SumRow) => {
    const row = stored.get(total.at);
    return row !== undefined && STORED_METRICS.every(metric => row[metric] === total[metric]);
  };
  return totals.filter(isStored).map(({ at }) => at);
}

/** Returns totals with those of the same day added up. */
function sumDays(totals: readonly SumRow[]): SumRow[] {
  const sums = new Map<number, Record<keyof SumRow, number>>();
  for (const total of totals) {
    const sum = sums.get(total.at);
    if (sum) for (const metric of STORED_METRICS) sum[metric] += total[metric];
    else sums.set(total.at, { ...total });
  }
  return [...sums.values()];
}

/** Subtracts packed sums from those of their days, one statistic after the other: as rows, they take much memory. */
async function subtractBlocks(
  tx: Executor,
  dialect: Dialect,
  website: number,
  blocks: readonly AddedBlock[],
): Promise<void> {
  for (const some of Map.groupBy(blocks, ({ rollup, day }) => `${rollup}:${day}`).values()) {
    const [{ rollup, day }] = some as [AddedBlock];
    const bodies = some.map(({ block }) => block);
    const stored = [...new Set(bodies.flatMap(metricsOfBlock))].map(metric => STORED_METRICS[metric] as StoredMetric);
    const { ids, columns } = sumBodies(bodies, stored);
    for (let from = 0; from < ids.length; from += ROWS) {
      const rows = ids.slice(from, from + ROWS).map((value, row) => {
        const sums: Record<keyof SumRow, number> = { ...NO_SUMS, rollup, at: day, value };
        for (const [place, metric] of stored.entries()) sums[metric] = columns[place]?.[from + row] as number;
        return sums;
      });
      await subtractSums(tx, dialect, website, rows);
    }
  }
}

function sumAmounts(added: readonly Added[]): AmountTuple[] {
  const sums = new Map<string, AmountTuple>();
  for (const { amounts } of added)
    for (const one of amounts) {
      const [day, event, unit, amount] = one;
      const key = `${day}:${event}:${unit}`;
      const sum = sums.get(key);
      sums.set(key, sum ? [day, event, unit, addAmounts(sum[3], amount)] : one);
    }
  return [...sums.values()];
}

/** Subtracts amounts from those of their days. One that is not stored counts as zero. */
export async function subtractAmounts(
  tx: Executor,
  dialect: Dialect,
  website: number,
  added: readonly AmountTuple[],
): Promise<void> {
  if (added.length === 0) return;
  const unique = (numbers: number[]) => [...new Set(numbers)];
  const stored = await readAmounts(tx, website, unique(added.map(([day]) => day)), unique(added.map(one => one[1])));
  const left = new Map(stored.map(row => [`${row.day}:${row.event}:${row.unit}`, row]));
  const changed = added.map(([day, event, unit, amount]) => {
    const before = left.get(`${day}:${event}:${unit}`)?.amount ?? '0';
    return { day, event, unit, amount: addAmounts(before, multiplyAmount(amount, -1)) };
  });
  const isGone = ({ amount }: { amount: string }) => amount === '0';
  await removeAmounts(tx, website, changed.filter(isGone));
  await writeAmounts(
    tx,
    dialect,
    website,
    changed.filter(row => !isGone(row)),
  );
}
