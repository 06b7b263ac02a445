import { LEAST_SHARE } from '../counting/causes.ts';
import { ROLLUP_DAY } from '../counting/rollups.ts';
import type { Trait } from '../counting/traits.ts';
import { addVectors, sumOf, type Vector } from '../counting/vector.ts';
import type { CauseCondition, ExplainedMetric } from '../domain/explain.ts';
import type { Filter } from '../domain/filter.ts';
import { labelOf } from '../domain/label.ts';
import { OTHER } from '../domain/other.ts';
import type { DayRange } from '../domain/range.ts';
import { gOf } from '../domain/significance.ts';
import type { Statistic } from '../domain/statistic.ts';
import { STATISTICS, type StatName } from '../domain/statistics.ts';
import { lowerAscii } from '../domain/text.ts';
import type { Budget } from './budget.ts';
import type { Dictionary } from './dictionary.ts';
import type { SumReader } from './sum-reader.ts';
import type { Texts } from './texts.ts';

/** A value that may have caused a change, or all values of a section. */
export interface Candidate extends CauseCondition {
  readonly trait: Trait;
  /** How many values its statistic has; sections are finer than any. */
  readonly values: number;
}

export interface CandidateSources {
  readonly reader: SumReader;
  readonly texts: Texts;
  readonly dictionary: Dictionary;
  readonly budget: Budget;
}

interface Asked {
  readonly website: number;
  readonly filter: Filter | null;
  readonly metric: ExplainedMetric;
}

/** A value with its sums in both ranges. */
interface Counted {
  readonly statistic: Statistic;
  readonly ids: readonly number[];
  readonly prefix: string | null;
  readonly values: number;
  before: number;
  after: number;
}

/** So that values of one statistic, which often change together, leave room for others. */
const MOST_OF_STATISTIC = 6;
/** How many values are looked at: those whose share has changed most, and the largest others. Together, 31 at most. */
const CHANGED_MOST = 16;
const LARGEST = 15;
/** With more landing pages, sections are not looked for. */
const MOST_PAGES = 100_000;

/**
 * The statistics whose values can be causes: every one that visits store a value of, except the exit page, which says
 * where a visit led and not where it came from. For events, their names as well.
 */
function explaining(metric: ExplainedMetric): readonly Statistic[] {
  return (STATISTICS as readonly Statistic[]).filter(
    ({ name, column, scope }) =>
      column !== undefined &&
      name !== 'exit_page' &&
      (scope === 'visit' || scope === 'visitor' || (scope === 'event' && metric === 'events')),
  );
}

/**
 * Returns the values whose share has changed most from the earlier ranges together, and the number of values and pairs
 * that are large enough to be told as causes.
 */
