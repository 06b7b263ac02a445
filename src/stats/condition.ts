import type { IdFilter, IdSet } from '../counting/id-filter.ts';
import type { Dialect } from '../db/dialect.ts';
import { readIds } from '../db/rollups/values.ts';
import { type Condition, denies, type Filter, type PropertyFilter, valueTest } from '../domain/filter.ts';
import { type PropertyCondition, pagePattern } from '../domain/goal.ts';
import { storedPages, storedTexts } from '../domain/page-label.ts';
import { findStatistic } from '../domain/statistics.ts';
import type { Goal } from '../websites/goals.ts';
import type { Meter } from './budget.ts';
import type { Dictionary } from './dictionary.ts';
import { Selected } from './selected.ts';

/** A hit that a goal, or a step of a funnel, waits for. */
export interface GoalPattern extends Pick<Goal, 'kind' | 'pattern'> {
  readonly conditions?: readonly PropertyCondition[];
}

/** Values of a website: exactly these texts, or all texts that pass a test. */
type Wanted =
  | { readonly exactly: readonly string[] }
  | { readonly texts: number; readonly fits: (text: string, lowered: string) => boolean };

/** What has a set of value ids of its own. */
type Asked = Condition | PropertyFilter | PropertyCondition | GoalPattern | Named;

/** The key of a property, or the name of its event. */
interface Named {
  readonly named: string;
}

/** The sets of value ids, by what asked for them; `idOf` returns the id of a key or an event, or null. */
interface Sets {
  of(asked: Asked): IdSet;
  idOf(named: string): number | null;
}

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
  const asked: Asked[] = [...askedBy(filter), ...goals.flatMap(askedByGoal)];
  const wanted = asked.map(wantedBy);
  const sets = new Map<Asked, IdSet>();
  const known = await findExact();
  await findFitting();
  return withSets(filter, goals, {
    of: one => sets.get(one) as IdSet,
    idOf: named => known.get(named) ?? null,
  });

  async function findExact(): Promise<ReadonlyMap<string, number>> {
    const texts = new Set(wanted.flatMap(one => ('exactly' in one ? one.exactly : [])));
    const found = (await readIds(dialect, [website], [...texts])).get(website) ?? new Map<string, number>();
    wanted.forEach((one, at) => {
      if (!('exactly' in one)) return;
      const ids = one.exactly.flatMap(text => (text === '' ? [0] : (found.get(text) ?? [])));
      sets.set(asked[at] as Asked, { ids: [...new Set(ids)].sort((a, b) => a - b) });
    });
    return found;
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
  return withSets(filter, goals, { of: () => NO_IDS, idOf: () => null });
}

function withSets(filter: Filter | null, goals: readonly GoalPattern[], sets: Sets) {
  return {
    filter: filter === null ? { always: true as const } : withIds(filter, sets),
    goals: goals.map(goal => goalWithIds(goal, sets)),
  };
}

function askedBy(filter: Filter | null): Asked[] {
  if (filter === null) return [];
  if ('and' in filter) return filter.and.flatMap(askedBy);
  if ('or' in filter) return filter.or.flatMap(askedBy);
  if ('not' in filter) return askedBy(filter.not);
  if (isOfHours(filter)) return [];
  if (!('property' in filter)) return [filter];
  const { key, event } = filter.property;
  return [filter, { named: key }, ...(event === null ? [] : [{ named: event }])];
}

function askedByGoal(goal: GoalPattern): Asked[] {
  return [goal, ...(goal.conditions ?? []).flatMap(condition => [condition, { named: condition.key }])];
}

function wantedBy(asked: Asked): Wanted {
  if ('named' in asked) return { exactly: [asked.named] };
  if ('kind' in asked) {
    if (asked.kind === 'EVENT') return { exactly: [asked.pattern] };
    const { literal, fits } = pagePattern(asked.pattern);
    // A pattern that every page matches needs no texts.
    return literal === '' ? { exactly: [] } : { texts: 1, fits };
  }
  const isOfPages = 'name' in asked && findStatistic(asked.name)?.labels === 'page';
  if (asked.operator === 'IS' || asked.operator === 'IS_NOT')
    return { exactly: [...new Set(isOfPages ? asked.values.flatMap(storedPages) : asked.values)] };
  const values = [...new Set(isOfPages ? asked.values.flatMap(storedTexts) : asked.values)];
  return { texts: values.length, fits: valueTest(asked.operator, values) };
}

function withIds(filter: Filter, sets: Sets): IdFilter {
  const each = (parts: readonly Filter[]) => parts.map(part => withIds(part, sets));
  if ('and' in filter) return { and: each(filter.and) };
  if ('or' in filter) return { or: each(filter.or) };
  if ('not' in filter) return { not: withIds(filter.not, sets) };
  if (isOfHours(filter)) return { hours: filter.values.map(Number) };
  const affirmed = 'property' in filter ? propertyWithIds(filter, sets) : comparison(filter, sets.of(filter));
  return denies(filter.operator) ? { not: affirmed } : affirmed;
}

/** Hours of day are numbers, not texts. Only this program asks for them, and only with IS. */
function isOfHours(filter: Condition | PropertyFilter): filter is Condition {
  return 'name' in filter && findStatistic(filter.name)?.scope === 'hour';
}

function comparison({ name }: Condition, set: IdSet): IdFilter {
  const statistic = findStatistic(name);
  if (name === 'page' || name === 'host') return { hit: name, ...set };
  if (statistic?.scope === 'event') return { hit: 'event', ...set };
  if (!statistic?.column) throw new Error(`The statistic ${name} has no column to filter by.`);
  return { column: statistic.column, ...set };
}

const MOST_ID = 2 ** 32 - 1;
/** Every page. */
const ANY: IdSet = { ids: [], allOthersUpTo: MOST_ID };

/** The visit has a hit with one of the values; the caller turns this around for IS_NOT. */
function propertyWithIds(filter: PropertyFilter, sets: Sets): IdFilter {
  const { key, event } = filter.property;
  const conditions = [{ key: sets.idOf(key), isDenied: false, ...sets.of(filter) }];
  if (event === null) return { hit: 'page', ...ANY, conditions };
  const id = sets.idOf(event);
  return { hit: 'event', ids: id === null ? [] : [id], conditions };
}

function goalWithIds(goal: GoalPattern, sets: Sets): IdFilter {
  const { kind, pattern } = goal;
  const conditions = (goal.conditions ?? []).map(condition => ({
    key: sets.idOf(condition.key),
    isDenied: denies(condition.operator),
    ...sets.of(condition),
  }));
  const more = conditions.length > 0 ? { conditions } : {};
  if (kind === 'EVENT') return { hit: 'event', ...sets.of(goal), ...more };
  if (pagePattern(pattern).literal !== '') return { hit: 'page', ...sets.of(goal), ...more };
  return conditions.length === 0 ? { always: true } : { hit: 'page', ...ANY, ...more };
}
