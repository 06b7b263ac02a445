import DataLoader from 'dataloader';
import { type AmountOf, sumAmountsOf } from '../counting/amounts-by.ts';
import type { EventTotal } from '../counting/questions.ts';
import { type Database, reachable } from '../db/open.ts';
import { readAmountsBetween } from '../db/rollups/amounts.ts';
import type { AmountSum } from '../domain/amount.ts';
import type { Filter } from '../domain/filter.ts';
import type { DayRange } from '../domain/range.ts';
import type { FilteredSums } from './filtered.ts';
import type { UnitSum } from './query.ts';
import type { Texts } from './texts.ts';

/** The sources that amounts are read from. */
export interface AmountSources {
  readonly database: Database;
  readonly filtered: FilteredSums;
  readonly texts: Texts;
  readonly amounts: AmountLoader;
}

/**
 * Loads stored amounts; everything requested in one tick over the same range is one statement, for any number of
 * websites.
 */
export type AmountLoader = DataLoader<Omit<AmountsQuery, 'filter'>, readonly EventTotal[]>;

/** Returns a loader for one request. */
export function createAmountLoader({ dialect }: Database): AmountLoader {
  return new DataLoader(
    async asked => {
      const ranges = Map.groupBy(asked, ({ from, to }) => `${from} ${to}`);
      const answers = new Map<(typeof asked)[number], readonly EventTotal[]>();
      for (const alike of ranges.values()) {
        const events = new Map<number, Set<number>>();
        for (const one of alike) {
          const ofWebsite = events.get(one.website) ?? new Set<number>();
          events.set(one.website, ofWebsite);
          for (const event of one.events) ofWebsite.add(event);
        }
        const found = await readAmountsBetween(dialect, events, alike[0] as DayRange);
        for (const one of alike) {
          const wanted = new Set(one.events);
          answers.set(one, found.get(one.website)?.filter(({ event }) => wanted.has(event)) ?? []);
        }
      }
      return asked.map(one => answers.get(one) ?? []);
    },
    { cache: false },
  );
}

/** Events of one website over a range of days. */
export interface AmountsQuery extends DayRange {
  readonly website: number;
  readonly filter: Filter | null;
  /** Value ids. */
  readonly events: readonly number[];
}

/** Returns the exact sums of events' amounts by unit, the empty unit first; an event without amounts is missing. */
export async function readAmounts(
  { database, filtered, texts, amounts: stored }: AmountSources,
  { website, filter, from, to, events }: AmountsQuery,
): Promise<Map<number, UnitSum[]>> {
  if (events.length === 0) return new Map();
  return reachable(database, async () => {
    const amounts: readonly EventTotal[] = filter
      ? await filtered.amounts(website, filter, { from, to }, events)
      : await stored.load({ website, from, to, events });
    return sumByUnit(
      website,
      amounts.map(({ event, ...sum }) => ({ ...sum, of: event })),
      texts,
    );
  });
}

/** Adds up amounts by what they are summed by, and by unit. */
export async function sumByUnit(
  website: number,
  amounts: readonly AmountOf[],
  texts: Texts,
): Promise<Map<number, UnitSum[]>> {
  const sums = sumAmountsOf(amounts);
  const units = await texts.of(website, [...new Set(amounts.map(({ unit }) => unit))]);
  const withUnits = (byUnit: ReadonlyMap<number, AmountSum>) =>
    [...byUnit]
      .map(([unit, { amount }]) => ({ unit: units.get(unit) ?? '', sum: amount }))
      .sort((a, b) => (a.unit < b.unit ? -1 : 1));
  return new Map([...sums].map(([of, byUnit]) => [of, withUnits(byUnit)]));
}
