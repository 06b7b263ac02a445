import { COUNTED_ROLLUPS, ROLLUP_DAY } from '../counting/rollups.ts';
import { touchDays } from '../db/columns/late-days.ts';
import type { Dialect, Executor } from '../db/dialect.ts';
import { readAmounts, removeAmounts, writeAmounts } from '../db/rollups/amounts.ts';
import { voidBlocks } from '../db/rollups/blocks.ts';
import { advanceFold, lockFold } from '../db/rollups/fold-state.ts';
import { readUndos, removeUndo } from '../db/rollups/import-undo.ts';
import { subtractPropertyRows } from '../db/rollups/properties.ts';
import { type Period, readTotals, removeSums, type SumRow, subtractSums } from '../db/rollups/sums.ts';
import { addAmounts, multiplyAmount } from '../domain/amount.ts';
import { monthNumber } from '../domain/calendar.ts';
import { STORED_METRICS } from '../domain/metrics.ts';
import { FoldConflict } from './fold-conflict.ts';
import { monthsOf, sumOfProperties } from './properties.ts';
import { type Added, type AmountTuple, addedOf } from './undo.ts';

const ROLLUPS = [...COUNTED_ROLLUPS.keys()];

/**
 * Subtracts what up to `most` of the latest batches of an import added, in one transaction that repeats nothing when it is
 * called again. Returns false when no batch is left.
 */
export async function undoBatches(
  tx: Executor,
  dialect: Dialect,
  website: number,
  importId: number,
  most: number,
): Promise<boolean> {
  const state = await lockFold(tx, dialect, website);
  const batches = await readUndos(tx, website, importId, most);
  const first = batches.at(-1);
  if (!first) return false;
  const bodies = batches.map(({ body }) => body);
  const totals = bodies.flatMap(body => addedOf(body, rollup => rollup === ROLLUP_DAY).sums);
  const days = await ownedTimes(
    tx,
    website,
    'day',
    sumTimes(totals, day => day),
  );
  const months = await ownedTimes(tx, website, 'month', sumTimes(totals, monthNumber));
  await removeSums(tx, website, ROLLUPS, 'day', days.owned);
  await removeSums(tx, website, ROLLUPS, 'month', months.owned);
  const isShared = (_: number, day: number) => days.shared.has(day) || months.shared.has(monthNumber(day));
  const added = bodies.map(body => addedOf(body, isShared));
  const sums = added.flatMap(one => one.sums);
  await subtractSums(
    tx,
    dialect,
    website,
    'day',
    sumTimes(
      sums.filter(({ at }) => days.shared.has(at)),
      day => day,
    ),
  );
  await subtractSums(
    tx,
    dialect,
    website,
    'month',
    sumTimes(
      sums.filter(({ at }) => months.shared.has(monthNumber(at))),
      monthNumber,
    ),
  );
  await subtractAmounts(tx, dialect, website, sumAmounts(added));
  const properties = sumOfProperties(
    added.flatMap(one => one.properties).map(([at, event, key, value, events]) => ({ at, event, key, value, events })),
  );
  await subtractPropertyRows(tx, dialect, website, 'day', properties);
  await subtractPropertyRows(tx, dialect, website, 'month', monthsOf(properties));
  await removeUndo(tx, website, importId, first.no);
  const touched = [...new Set(totals.map(({ at }) => at))];
  await touchDays(tx, dialect, website, touched);
  // Whose visits are gone is not listed, so that readers read the open day anew.
  const advanced = await advanceFold(tx, dialect, website, state, { ...state, touchesClosed: true, change: null });
  if (!advanced) throw new FoldConflict(`Website ${website} was folded by another process in the meantime.`);
  const day = Math.min(...touched);
  if (touched.length > 0) await voidBlocks(tx, website, { day, month: monthNumber(day) });
  return true;
}

/**
 * Divides days or months: into those whose totals are what is subtracted, so that nothing else has sums there, and those
 * with other sums.
 */
async function ownedTimes(
  tx: Executor,
  website: number,
  period: Period,
  totals: readonly SumRow[],
): Promise<{ readonly owned: readonly number[]; readonly shared: ReadonlySet<number> }> {
  const times = totals.map(({ at }) => at);
  const stored = new Map((await readTotals(tx, website, ROLLUP_DAY, period, times)).map(row => [row.at, row]));
  const shared = new Set<number>();
  for (const total of totals) {
    const row = stored.get(total.at);
    if (!row || STORED_METRICS.some(metric => row[metric] !== total[metric])) shared.add(total.at);
  }
  return { owned: times.filter(at => !shared.has(at)), shared };
}

/** Returns sums with those of the same value and time added up; `timeOf` returns the time of a day. */
function sumTimes(days: readonly SumRow[], timeOf: (day: number) => number): SumRow[] {
  const sums = new Map<number, Map<number, SumRow>>();
  for (const day of days) {
    const at = timeOf(day.at);
    const of = at * 256 + day.rollup;
    const values = sums.get(of) ?? new Map<number, SumRow>();
    sums.set(of, values);
    const sum = values.get(day.value);
    if (sum) for (const metric of STORED_METRICS) sum[metric] += day[metric];
    else values.set(day.value, { ...day, at });
  }
  return [...sums.values()].flatMap(values => [...values.values()]);
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
