import type { IdFilter, IdSet } from '../counting/id-filter.ts';
import type { Dialect } from '../db/dialect.ts';
import { readIds } from '../db/rollups/values.ts';
import { type Condition, denies, type Filter, valueTest } from '../domain/filter.ts';
import { pagePattern } from '../domain/goal.ts';
import { findStatistic } from '../domain/statistics.ts';
import type { Goal } from '../websites/goals.ts';
import type { Meter } from './budget.ts';
import type { Dictionary } from './dictionary.ts';
import { Selected } from './selected.ts';

/** A goal as far as it decides which visits have reached it. */
export type GoalPattern = Pick<Goal, 'kind' | 'pattern'>;

/** Values of a website: exactly these texts, or all texts that pass a test. */
type Wanted =
  | { readonly exactly: readonly string[] }
  | { readonly texts: number; readonly fits: (text: string, lowered: string) => boolean };

type Asked = Condition | GoalPattern;

/**
 * Returns the filter and the filters that visits match when they have reached each goal, with value ids in place of
 * texts. All texts are looked up together: exact ones in few statements, all others in one pass over the values of the
 * website. A text that the website does not have matches nothing.
 */
export async function idFiltersOf(
  { website, filter, goals = [] }: { website: number; filter: Filter | null; goals?: readonly GoalPattern[] },
  { dialect, dictionary }: { dialect: Dialect; dictionary: Dictionary },
  meter: Meter,
): Promise<{ filter: IdFilter; goals: IdFilter[] }> {
  const asked: Asked[] = [...conditionsOf(filter), ...goals];
  const wanted = asked.map(wantedBy);
  const sets = new Map<Asked, IdSet>();
  await findExact();
  await findFitting();
  return {
    filter: filter === null ? { always: true } : withIds(filter, condition => sets.get(condition) as IdSet),
    goals: goals.map(goal => goalWithIds(goal, sets.get(goal) as IdSet)),
  };

  async function findExact(): Promise<void> {
    const texts = new Set(wanted.flatMap(one => ('exactly' in one ? one.exactly : [])));
    const known = (await readIds(dialect, [website], [...texts])).get(website);
    wanted.forEach((one, at) => {
      if (!('exactly' in one)) return;
      const ids = one.exactly.flatMap(text => (text === '' ? [0] : (known?.get(text) ?? [])));
      sets.set(asked[at] as Asked, { ids: [...new Set(ids)].sort((a, b) => a - b) });
    });
  }

  async function findFitting(): Promise<void> {
    const tests = wanted.flatMap((one, at) =>
      'fits' in one ? [{ ...one, of: asked[at] as Asked, selected: new Selected() }] : [],
    );
    if (tests.length === 0) return;
    const comparisons = tests.reduce((sum, { texts }) => sum + texts, 0);
    let last = 0;
    const look = (id: number, text: string, lowered: string) => {
      meter.compare(comparisons);
      for (const { fits, selected } of tests) if (fits(text, lowered)) selected.add(id);
      last = id;
    };
    await dictionary.pass(website, meter, look, comparisons);
    for (const { of, selected } of tests) {
      meter.select(selected.shorterUpTo(last));
      sets.set(of, selected.upTo(last));
    }
  }
}

const NO_IDS: IdSet = { ids: [] };

/** Returns what `idFiltersOf` would for a website without values: it shows which columns are needed. */
export function shapeOf(
  filter: Filter | null,
  goals: readonly GoalPattern[] = [],
): { filter: IdFilter; goals: IdFilter[] } {
  return {
    filter: filter === null ? { always: true } : withIds(filter, () => NO_IDS),
    goals: goals.map(goal => goalWithIds(goal, NO_IDS)),
  };
}

function conditionsOf(filter: Filter | null): Condition[] {
  if (filter === null) return [];
  if ('and' in filter) return filter.and.flatMap(conditionsOf);
  if ('or' in filter) return filter.or.flatMap(conditionsOf);
  return 'not' in filter ? conditionsOf(filter.not) : [filter];
}

function wantedBy(asked: Asked): Wanted {
  if ('kind' in asked) {
    if (asked.kind === 'EVENT') return { exactly: [asked.pattern] };
    const { literal, fits } = pagePattern(asked.pattern);
    // A pattern that every page matches needs no texts.
    return literal === '' ? { exactly: [] } : { texts: 1, fits };
  }
  const values = [...new Set(asked.values)];
  if (asked.operator === 'IS' || asked.operator === 'IS_NOT') return { exactly: values };
  return { texts: values.length, fits: valueTest(asked.operator, values) };
}

function withIds(filter: Filter, setOf: (condition: Condition) => IdSet): IdFilter {
  const each = (parts: readonly Filter[]) => parts.map(part => withIds(part, setOf));
  if ('and' in filter) return { and: each(filter.and) };
  if ('or' in filter) return { or: each(filter.or) };
  if ('not' in filter) return { not: withIds(filter.not, setOf) };
  const affirmed = comparison(filter, setOf(filter));
  return denies(filter.operator) ? { not: affirmed } : affirmed;
}

function comparison({ name }: Condition, set: IdSet): IdFilter {
  const statistic = findStatistic(name);
  if (name === 'page' || name === 'host') return { hit: name, ...set };
  if (statistic?.scope === 'event') return { hit: 'event', ...set };
  if (!statistic?.column) throw new Error(`The statistic ${name} has no column to filter by.`);
  return { column: statistic.column, ...set };
}

function goalWithIds({ kind, pattern }: GoalPattern, set: IdSet): IdFilter {
  if (kind === 'EVENT') return { hit: 'event', ...set };
  return pagePattern(pattern).literal === '' ? { always: true } : { hit: 'page', ...set };
}
