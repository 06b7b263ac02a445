import { type DaySums, sumsAt } from '../counting/rollups.ts';
import { NO_SUMS } from '../counting/vector.ts';
import { touchDays } from '../db/columns/late-days.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import { voidBlocks } from '../db/rollups/block-state.ts';
import { advanceFold, type FoldState } from '../db/rollups/fold-state.ts';
import { readUndo } from '../db/rollups/import-undo.ts';
import { type PropertyRow, subtractPropertyRows } from '../db/rollups/properties.ts';
import { type SumRow, subtractSums } from '../db/rollups/sums.ts';
import { readValuesSince } from '../db/rollups/value-since.ts';
import type { HitAmount } from '../db/visits/forget.ts';
import { addAmounts, multiplyAmount } from '../domain/amount.ts';
import { STORED_METRICS } from '../domain/metrics.ts';
import { FoldConflict } from './fold-conflict.ts';
import { monthsOf, sumOfProperties } from './properties.ts';
import type { Recounted } from './recount.ts';
import { changesOf } from './sums.ts';
import { saveUndo } from './undo.ts';
import { subtractAmounts } from './undo-batches.ts';

/** A day of a website (since 1970-01-01). */
export interface WebsiteDay {
  readonly website: number;
  readonly day: number;
}

/** What visits or hits that are removed were worth; all of them are of one import, or of none. */
export interface Taken {
  readonly importId: number | null;
  readonly sums: readonly SumRow[];
  readonly properties: readonly PropertyRow[];
  readonly amounts: readonly HitAmount[];
}

/** Returns by how much one count is more than another; single sums can be less. */
export function differenceOf(before: Recounted, after: Recounted): Pick<Taken, 'sums' | 'properties'> {
  const sums: SumRow[] = [];
  for (const [key, row] of after.rows) if (!before.rows.has(key)) sums.push(less({ ...row, ...NO_SUMS }, row));
  for (const [key, row] of before.rows) sums.push(less(row, after.rows.get(key)));
  const negative = after.properties.map(row => ({ ...row, events: -row.events }));
  return {
    sums: sums.filter(row => STORED_METRICS.some(metric => row[metric] !== 0)),
    properties: sumOfProperties([...before.properties, ...negative]).filter(({ events }) => events !== 0),
  };
}

function less(row: SumRow, other: SumRow | undefined): SumRow {
  const left = { ...row };
  if (other) for (const metric of STORED_METRICS) left[metric] -= other[metric];
  return left;
}

/**
 * Subtracts what was removed of a day from all rollups, and gives the day and the website new versions. An undo of an
 * import will not subtract it again.
 */
export async function takeOut(
  tx: Executor,
  dialect: Dialect,
  { website, day }: WebsiteDay,
  state: FoldState,
  taken: readonly Taken[],
): Promise<void> {
  const since = (await readValuesSince(tx, dialect, [website])).get(website) ?? [];
  const uncounted = new Set(since.filter(({ filledFrom }) => filledFrom > day).map(({ rollup }) => rollup));
  for (const { importId, ...all } of taken) {
    const sums = all.sums.filter(({ rollup }) => !uncounted.has(rollup));
    const properties = sumOfProperties(all.properties);
    const amounts = sumAmounts(all.amounts);
    await subtractSums(tx, dialect, website, sums);
    await subtractPropertyRows(tx, dialect, website, 'day', properties);
    await subtractPropertyRows(tx, dialect, website, 'month', monthsOf(properties));
    await subtractAmounts(
      tx,
      dialect,
      website,
      amounts.map(({ event, unit, amount }) => [day, event, unit, amount]),
    );
    if (importId !== null) await saveTaken(tx, { website, day }, importId, { sums, properties, amounts });
  }
  await touchDays(tx, dialect, website, [day]);
  // Whose visits are gone is not listed, so that readers read the open day anew.
  const advanced = await advanceFold(tx, dialect, website, state, { ...state, touchesClosed: true, change: null });
  if (!advanced) throw new FoldConflict(`Website ${website} was folded by another process in the meantime.`);
  await voidBlocks(tx, dialect, website, [day]);
}

/** Stores what was taken out of an import as a further batch of it that adds less than nothing. */
async function saveTaken(
  tx: Executor,
  { website, day }: WebsiteDay,
  importId: number,
  { sums, properties, amounts }: Omit<Taken, 'importId'>,
): Promise<void> {
  const negative: DaySums = [];
  for (const row of sums) {
    const added = sumsAt(negative, row.rollup, row.value);
    for (const [at, metric] of STORED_METRICS.entries()) added[at] = -row[metric];
  }
  const latest = await readUndo(tx, website, importId);
  await saveUndo(
    tx,
    website,
    { id: importId, no: (latest?.no ?? 0) + 1 },
    changesOf(new Map([[day, negative]]), id => id),
    {
      amounts: new Map(amounts.map((one, at) => [String(at), { ...one, day, amount: multiplyAmount(one.amount, -1) }])),
      properties: new Map(properties.map((one, at) => [String(at), { ...one, day, events: -one.events }])),
    },
    id => id,
  );
}

function sumAmounts(amounts: readonly HitAmount[]): HitAmount[] {
  return [...Map.groupBy(amounts, ({ event, unit }) => `${event}:${unit}`).values()].map(some => ({
    ...(some[0] as HitAmount),
    amount: some.map(({ amount }) => amount).reduce(addAmounts),
  }));
}
