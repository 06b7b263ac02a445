import type { AmountOf, AmountsBy } from '../counting/amounts-by.ts';
import type { HitFilter, IdFilter } from '../counting/id-filter.ts';
import { reachable } from '../db/open.ts';
import type { Filter } from '../domain/filter.ts';
import type { DayRange } from '../domain/range.ts';
import { isOfVisits } from '../domain/statistic.ts';
import { type AmountSources, readAmounts, sumByUnit } from './amounts.ts';
import { type GoalPattern, shapeOf } from './condition.ts';
import { statisticOf } from './counts.ts';
import type { StatsQuery, UnitSum } from './query.ts';

/** Visits of one website over a range of days, and values (ids) of a statistic. */
interface Values extends DayRange {
  readonly website: number;
  readonly filter: Filter | null;
  readonly ids: readonly number[];
}

/**
 * Returns the sums of the amounts of rows of a list, by their value ids; none if the query does not ask for them or the
 * statistic has none. `ofEvents` are the amounts of all events, for a filtered list of events.
 */
export async function readAmountsOfRows(
  sources: AmountSources,
  query: StatsQuery,
  ids: readonly number[],
  ofEvents: readonly AmountOf[] | null,
): Promise<Map<number, UnitSum[]>> {
  const { property, website, from, to, filter = null } = query;
  if (!query.amounts) return new Map();
  const values = { website, filter, from, to, ids };
  if (property) {
    const { key, event } = property;
    return event === null ? new Map() : readAmountsOfProperty(sources, values, { key, event });
  }
  const { scope, column } = statisticOf(query);
  if (scope === 'event') return readAmounts(sources, { website, from, to, events: ids }, ofEvents);
  return isOfVisits(scope) && column ? readAmountsOfVisits(sources, values, column) : new Map();
}

/** Returns the sums of the amounts of events by the value that a column of their visit has. */
function readAmountsOfVisits(sources: AmountSources, values: Values, column: string): Promise<Map<number, UnitSum[]>> {
  return read(sources, values, [], () => ({ by: 'visit', column, ids: values.ids }));
}

/** Returns the sums of the amounts of an event by the value of one of its properties. */
function readAmountsOfProperty(
  sources: AmountSources,
  values: Values,
  { key, event }: { readonly key: string; readonly event: string },
): Promise<Map<number, UnitSum[]>> {
  const goal: GoalPattern = {
    kind: 'EVENT',
    pattern: event,
    conditions: [{ key, operator: 'IS', values: [] }],
  };
  return read(sources, values, [goal], ([found]) => {
    const { conditions = [], ...hits } = found as HitFilter;
    return { by: 'property', hits, key: conditions[0]?.key ?? null, ids: values.ids };
  });
}

/** Events that belong to no visit have no values of a visit. */
async function read(
  { database, filtered, texts }: AmountSources,
  { website, filter, from, to, ids }: Values,
  goals: readonly GoalPattern[],
  askedOf: (goals: readonly IdFilter[]) => AmountsBy,
): Promise<Map<number, UnitSum[]>> {
  if (ids.length === 0) return new Map();
  const about = { website, filter, range: { from, to }, goals };
  const shape = askedOf(shapeOf(null, goals).goals);
  return reachable(database, async () => {
    const found: readonly AmountOf[] = await filtered.visits(about, [{ name: 'amountsBy', asked: shape }], visits =>
      filtered.ask(about, visits, 'amountsBy', askedOf(visits.goals), { shape, goals }),
    );
    return sumByUnit(website, found, texts);
  });
}
