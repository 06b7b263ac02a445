import DataLoader from 'dataloader';
import type { AmountOf } from '../counting/amounts-by.ts';
import type { RollupQuery } from '../counting/rollups.ts';
import { addVectors, type Vector } from '../counting/vector.ts';
import { type Database, reachable } from '../db/open.ts';
import { readIds } from '../db/rollups/values.ts';
import type { Filter, PropertyRef } from '../domain/filter.ts';
import type { ImportOptions, KnownMetrics } from '../domain/import.ts';
import { IMPORTED_PROPERTIES, propertyOf, propertyText } from '../domain/properties.ts';
import {
  type Comparison,
  comparedParts,
  type DayRange,
  type Earlier,
  earlierRange,
  type Parts,
  type Running,
} from '../domain/range.ts';
import type { Budget } from './budget.ts';
import { countsFrom, daysOfHits } from './counts-from.ts';
import type { AmountsAsked, FilteredSums } from './filtered.ts';
import { importedPropertyTexts } from './imported-properties.ts';
import { inOneTurn } from './in-one-turn.ts';
import { countProperty } from './property-counts.ts';
import type { Only } from './rollup-plan.ts';
import type { Rollups } from './rollups.ts';
import { createStrayReader, type StrayReader } from './strays.ts';

/** Reads sums of websites: everything requested in one tick is read together. */
export interface SumReader {
  /** Without a filter, reads the rollups; with one, counts the visits that match it. */
  read(website: number, filter: Filter | null, query: RollupQuery): Promise<Vector>;
  /** Does the same without the sums of imports, to which no single visits belong. */
  readHits(website: number, filter: Filter | null, query: RollupQuery): Promise<Vector>;
  /** Returns the amounts of events in matching visits, counted together with everything else that is read. */
  amounts(website: number, filter: Filter, asked: AmountsAsked): Promise<readonly AmountOf[]>;
  /**
   * Returns what imports have added to the result of `read` without a filter; null if nothing. Call it after `read`,
   * which learns whether there are imports.
   */
  imported(website: number, query: RollupQuery): Promise<Vector | null>;
  /** Returns what each import whose sums count knows, by its id. Call it after `read`, too. */
  knownMetrics(website: number): Promise<ReadonlyMap<number, KnownMetrics>>;
  /** Returns what these imports have added to the result of `read` without a filter. */
  ofImports(website: number, imports: readonly number[], query: RollupQuery): Promise<Vector>;
  /** Does the same for a property of hits. */
  property(website: number, filter: Filter | null, property: PropertyRef, range: DayRange): Promise<Vector>;
  importedProperty(website: number, property: PropertyRef, range: DayRange): Promise<Vector | null>;
  /** Returns what imports have counted of each property of an event, or of any hits (null), by its key. */
  importedProperties(website: number, event: string | null, range: DayRange): Promise<ReadonlyMap<string, Vector>>;
  /** Reads the hits of some hours that belong to no visit. */
  readonly strays: StrayReader;
  /** Returns what is compared of a running range; without its hours if those of the earlier day are not stored as hits. */
  parts(website: number, range: DayRange, earlier: Earlier, running: Running): Promise<Parts | null>;
  /**
   * Resolves to the range to compare with; null when nothing is compared, or when a filter would find only part of it
   * because older hits are gone, or were imported as sums.
   */
  earlier(website: number, filter: Filter | null, range: DayRange, compare: Comparison | null): Promise<Earlier | null>;
}

const OF_PROPERTY = { by: 'value', metrics: ['events'], only: 'imported' } as const;

interface Wanted {
  readonly website: number;
  readonly query: RollupQuery & { readonly only?: Only };
}

/** The options of an import that was read. */
type Read = ImportOptions & { readonly known?: KnownMetrics };

type Asked = RollupQuery | AmountsAsked;
type Answer = Vector | readonly AmountOf[];

interface WantedFiltered {
  readonly website: number;
  readonly filter: Filter;
  readonly asked: Asked;
}

/**
 * Returns a reader for one request. It throws UNAVAILABLE when the database is unavailable or the budget is spent.
 */
