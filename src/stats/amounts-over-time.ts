import DataLoader from 'dataloader';
import type { AmountOf } from '../counting/amounts-by.ts';
import { EVENTS, ROLLUP_DAY, type RollupQuery } from '../counting/rollups.ts';
import { type Database, reachable } from '../db/open.ts';
import { readAmountsOfDays, readAmountsOfNobody } from '../db/rollups/amounts.ts';
import type { HoursOf } from '../db/rollups/strays.ts';
import type { Filter } from '../domain/filter.ts';
import type { DayRange } from '../domain/range.ts';
import type { AmountSources } from './amounts.ts';
import type { About } from './filtered.ts';
import { begunBefore } from './parts.ts';
import type { SumReader } from './sum-reader.ts';

/** The sources that numbers of a range are read from. */
export interface PeriodSources extends AmountSources {
  readonly reader: SumReader;
  readonly amountsOfDays: DayAmountLoader;
}

/** The days (since 1970-01-01) of one website. */
interface DaysOf extends DayRange {
  readonly website: number;
}

/** Loads the stored amounts of all events by day; everything requested in one tick over the same range is one statement. */
export type DayAmountLoader = DataLoader<DaysOf, readonly AmountOf[]>;

/** Returns a loader for one request. */
export function createDayAmountLoader({ dialect }: Database): DayAmountLoader {
  return new DataLoader(
    async asked => {
      const answers = new Map<DaysOf, readonly AmountOf[]>();
      for (const alike of Map.groupBy(asked, ({ from, to }) => `${from} ${to}`).values()) {
        const websites = [...new Set(alike.map(({ website }) => website))];
        const found = await readAmountsOfDays(dialect, websites, alike[0] as DaysOf);
        for (const one of alike)
          answers.set(one, found.get(one.website)?.map(({ day, unit, amount }) => ({ of: day, unit, amount })) ?? []);
      }
      return asked.map(one => answers.get(one) ?? []);
    },
    { cache: false },
  );
}

/** Days of one statement, because a statement cannot be interrupted. */
const DAYS = 31;

/**
 * Returns the amounts of a range by day, or by hour as `day * 24 + hour`. Without a filter, they are those of all
 * events: days are stored sums of any age, and hours come from hits, as far back as these are stored.
 */
export async function readAmountsOverTime(
  sources: PeriodSources,
  { website, filter }: { readonly website: number; readonly filter: Filter | null },
  { from, to }: DayRange,
  by: 'day' | 'hour',
): Promise<readonly AmountOf[]> {
  const { database, reader, amountsOfDays } = sources;
  const about = { website, filter, range: { from, to } };
  return reachable(database, async () => {
    if (filter) return reader.amounts(website, filter, { from, to, by });
    return by === 'day' ? amountsOfDays.load({ website, from, to }) : readHours(sources, about);
  });
}

/**
 * Returns the amounts of the events in visits that began in hours of a day, by day; without a filter, also of the events
 * of these hours that belong to no visit.
 */
export async function readAmountsOfHours(
  { reader }: PeriodSources,
  { website, filter }: { readonly website: number; readonly filter: Filter | null },
  hours: HoursOf,
): Promise<readonly AmountOf[]> {
  const asked = { from: hours.day, to: hours.day, by: 'day' } as const;
  const [ofVisits, others] = await Promise.all([
    reader.amounts(website, begunBefore(hours.until, filter), asked),
    filter === null ? reader.strays.amounts(website, hours) : [],
  ]);
  return [...ofVisits, ...others];
}

/** The events that belong to no visit are in no column; they are read of the days that have more events than visits have. */
async function readHours({ database, filtered, reader }: PeriodSources, about: About): Promise<AmountOf[]> {
  const { website, range } = about;
  const days: readonly RollupQuery[] = [{ rollup: ROLLUP_DAY, by: 'day', ...range, metrics: [EVENTS] }];
  const hours = { name: 'amountsBy', asked: { by: 'hour' } } as const;
  const [amounts, [events]] = await filtered.visits(about, [hours, { name: 'sums', asked: days }], async visits => [
    await filtered.ask(about, visits, 'amountsBy', hours.asked, 'hour'),
    await filtered.ask(about, visits, 'sums', days, days),
  ]);
  // Counted after the visits, so that an event that arrives between them makes a day be read needlessly, never left out.
  const all = await reader.read(website, null, days[0] as RollupQuery);
  const keptFrom = await filtered.keptFrom(website);
  const ofVisits = new Map(events?.ids.map((day, at) => [day, events.columns[0]?.[at]]));
  const others = all.ids.filter((day, at) => day >= keptFrom && all.columns[0]?.[at] !== (ofVisits.get(day) ?? 0));
  const found = [...amounts];
  for (let at = 0; at < others.length; at += DAYS)
    found.push(...(await readAmountsOfNobody(database.dialect, website, others.slice(at, at + DAYS))));
  return found;
}
