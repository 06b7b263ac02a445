import type { HitFilter, IdFilter } from '../counting/id-filter.ts';
import type { PropertyAsked } from '../counting/property-counts.ts';
import { ROLLUP_DAY, rollupOf } from '../counting/rollups.ts';
import type { Vector } from '../counting/vector.ts';
import type { Database } from '../db/open.ts';
import { readPropertyValues } from '../db/rollups/properties.ts';
import { readIds } from '../db/rollups/values.ts';
import type { Filter, PropertyRef } from '../domain/filter.ts';
import type { DayRange } from '../domain/range.ts';
import { type GoalPattern, shapeOf } from './condition.ts';
import type { About, FilteredSums } from './filtered.ts';

interface Sources {
  readonly database: Database;
  readonly filtered: FilteredSums;
}

/** An id that no text has. */
const NO_ID = -1;
const EVENT = rollupOf('event');
const OF_PAGEVIEWS = { rollup: ROLLUP_DAY, column: 'pageviews' } as const;
const OF_EVENTS = { rollup: EVENT, column: 'events' } as const;

/** Returns what the hits that can have a property reach: any page, or the event. */
export function hitsOf(event: string | null): GoalPattern {
  return event === null ? { kind: 'PAGE', pattern: '*' } : { kind: 'EVENT', pattern: event };
}

/** Returns the numbers of hits by value of a property, from the stored sums or, with a filter, from single visits. */
export async function countProperty(
  { database: { dialect }, filtered }: Sources,
  website: number,
  filter: Filter | null,
  { key, event }: PropertyRef,
  { from, to }: DayRange,
): Promise<Vector> {
  if (filter) return countInVisits(filtered, { website, filter, range: { from, to } }, { key, event });
  const known = (await readIds(dialect, [website], event === null ? [key] : [key, event])).get(website);
  const ids = {
    website,
    event: event === null ? 0 : (known?.get(event) ?? NO_ID),
    key: known?.get(key) ?? NO_ID,
  };
  const rows = await readPropertyValues(dialect, ids, { from, to }, event === null ? OF_PAGEVIEWS : OF_EVENTS);
  return {
    metrics: ['events'],
    ids: rows.map(({ value }) => value),
    columns: [Float64Array.from(rows, ({ events }) => events)],
  };
}

function countInVisits(filtered: FilteredSums, about: About, { key, event }: PropertyRef): Promise<Vector> {
  const goal: GoalPattern = { ...hitsOf(event), conditions: [{ key, operator: 'IS', values: [] }] };
  const askedOf = ([found]: readonly IdFilter[]): PropertyAsked => {
    const { conditions = [], ...hits } = found as HitFilter;
    return { hits, key: conditions[0]?.key ?? null };
  };
  const shape = askedOf(shapeOf(null, [goal]).goals);
  return filtered.visits({ ...about, goals: [goal] }, [{ name: 'property', asked: shape }], visits =>
    filtered.ask(about, visits, 'property', askedOf(visits.goals), goal),
  );
}