export function createSumReader(
  database: Database,
  rollups: Rollups,
  filtered: FilteredSums,
  budget: Budget,
): SumReader {
  const unfiltered = new DataLoader<Wanted, Vector>(
    wanted =>
      reachable(database, () =>
        rollups.read(
          wanted.map(({ website, query }) => ({ website, ...query })),
          bytes => budget.spend(bytes),
        ),
      ),
    { cache: false },
  );
  const knownMetrics = new DataLoader<number, KnownMetrics | null>(async ids => {
    const where = { id: [...ids] };
    const rows = await reachable(database, () =>
      database.imports.findAll({ where, attributes: ['id', 'options'], raw: true }),
    );
    const known = new Map(rows.map(({ id, options }) => [id, (JSON.parse(options) as Read).known]));
    return ids.map(id => known.get(id) ?? null);
  });
  const days = new DataLoader((ids: readonly number[]) => daysOfHits(database, ids));
  // A pass for each would take several times as long.
  const passes = new DataLoader<WantedFiltered, Answer>(readPasses, inOneTurn);

  /**
   * All queries on a website with the same filter take one pass over its visits; each website and filter fails
   * separately.
   */
  async function readPasses(wanted: readonly WantedFiltered[]): Promise<(Answer | Error)[]> {
    const answers = new Map<Asked, Answer | Error>();
    const together = Map.groupBy(wanted, ({ website, filter }) => `${website} ${JSON.stringify(filter)}`);
    const readings = [...together.values()].map(async group => {
      const [{ website, filter }] = group as [(typeof group)[0]];
      const queries = group.map(({ asked }) => asked).filter(isQuery);
      const amounts = group.flatMap(({ asked }) => (isQuery(asked) ? [] : asked));
      try {
        const found = await reachable(database, () => filtered.readTogether(website, filter, queries, amounts));
        queries.forEach((query, at) => void answers.set(query, found.vectors[at] as Vector));
        amounts.forEach((one, at) => void answers.set(one, found.amounts[at] ?? []));
      } catch (error) {
        for (const { asked } of group) answers.set(asked, error as Error);
      }
    });
    await Promise.all(readings);
    return wanted.map(({ asked }) => answers.get(asked) as Answer);
  }

  /** Everything waits for the first day, so that all is part of one pass. */
  async function inPass<T extends Answer>(website: number, filter: Filter, asked: Asked): Promise<T> {
    await keptFrom(website);
    return passes.load({ website, filter, asked }) as Promise<T>;
  }

  const ofProperty = (website: number, id: number, { from, to }: DayRange) =>
    unfiltered.load({ website, query: { ...OF_PROPERTY, rollup: IMPORTED_PROPERTIES + id, from, to } });

  async function importedProperty(website: number, { key, event }: PropertyRef, range: DayRange) {
    const text = propertyText(key, event);
    const ids = await reachable(database, () => readIds(database.dialect, [website], [text]));
    const id = ids.get(website)?.get(text);
    return id === undefined ? null : ofProperty(website, id, range);
  }

  const hasAllHits = async (website: number, range: DayRange) => countsFrom(range, await days.load(website)) === null;
  const keptFrom = (website: number) => reachable(database, () => filtered.keptFrom(website));

  const read = (website: number, filter: Filter | null, query: Wanted['query']) =>
    filter ? inPass<Vector>(website, filter, { ...query }) : unfiltered.load({ website, query });

  return {
    read,
    readHits: (website, filter, query) => read(website, filter, filter ? query : { ...query, only: 'hits' }),
    amounts: (website, filter, asked) => inPass(website, filter, { ...asked }),
    async imported(website, query) {
      const imports = rollups.lastSeen(website)?.imports ?? [];
      return imports.length === 0 ? null : unfiltered.load({ website, query: { ...query, only: 'imported' } });
    },
    async knownMetrics(website) {
      const imports = rollups.lastSeen(website)?.imports ?? [];
      const known = await Promise.all(imports.map(id => knownMetrics.load(id)));
      return new Map(imports.flatMap((id, at) => (known[at] ? [[id, known[at]] as const] : [])));
    },
    async ofImports(website, imports, query) {
      return addVectors(
        await Promise.all(imports.map(only => unfiltered.load({ website, query: { ...query, only } }))),
      );
    },
    async property(website, filter, property, range) {
      const counted = reachable(database, () =>
        countProperty({ database, filtered }, website, filter, property, range),
      );
      const imported = filter ? null : await importedProperty(website, property, range);
      return imported ? addVectors([await counted, imported]) : counted;
    },
    importedProperty,
    async importedProperties(website, event, range) {
      const { dialect } = database;
      const texts = await reachable(database, () => importedPropertyTexts(dialect, website));
      const found = texts.flatMap(({ id, text }) => {
        const property = propertyOf(text);
        return property.event === event ? { id, key: property.key } : [];
      });
      const vectors = await Promise.all(found.map(({ id }) => ofProperty(website, id, range)));
      return new Map(found.map(({ key }, at) => [key, vectors[at] as Vector]));
    },
    strays: createStrayReader(database, filtered, (website, query) => read(website, null, { ...query, only: 'hits' })),
    async parts(website, range, earlier, running) {
      const parts = comparedParts(range, earlier, running);
      const hours = parts?.before.hours;
      if (!hours || (await hasAllHits(website, { from: hours.day, to: hours.day }))) return parts;
      if (!parts.now.days) return null;
      return { now: { ...parts.now, hours: null }, before: { ...parts.before, hours: null } };
    },
    async earlier(website, filter, range, compare) {
      const earlier = earlierRange(range, compare);
      if (!earlier || !filter) return earlier;
      if (earlier.from < (await keptFrom(website))) return null;
      return (await hasAllHits(website, earlier)) ? earlier : null;
    },
  };
}

function isQuery(asked: Asked): asked is RollupQuery {
  return 'rollup' in asked;
}
