import { type FoundCause, findCauses } from '../counting/causes.ts';
import type { RangeSums } from '../counting/mask-table.ts';
import { ROLLUP_DAY } from '../counting/rollups.ts';
import type { Traits } from '../counting/traits.ts';
import { sumOf } from '../counting/vector.ts';
import { type Database, reachable } from '../db/open.ts';
import { type BeforeAfter, beyondRest, type CauseCondition, type ExplainedMetric } from '../domain/explain.ts';
import type { DayRange } from '../domain/range.ts';
import { type Candidate, type CandidateSources, readCandidates } from './cause-candidates.ts';
import { comparableDays, reference } from './explained-days.ts';
import type { FilteredSums } from './filtered.ts';
import { begunBefore } from './parts.ts';
import type { ExplainQuery } from './query.ts';

/** A part of the change. */
export interface Cause extends BeforeAfter {
  readonly metric: ExplainedMetric;
  readonly conditions: readonly CauseCondition[];
  /** How far `after` goes beyond what it would be if it had changed like the rest. */
  readonly beyond: number;
  /** What belongs to no cause. */
  readonly rest: BeforeAfter;
}

/** A change, of which the causes and the rest are parts: no visit belongs to two of them. */
export interface Explained extends BeforeAfter, DayRange {
  readonly earlier: DayRange;
  /** Both ranges are one day up to this hour of day; null for whole days. */
  readonly until: number | null;
  readonly causes: readonly Cause[];
  readonly rest: BeforeAfter;
}

export interface ExplainSources extends CandidateSources {
  readonly database: Database;
  readonly filtered: FilteredSums;
}

/** A range has at most so many blocks, whose differences show how much shares vary by themselves. */
const MOST_BLOCKS = 28;

/**
 * Explains the change of a metric. Rejects with BAD_USER_INPUT when no day of the range can be compared.
 */
export async function readExplanation(sources: ExplainSources, query: ExplainQuery): Promise<Explained> {
  const { database, reader } = sources;
  const { website, metric } = query;
  const { range, earlier, first, until } = await comparableDays(sources, query);
  const filter = until === null ? query.filter : begunBefore(until, query.filter);
  const asked = { website, filter, metric };
  const usual = reference(earlier, first);
  const { candidates, values, pairs } = await readCandidates(sources, asked, range, [earlier]);
  return reachable(database, async () => {
    const after = await sumsOf(sources, asked, candidates, range);
    const before = await sumsOf(sources, asked, candidates, earlier);
    const found = findCauses({
      traits: candidates.map(({ trait, values: ofStatistic }) => ({ ...trait, values: ofStatistic })),
      before,
      after,
      reference: usual && (await sumsOf(sources, asked, candidates, usual)),
      values,
      pairs,
    });
    // Read last, so that it has every visit that was counted.
    const totalIn = async ({ from, to }: DayRange, { sums: { sums } }: RangeSums) => {
      const counted = sums.reduce((sum, one) => sum + one, 0);
      // Some hits belong to no visit; they are part of the rest, as they are of a summary.
      if (query.filter) return counted;
      const stored = { rollup: ROLLUP_DAY, by: 'day', from, to, metrics: [metric] } as const;
      if (until !== null)
        return counted + sumOf(await reader.strays.read(website, { day: from, until }, stored))[metric];
      return Math.max(counted, sumOf(await reader.readHits(website, null, stored))[metric]);
    };
    const [total, totalBefore] = await Promise.all([totalIn(range, after), totalIn(earlier, before)]);
    const rest = {
      before: found.reduce((left, cause) => left - cause.before, totalBefore),
      after: found.reduce((left, cause) => left - cause.after, total),
    };
    const causes = found.map(cause => causeOf(cause, candidates, metric, rest));
    return { ...range, earlier, until, before: totalBefore, after: total, causes, rest };
  });
}

/** Returns how much of the metric the visits of a range have, by which candidates they match. */
export async function sumsOf(
  { filtered }: ExplainSources,
  { website, filter, metric }: Pick<ExplainQuery, 'website' | 'filter' | 'metric'>,
  candidates: readonly Candidate[],
  range: DayRange,
  blocks: number = Math.min(MOST_BLOCKS, range.to - range.from + 1),
): Promise<RangeSums> {
  const asked: Traits = { metric, traits: candidates.map(({ trait }) => trait), range, blocks };
  const texts = {
    metric,
    range,
    blocks,
    values: candidates.map(({ name, operator, value }) => [name, operator, value]),
  };
  const about = { website, filter, range };
  const sums = await filtered.visits(about, [{ name: 'traits', asked }], visits =>
    filtered.ask(about, visits, 'traits', asked, texts),
  );
  return { sums, blocks };
}

/** Returns a cause, compared with the rest. */
export function causeOf(
  { traits, before, after }: FoundCause,
  candidates: readonly Candidate[],
  metric: ExplainedMetric,
  rest: BeforeAfter,
): Cause {
  const conditions = traits.map(at => {
    const { name, operator, value, label } = candidates[at] as Candidate;
    return { name, operator, value, label };
  });
  const counts = { before, after };
  return {
    ...counts,
    metric,
    conditions,
    beyond: Math.round(beyondRest(counts, rest) * 100) / 100,
    rest,
  };
}
