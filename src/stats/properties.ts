import type { HitFilter, IdFilter } from '../counting/id-filter.ts';
import type { PropertyAsked } from '../counting/property-counts.ts';
import { ROLLUP_DAY, rollupOf } from '../counting/rollups.ts';
import type { Vector } from '../counting/vector.ts';
import { type Database, reachable } from '../db/open.ts';
import { readPropertyKeys, readPropertyValues } from '../db/rollups/properties.ts';
import { readIds } from '../db/rollups/values.ts';
import type { Filter, PropertyRef } from '../domain/filter.ts';
import type { DayRange } from '../domain/range.ts';
import { type GoalPattern, shapeOf } from './condition.ts';
import type { About, FilteredSums } from './filtered.ts';
import type { Texts } from './texts.ts';

/** The keys of which hits: of pageviews, or of an event, within a range of days. */
export interface PropertiesQuery extends DayRange {
  readonly website: number;
  readonly filter: Filter | null;
  /** The name of an event; null for pageviews. */
  readonly event: string | null;
}

/** A property that hits have, and how many different values. */
export interface PropertyKey {
  readonly key: string;
  readonly events: number;
  readonly values: number;
}

interface Sources {
  readonly database: Database;
  readonly filtered: FilteredSums;
  readonly texts: Texts;
}

/** An id that no text has. */
const NO_ID = -1;
const EVENT = rollupOf('event');
const OF_PAGEVIEWS = { rollup: ROLLUP_DAY, column: 'pageviews' } as const;
const OF_EVENTS = { rollup: EVENT, column: 'events' } as const;

/** Returns what the hits that can have a property reach: any page, or the event. */
function hitsOf(event: string | null): GoalPattern {
  return event === null ? { kind: 'PAGE', pattern: '*' } : { kind: 'EVENT', pattern: event };
}

/** Returns the numbers of hits by value of a property, from the stored sums or, with a filter, from single visits. */
export async function countProperty(
  { database: { dialect }, filtered }: Omit<Sources, 'texts'>,
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

/** Returns the properties of hits, the most frequent first. */
export function readProperties(
  { database, filtered, texts }: Sources,
  { website, filter, from, to, event }: PropertiesQuery,
): Promise<PropertyKey[]> {
  return reachable(database, async () => {
    const keys = filter ? await ofVisits(filter) : await ofSums();
    const names = await texts.of(
      website,
      keys.map(({ key }) => key),
    );
    return keys
      .map(row => ({ ...row, key: names.get(row.key) ?? '' }))
      .sort((a, b) => b.events - a.events || (a.key < b.key ? -1 : 1));
  });

  async function ofVisits(some: Filter) {
    const about = { website, filter: some, range: { from, to } };
    const goal = hitsOf(event);
    const shape = hitFilterOf(shapeOf(null, [goal]).goals);
    const goals = [goal];
    const found = await filtered.visits({ ...about, goals }, [{ name: 'propertyKeys', asked: shape }], visits =>
      filtered.ask(about, visits, 'propertyKeys', hitFilterOf(visits.goals), goal),
    );
    return found.map(({ key, events, values }) => ({ key, events, values: values.length }));
  }

  async function ofSums() {
    const known = event === null ? null : (await readIds(database.dialect, [website], [event])).get(website);
    const id = event === null ? 0 : (known?.get(event) ?? NO_ID);
    return readPropertyKeys(database.dialect, { website, event: id }, { from, to });
  }
}

/** Every pageview reaches any page. */
function hitFilterOf([found]: readonly IdFilter[]): HitFilter {
  return found && 'hit' in found ? found : { hit: 'page', ids: [], allOthersUpTo: 2 ** 32 - 1 };
}
