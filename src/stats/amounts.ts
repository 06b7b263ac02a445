import DataLoader from 'dataloader';
import { type AmountOf, sumAmountsOf } from '../counting/amounts-by.ts';
import { type Database, reachable } from '../db/open.ts';
import { readAmountsBetween } from '../db/rollups/amounts.ts';
import type { AmountSum } from '../domain/amount.ts';
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
export type AmountLoader = DataLoader<AmountsQuery, readonly AmountOf[]>;

/** Returns a loader for one request. */
export function createAmountLoader({ dialect }: Database): AmountLoader {
  return new DataLoader(
    async asked => {
      const ranges = Map.groupBy(asked, ({ from, to }) => `${from} ${to}`);
      const answers = new Map<AmountsQuery, readonly AmountOf[]>();
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
          const rows = found.get(one.website)?.filter(({ event }) => wanted.has(event)) ?? [];
          answers.set(
            one,
            rows.map(({ event, unit, amount }) => ({ of: event, unit, amount })),
          );
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
  /** Value ids. */
  readonly events: readonly number[];
}

/**
 * Returns the exact sums of amounts of events by unit; an event without amounts is missing. They are stored, unless they
 * were `counted` with the events.
 */
export async function readAmounts(
  { database, texts, amounts: stored }: AmountSources,
  asked: AmountsQuery,
  counted: readonly AmountOf[] | null,
): Promise<Map<number, UnitSum[]>> {
  if (asked.events.length === 0) return new Map();
  return reachable(database, async () => {
    const amounts = counted ? counted.filter(({ of }) => asked.events.includes(of)) : await stored.load(asked);
    return sumByUnit(asked.website, amounts, texts);
  });
}

/** Adds up amounts by what they are summed by, and by unit, the empty one first. */
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
