import DataLoader from 'dataloader';
import type { AmountOf } from '../counting/amounts-by.ts';
import { countedRollup, EVENTS, PAGEVIEWS, ROLLUP_DAY, type RollupQuery } from '../counting/rollups.ts';
import { sumOf, type Vector } from '../counting/vector.ts';
import { type Database, reachable } from '../db/open.ts';
import { readAmountsOfNobody } from '../db/rollups/amounts.ts';
import { countStrayProperties, countStrays, type HitColumn, type HoursOf, isOfHit } from '../db/rollups/strays.ts';
import { readIds } from '../db/rollups/values.ts';
import type { PropertyRef } from '../domain/filter.ts';
import type { StoredMetric } from '../domain/metrics.ts';
import type { FilteredSums } from './filtered.ts';

/** Reads the hits of some hours that belong to no visit, which no filter finds; there must be a filter for the visits. */
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

/** Counts of one website by a column of its hits, or of all of them. */
interface CountsOf {
  readonly website: number;
  readonly hours: HoursOf;
  readonly column: HitColumn | null;
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

  // Totals, points and lists of one request ask for the same.
  const counts = new DataLoader(
    (asked: readonly CountsOf[]) =>
      Promise.all(
        asked.map(({ website, hours, column }) =>
          reachable(database, () => countStrays(dialect, website, hours, column)),
        ),
      ),
    { cacheKeyFn: ({ website, hours: { day, until }, column }) => `${website} ${day} ${until} ${column}` },
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
      const nothing = { metrics, ids: [], columns: metrics.map(() => []) };
      const isCounted = (metric: StoredMetric) => ofHit.includes(metric) && OF_HITS.includes(metric);
      if (column === undefined || !metrics.some(isCounted)) return nothing;
      if (!(await days.load({ website, day: hours.day }))) return nothing;
      const byColumn = by === 'hour' ? 'hour' : by === 'value' && column !== null && isOfHit(column) ? column : null;
      const first = by === 'hour' ? hours.day * 24 : by === 'day' ? hours.day : 0;
      const rows = await counts.load({ website, hours, column: byColumn });
      const found = rows.filter(row => metrics.some(metric => isCounted(metric) && numberOf(row, metric) > 0));
      return {
        metrics,
        ids: found.map(({ value }) => first + value),
        columns: metrics.map(metric => found.map(row => (isCounted(metric) ? numberOf(row, metric) : 0))),
      };
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

function numberOf(row: { readonly pageviews: number; readonly events: number }, metric: StoredMetric): number {
  return metric === EVENTS ? row.events : row.pageviews;
}

/** Returns the value (id) of a key in properties; 0 without it. */
function valueIn(props: string, key: number | undefined): number {
  const found = props.split(';').find(property => property.startsWith(`${key}=`));
  return found === undefined ? 0 : Number(found.slice(found.indexOf('=') + 1));
}
