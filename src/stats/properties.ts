import type { HitFilter, IdFilter } from '../counting/id-filter.ts';
import { type Database, reachable } from '../db/open.ts';
import { readPropertyKeys } from '../db/rollups/properties.ts';
import { readIds } from '../db/rollups/values.ts';
import type { Filter } from '../domain/filter.ts';
import type { DayRange } from '../domain/range.ts';
import { shapeOf } from './condition.ts';
import type { FilteredSums } from './filtered.ts';
import { hitsOf } from './property-counts.ts';
import type { SumReader } from './sum-reader.ts';
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
  readonly reader: Pick<SumReader, 'property' | 'importedProperties'>;
  readonly filtered: FilteredSums;
  readonly texts: Texts;
}

/** An id that no text has. */
const NO_ID = -1;

/** Returns the properties of hits, the most frequent first. */
export function readProperties(
  { database, filtered, texts, reader }: Sources,
  { website, filter, from, to, event }: PropertiesQuery,
): Promise<PropertyKey[]> {
  return reachable(database, async () => {
    const keys = filter ? await ofVisits(filter) : await ofSums();
    const names = await texts.of(
      website,
      keys.map(({ key }) => key),
    );
    const own = keys.map(row => ({ ...row, key: names.get(row.key) ?? '' }));
    const all = filter ? own : await withImported(own);
    return all.toSorted((a, b) => b.events - a.events || (a.key < b.key ? -1 : 1));
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

  /** Adds what imports have counted; their values may be the same. */
  async function withImported(own: readonly PropertyKey[]): Promise<readonly PropertyKey[]> {
    const imported = await reader.importedProperties(website, event, { from, to });
    const rows = new Map(own.map(row => [row.key, row]));
    for (const [key, { columns }] of imported) {
      const added = Array.from(columns[0] ?? []).reduce((sum, count) => sum + count, 0);
      if (added === 0) continue;
      const { ids } = await reader.property(website, null, { key, event }, { from, to });
      const values = Array.from(ids).filter(id => id !== 0).length;
      rows.set(key, { key, events: (rows.get(key)?.events ?? 0) + added, values });
    }
    return [...rows.values()];
  }
}

/** Every pageview reaches any page. */
function hitFilterOf([found]: readonly IdFilter[]): HitFilter {
  return found && 'hit' in found ? found : { hit: 'page', ids: [], allOthersUpTo: 2 ** 32 - 1 };
}
