import DataLoader from 'dataloader';
import type { AmountOf } from '../counting/amounts-by.ts';
import { countedRollup, EVENTS, PAGEVIEWS, ROLLUP_DAY, type RollupQuery } from '../counting/rollups.ts';
import { createSum, sumOf, type Vector, withoutLookup } from '../counting/vector.ts';
import { type Database, reachable } from '../db/open.ts';
import { readAmountsOfNobody } from '../db/rollups/amounts.ts';
import { countStrayProperties, countStrays, type HoursOf, type StrayRow } from '../db/rollups/strays.ts';
import { readIds } from '../db/rollups/values.ts';
import type { PropertyRef } from '../domain/filter.ts';
import type { StoredMetric } from '../domain/metrics.ts';
import type { FilteredSums } from './filtered.ts';

/** Reads the hits of some hours that belong to no visit, which a filter on visits leaves out. */
export interface StrayReader {
  /** Returns what they add to these rows; the days of the query are ignored. */
  read(website: number, hours: HoursOf, query: Pick<RollupQuery, 'rollup' | 'by' | 'metrics'>): Promise<Vector>;
  property(website: number, hours: HoursOf, property: PropertyRef): Promise<Vector>;
  /** Returns the amounts of their events, by day. */
  amounts(website: number, hours: HoursOf): Promise<readonly AmountOf[]>;
}

interface DayOf {
  readonly website: number;
  readonly day: number;
}

interface PartOf {
  readonly website: number;
  readonly hours: HoursOf;
}

type ReadDay = (website: number, query: RollupQuery) => Promise<Vector>;

const OF_HITS: readonly StoredMetric[] = [PAGEVIEWS, EVENTS];
const NO_PROPERTY: Vector = { metrics: ['events'], ids: [], columns: [[]] };

/** Returns a reader for one request; `readDay` reads the stored sums of all hits of a day. */
export function createStrayReader(database: Database, filtered: FilteredSums, readDay: ReadDay): StrayReader {
  const { dialect } = database;
  const days = new DataLoader(
    (asked: readonly DayOf[]) => Promise.all(asked.map(one => reachable(database, () => hasStrays(one)))),
    { cacheKeyFn: ({ website, day }) => `${website} ${day}` },
  );

  // All totals, points and lists of a request need the same hits.
  const counts = new DataLoader(
    (asked: readonly PartOf[]) =>
      Promise.all(asked.map(({ website, hours }) => reachable(database, () => countStrays(dialect, website, hours)))),
    { cacheKeyFn: ({ website, hours: { day, until } }) => `${website} ${day} ${until}` },
  );

  /** All hits of a day are looked at to find those without a visit, so this first finds out whether there are any. */
  async function hasStrays({ website, day }: DayOf): Promise<boolean> {
    const range = { from: day, to: day };
    const asked: readonly RollupQuery[] = [{ rollup: ROLLUP_DAY, by: 'day', ...range, metrics: OF_HITS }];
    const about = { website, filter: null, range };
    const [ofVisits] = await filtered.visits(about, [{ name: 'sums', asked }], visits =>
      filtered.ask(about, visits, 'sums', asked, asked),
    );
    // Read after the visits, so that a hit that arrives between them makes the day be read needlessly, never left out.
    const all = sumOf(await readDay(website, asked[0] as RollupQuery));
    const inVisits = ofVisits && sumOf(ofVisits);
    return OF_HITS.some(metric => all[metric] !== (inVisits?.[metric] ?? 0));
  }

  return {
    async read(website, hours, { rollup, by, metrics }) {
      const { column, ofHit } = countedRollup(rollup);
      const counted = OF_HITS.filter(metric => ofHit.includes(metric) && metrics.includes(metric));
      const sum = createSum(metrics);
      const hasAny = column !== undefined && counted.length > 0 && (await days.load({ website, day: hours.day }));
      for (const row of hasAny ? await counts.load({ website, hours }) : []) {
        const metric = row.event === 0 ? PAGEVIEWS : EVENTS;
        if (!counted.includes(metric)) continue;
        const at = sum.positionOf(idOf(row, by, hours.day, column ?? null));
        (sum.columns[metrics.indexOf(metric)] as Float64Array)[at]! += row.hits;
      }
      return withoutLookup(sum);
    },
    async property(website, hours, { key, event }) {
      if (!(await days.load({ website, day: hours.day }))) return NO_PROPERTY;
      return reachable(database, async () => {
        const ids = (await readIds(dialect, [website], event === null ? [key] : [key, event])).get(website);
        const eventId = event === null ? null : ids?.get(event);
        if (eventId === undefined) return NO_PROPERTY;
        const rows = await countStrayProperties(dialect, website, hours, eventId);
        const byValue = new Map<number, number>();
        for (const { props, hits } of rows) {
          const value = valueIn(props, ids?.get(key));
          byValue.set(value, (byValue.get(value) ?? 0) + hits);
        }
        return { metrics: ['events'], ids: [...byValue.keys()], columns: [[...byValue.values()]] };
      });
    },
    async amounts(website, hours) {
      if (!(await days.load({ website, day: hours.day }))) return [];
      const rows = await reachable(database, () => readAmountsOfNobody(dialect, website, [hours.day]));
      const end = hours.day * 24 + hours.until;
      return rows.filter(({ of }) => of < end).map(row => ({ ...row, of: hours.day }));
    },
  };
}

/** Returns the id of the row that a hit counts in. */
function idOf(hit: StrayRow, by: RollupQuery['by'], day: number, column: string | null): number {
  if (by === 'day') return day;
  if (by === 'hour') return day * 24 + hit.hour;
  return column === null ? 0 : hit[column as keyof StrayRow];
}

/** Returns the value (id) of a key in properties; 0 without it. */
function valueIn(props: string, key: number | undefined): number {
  const found = props.split(';').find(property => property.startsWith(`${key}=`));
  return found === undefined ? 0 : Number(found.slice(found.indexOf('=') + 1));
}