export async function readCandidates(
  sources: CandidateSources,
  asked: Asked,
  range: DayRange,
  earlier: readonly DayRange[],
): Promise<{ candidates: Candidate[]; values: number; pairs: number }> {
  const { reader } = sources;
  const { website, filter, metric } = asked;
  const statistics = explaining(metric);
  const read = ({ from, to }: DayRange) =>
    Promise.all([
      reader.readHits(website, filter, { rollup: ROLLUP_DAY, by: 'day', from, to, metrics: [metric] }),
      ...statistics.map(({ rollup }) =>
        reader.readHits(website, filter, { rollup, by: 'value', from, to, metrics: [metric] }),
      ),
    ]);
  const [[total, ...now], ...all] = await Promise.all([read(range), ...earlier.map(read)]);
  const beforeAt = (at: number) => addVectors(all.map(vectors => vectors[at] as Vector));
  const [totalBefore, then] = [beforeAt(0), statistics.map((_, at) => beforeAt(at + 1))];
  const [after, before] = [sumOf(total)[metric], sumOf(totalBefore)[metric]];
  const counted: Counted[] = [];
  for (const [at, statistic] of statistics.entries()) {
    const values = countBoth(statistic, then[at] as Vector, now[at] as Vector);
    counted.push(...values);
    if (statistic.name === 'landing_page') counted.push(...(await sectionsOf(sources, website, values)));
  }
  const least = LEAST_SHARE * (before + after);
  // What nearly all visits have says nothing about any of them.
  const large = counted.filter(one => {
    const own = one.before + one.after;
    return own >= least && before + after - own >= least;
  });
  const changed = ({ before: own, after: ownAfter }: Counted) =>
    gOf({
      before: own,
      after: ownAfter,
      otherBefore: Math.max(0, before - own),
      otherAfter: Math.max(0, after - ownAfter),
    });
  const texts = await sources.texts.of(website, [
    ...new Set(large.flatMap(({ ids, prefix }) => (prefix === null ? ids : []))),
  ]);
  const sorted = large
    .map(one => ({ one, g: changed(one), value: one.prefix ?? texts.get(one.ids[0] ?? 0) ?? '' }))
    .filter(({ value }) => value !== OTHER)
    .sort((a, b) => b.g - a.g || (a.value < b.value ? -1 : 1));
  const taken = new Map<string, number>();
  const promising = sorted.filter(({ one: { statistic, prefix } }) => {
    const kind = prefix === null ? statistic.name : 'section';
    const rank = taken.get(kind) ?? 0;
    taken.set(kind, rank + 1);
    return rank < MOST_OF_STATISTIC;
  });
  const changedMost = promising.slice(0, CHANGED_MOST);
  // A pair that has changed can be a small part of a large value.
  const others = promising
    .slice(CHANGED_MOST)
    .sort(({ one: a }, { one: b }) => b.before + b.after - a.before - a.after);
  return {
    candidates: [...changedMost, ...others.slice(0, LARGEST)].map(({ one, value }) => candidateOf(one, value)),
    values: sorted.length,
    pairs: pairsOf(sorted.map(({ one }) => one.statistic)),
  };
}

/** Returns the number of pairs of values of different statistics. */
function pairsOf(statistics: readonly Statistic[]): number {
  const sizes = [...Map.groupBy(statistics, one => one).values()].map(({ length }) => length);
  const all = statistics.length;
  return sizes.reduce((sum, size) => sum + size * (all - size), 0) / 2;
}

function candidateOf({ statistic, ids, prefix, values }: Counted, value: string): Candidate {
  const label = labelOf(statistic.labels, value);
  return {
    name: statistic.name as StatName,
    operator: prefix === null ? 'IS' : 'STARTS_WITH',
    value,
    label,
    trait: { kind: statistic.scope === 'event' ? 'event' : 'visit', column: statistic.column as string, ids },
    values: prefix === null ? values : Number.MAX_SAFE_INTEGER,
  };
}

function countBoth(statistic: Statistic, before: Vector, after: Vector): Counted[] {
  const found = new Map<number, Counted>();
  const values = new Set([...before.ids, ...after.ids]).size;
  for (const [vector, side] of [[before, 'before'] as const, [after, 'after'] as const])
    vector.ids.forEach((id, at) => {
      if (id === 0 && statistic.skipEmpty) return;
      const one = found.get(id) ?? { statistic, ids: [id], prefix: null, values, before: 0, after: 0 };
      found.set(id, one);
      one[side] += vector.columns[0]?.[at] ?? 0;
    });
  return [...found.values()];
}

/** Returns the sections of a website, such as `/blog/`, that several landing pages are in. */
async function sectionsOf(
  { dictionary, budget }: CandidateSources,
  website: number,
  pages: readonly Counted[],
): Promise<Counted[]> {
  if (pages.length > MOST_PAGES) return [];
  return budget.inTurn(async meter => {
    const textOf = await dictionary.textsOf(
      website,
      pages.flatMap(({ ids }) => ids),
      meter,
    );
    const sections = new Map<string, Counted & { readonly ids: number[] }>();
    for (const { statistic, ids, before, after } of pages) {
      const id = ids[0] as number;
      const prefix = /^\/[^/?]+\//.exec(lowerAscii(textOf(id)))?.[0];
      if (prefix === undefined) continue;
      const section = sections.get(prefix) ?? { statistic, ids: [], prefix, values: 0, before: 0, after: 0 };
      sections.set(prefix, section);
      section.ids.push(id);
      section.before += before;
      section.after += after;
    }
    return [...sections.values()].filter(({ ids }) => ids.length > 1);
  });
}
