import type { RollupQuery } from '../counting/rollups.ts';
import { type AllSums, sumOf, type Vector } from '../counting/vector.ts';
import type { Filter } from '../domain/filter.ts';
import type { KnownMetrics } from '../domain/import.ts';
import {
  findMetric,
  METRICS,
  type MetricName,
  metricValue,
  STORED_METRICS,
  type StoredMetric,
} from '../domain/metrics.ts';
import type { Ratios } from './query.ts';
import type { SumReader } from './sum-reader.ts';

/** By ratio, the sums of imports that do not know both of its metrics, which the ratio must leave out. */
export type Unpaired = ReadonlyMap<MetricName, Vector>;

export const NOTHING_UNPAIRED: Unpaired = new Map();

const RATIOS = METRICS.flatMap(metric => ('ratio' in metric ? [metric] : []));

/** Reads what the ratios of an answer must leave out. Call it after a read of the same website. */
export async function readUnpaired(
  reader: SumReader,
  website: number,
  filter: Filter | null,
  query: RollupQuery,
): Promise<Unpaired> {
  const known = filter ? null : await reader.knownMetrics(website);
  if (!known || known.size === 0) return NOTHING_UNPAIRED;
  const found = await Promise.all(
    RATIOS.map(async ({ name, ratio }): Promise<readonly [MetricName, Vector][]> => {
      if (!ratio.every(metric => query.metrics.includes(metric))) return [];
      const sums = ratio.map(metric => ({ rollup: query.rollup, metric }));
      const vector = await readLacking(reader, website, lacking(known, sums), query);
      return vector ? [[name, vector]] : [];
    }),
  );
  return new Map(found.flat());
}

/** Returns the imports that have something of these rollups, but not all of these sums. */
export function lacking(
  known: ReadonlyMap<number, KnownMetrics>,
  sums: readonly { readonly rollup: number; readonly metric: StoredMetric }[],
): number[] {
  const knows = (of: KnownMetrics, rollup: number, metric: StoredMetric) =>
    ((of[rollup] ?? 0) & (1 << STORED_METRICS.indexOf(metric))) !== 0;
  return [...known].flatMap(([id, of]) =>
    sums.some(({ rollup }) => rollup in of) && !sums.every(({ rollup, metric }) => knows(of, rollup, metric))
      ? [id]
      : [],
  );
}

/** Returns the sums of these imports; null if they have none. */
export async function readLacking(
  reader: SumReader,
  website: number,
  imports: readonly number[],
  query: RollupQuery,
): Promise<Vector | null> {
  if (imports.length === 0) return null;
  const vector = await reader.ofImports(website, imports, query);
  return vector.ids.length === 0 ? null : vector;
}

/** Returns true if imports have added everything that was counted as sums, and those have no amounts. */
export function lacksAmounts(imported: Vector | null, all: AllSums): boolean {
  if (!imported) return false;
  const ofImports = sumOf(imported);
  const added = STORED_METRICS.some(metric => ofImports[metric] > 0);
  return added && STORED_METRICS.every(metric => ofImports[metric] === all[metric]);
}

/** Returns the ratios of `sums` without what is left out, which `partOf` picks; null if that is nothing. */
export function ratiosOf(
  unpaired: Unpaired,
  sums: Readonly<Partial<Record<StoredMetric, number | null>>>,
  partOf: (vector: Vector) => AllSums | null | undefined,
): Ratios {
  const ratios: Partial<Record<MetricName, number | null>> = {};
  for (const [name, vector] of unpaired) {
    const part = partOf(vector);
    if (!part) continue;
    const rest = Object.fromEntries(STORED_METRICS.map(metric => [metric, (sums[metric] ?? 0) - part[metric]]));
    ratios[name] = metricValue(findMetric(name), rest as AllSums);
  }
  return ratios;
}
