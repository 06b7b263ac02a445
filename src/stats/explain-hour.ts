import { findCauses } from '../counting/causes.ts';
import type { RangeSums } from '../counting/mask-table.ts';
import { reachable } from '../db/open.ts';
import type { BeforeAfter } from '../domain/explain.ts';
import type { Filter } from '../domain/filter.ts';
import { readCandidates } from './cause-candidates.ts';
import { type Cause, causeOf, type ExplainSources, sumsOf } from './explain.ts';
import { REFERENCE_DAYS } from './explained-days.ts';
import type { HourQuery } from './query.ts';

/** The visits of an hour, and their usual number, of which the causes and the rest are parts. */
export interface ExplainedHour extends BeforeAfter {
  readonly causes: readonly Cause[];
  readonly rest: BeforeAfter;
}

/** Explains how the visits of an hour differ from the mean of the same hour on other days. */
export async function readExplainedHour(sources: ExplainSources, query: HourQuery): Promise<ExplainedHour> {
  const { database, filtered } = sources;
  const { website, day, hour, usual } = query;
  const asked = { website, filter: withinHour(hour, query.filter), metric: 'visits' } as const;
  const range = { from: day, to: day };
  const from = Math.max(
    Math.min(day - REFERENCE_DAYS, ...usual),
    await reachable(database, () => filtered.keptFrom(website)),
  );
  const earlier = { from, to: day - 1 };
  const ranges = usual.map(one => ({ from: one, to: one }));
  const { candidates, values, pairs } = await readCandidates(sources, asked, range, ranges);
  return reachable(database, async () => {
    const after = await sumsOf(sources, asked, candidates, range);
    // Each day is a block.
    const days = await sumsOf(sources, asked, candidates, earlier, day - from);
    const before = { ...withBlocks(days, block => usual.includes(from + block)), times: usual.length };
    const found = findCauses({
      traits: candidates.map(({ trait, values: ofStatistic }) => ({ ...trait, values: ofStatistic })),
      before,
      after,
      reference: withBlocks(days, block => !usual.includes(from + block)),
      values,
      pairs,
    });
    const total = { before: Math.round(totalOf(before) / usual.length), after: totalOf(after) };
    const rest = { ...total };
    const rounded = found.map(cause => {
      // Means are not whole numbers, but their parts must still add up.
      const own = Math.min(rest.before, Math.round(cause.before));
      rest.before -= own;
      rest.after -= cause.after;
      return { ...cause, before: own };
    });
    return { ...total, causes: rounded.map(cause => causeOf(cause, candidates, asked.metric, rest)), rest };
  });
}

function withinHour(hour: number, filter: Filter | null): Filter {
  const began: Filter = { name: 'visitors_hours', operator: 'IS', values: [String(hour).padStart(2, '0')] };
  return filter === null ? began : { and: [filter, began] };
}

function withBlocks(
  { sums: { blocks, masks, sums }, blocks: count }: RangeSums,
  isWanted: (block: number) => boolean,
): RangeSums {
  const places = [...blocks.keys()].filter(at => isWanted(blocks[at] as number));
  return {
    blocks: count,
    sums: {
      blocks: Uint32Array.from(places, at => blocks[at] as number),
      masks: Uint32Array.from(places, at => masks[at] as number),
      sums: Float64Array.from(places, at => sums[at] as number),
    },
  };
}

function totalOf({ sums: { sums } }: RangeSums): number {
  return sums.reduce((sum, one) => sum + one, 0);
}
