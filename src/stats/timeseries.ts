import type { AmountOf } from '../counting/amounts-by.ts';
import { ROLLUP_DAY, ROLLUP_HOUR, type RollupQuery } from '../counting/rollups.ts';
import { type AllSums, addAt, addVectors, NO_SUMS, selectRows, sumOf, type Vector } from '../counting/vector.ts';
import type { DayRange, Earlier, Interval, Part, Running } from '../domain/range.ts';
import { localDay } from '../domain/time-zone.ts';
import { sumByUnit } from './amounts.ts';
import { type PeriodSources, readAmountsOfHours, readAmountsOverTime } from './amounts-over-time.ts';
import { periodMetrics } from './counts.ts';
import { readPart } from './parts.ts';
import { type Calendar, calendarOf, placed, placeIn, slotsBefore, withCounted } from './points-in-time.ts';
import type { ImportedShare, Ratios, TimeseriesQuery, UnitSum } from './query.ts';
import type { Texts } from './texts.ts';
import { ratiosOf, readUnpaired, type Unpaired } from './unpaired.ts';
import { pageviewsWithoutHours } from './without-hours.ts';

/** One point; its sums are zero where nothing was counted. */
export interface Point {
  /**
   * `2026-01-31`, or `2026-01-31T07` for hours, in the website's time zone; weeks by their Monday, months by their
   * first day.
   */
  readonly start: string;
  /** True when the range cuts off the period, or when the period is not over yet. */
  readonly partial: boolean;
  /** False for a period that has not begun, and for one that is compared with a period of which no hour is over. */
  readonly begun: boolean;
  readonly sums: AllSums;
  /** The ratios of which imports know only one metric in this period. */
  readonly ratios: Ratios;
  /** The amounts of events by unit, the empty one first. */
  readonly amounts: readonly UnitSum[];
  /** The pageviews that imports have added as sums. */
  readonly imported: number;
}

/** The points of a range, and as many points of the compared range, which together cover everything counted in it. */
export interface Series {
  readonly interval: Interval;
  readonly points: readonly Point[];
  readonly previous: readonly Point[] | null;
  /** The part of the running point that is over, which `previous` is compared with. Null for hours, and if no point is running. */
  readonly running: Point | null;
  readonly share: ImportedShare;
  /** For hours, the pageviews of the range that are in no point; otherwise 0. */
  readonly withoutHours: number;
}

/**
 * Reads a time series without gaps: hours that a day does not have are missing, hours that occur twice are one point.
 */
export async function readSeries(sources: PeriodSources, query: TimeseriesQuery): Promise<Series> {
  const { reader } = sources;
  const { website, filter, interval, timezone, attention } = query;
  const hourly = interval === 'HOUR';
  const earlier = await reader.earlier(website, filter, query, query.compare);
  const ofPeriod = ({ from, to }: DayRange): RollupQuery => ({
    rollup: hourly ? ROLLUP_HOUR : ROLLUP_DAY,
    by: hourly ? 'hour' : 'day',
    from,
    to,
    metrics: periodMetrics(attention),
  });
  const read = (range: DayRange) => reader.read(website, filter, ofPeriod(range));
  const importedIn = (range: DayRange) => (filter ? null : reader.imported(website, ofPeriod(range)));
  const unpairedIn = (range: DayRange) => readUnpaired(reader, website, filter, ofPeriod(range));
  const amountsIn = (range: DayRange) =>
    query.amounts ? readAmountsOverTime(sources, query, range, hourly ? 'hour' : 'day') : [];
  const [vector, before, amounts, amountsBefore] = await Promise.all([
    read(query),
    earlier && read(earlier),
    amountsIn(query),
    earlier && amountsIn(earlier),
  ]);
  const [imported, importedBefore] = await Promise.all([importedIn(query), earlier && importedIn(earlier)]);
  const today = localDay(query.now, timezone);
  const calendar = withCounted(calendarOf(query, interval, timezone), hourly ? vector : null);
  const points = async (
    of: Calendar,
    [sums, part, unpaired]: readonly [Vector, Vector | null, Unpaired],
    money: readonly AmountOf[],
  ) => pointsOf(of, [sums, part, unpaired], await amountsByPlace(of, website, money, sources.texts), today);
  const calendarBefore = earlier && placed(slotsBefore(calendar.slots, earlier));
  const { running } = query;
  const begun = earlier && running && !hourly ? await readBegun(earlier, running) : null;
  const [now, then] = await Promise.all([
    points(calendar, [vector, imported, await unpairedIn(query)], amounts),
    earlier && before && calendarBefore
      ? points(
          calendarBefore,
          [begun?.before ?? before, begun?.importedBefore ?? importedBefore, await unpairedIn(earlier)],
          begun?.amountsBefore ?? amountsBefore ?? [],
        )
      : null,
  ]);
  return {
    interval,
    points: now,
    previous: begun && !begun.isComparable ? then && withoutValue(then, begun.at) : then,
    running: begun && {
      ...(now[begun.at] as Point),
      ...{ sums: sumOf(begun.now), ratios: {}, amounts: begun.amounts, imported: 0 },
    },
    share: { imported: imported ? addUp(imported) : 0, all: addUp(vector) },
    withoutHours: hourly && !filter ? await pageviewsWithoutHours(reader, website, query) : 0,
  };

  /** Reads what is over of the running point, and puts the same of the earlier range in place of the whole point. */
  async function readBegun(than: Earlier, today: Running) {
    const at = calendar.placeOf.get(today.day);
    const [slot, slotBefore] = [calendar.slots[at ?? -1], calendarBefore?.slots[at ?? -1]];
    if (at === undefined || !slot || !slotBefore || !before) return null;
    const dayBefore = than.dayBefore(today.day);
    const parts = await reader.parts(website, query, than, today);
    const readHours = (hours: Part['hours']) =>
      readPart(
        { days: null, hours },
        filter,
        (matching, range) => reader.read(website, matching, ofPeriod(range)),
        one => reader.strays.read(website, one, ofPeriod(query)),
      );
    const amountsOf = (hours: Part['hours']) =>
      hours && query.amounts ? readAmountsOfHours(sources, { website, filter }, hours) : [];
    const [hoursNow, hoursBefore, moneyNow, moneyBefore] = await Promise.all([
      readHours(parts?.now.hours ?? null),
      readHours(parts?.before.hours ?? null),
      amountsOf(parts?.now.hours ?? null),
      amountsOf(parts?.before.hours ?? null),
    ]);
    const isOver = (id: number) => id >= slot.from && id < today.day;
    const isKept = (id: number) => id < dayBefore || id > slotBefore.to;
    const money = [...amounts.filter(({ of }) => isOver(of)), ...moneyNow].map(amount => ({ ...amount, of: 0 }));
    return {
      at,
      isComparable: slot.from < today.day || Boolean(parts?.now.hours),
      now: addVectors([selectRows(vector, isOver), hoursNow]),
      before: addVectors([selectRows(before, isKept), hoursBefore]),
      importedBefore: importedBefore && selectRows(importedBefore, isKept),
      amounts: (await sumByUnit(website, money, sources.texts)).get(0) ?? [],
      amountsBefore: [...(amountsBefore ?? []).filter(({ of }) => isKept(of)), ...moneyBefore],
    };
  }
}

/** Returns the points with one of which nothing is compared. */
function withoutValue(points: readonly Point[], at: number): Point[] {
  const nothing = { partial: true, begun: false, sums: NO_SUMS, ratios: {}, amounts: [], imported: 0 };
  return points.map((point, index) => (index === at ? { ...point, ...nothing } : point));
}

function addUp(vector: Vector): number {
  return Object.values(sumOf(vector)).reduce((sum, count) => sum + count, 0);
}

/** Returns the amounts of each point by its position. */
function amountsByPlace(
  calendar: Calendar,
  website: number,
  amounts: readonly AmountOf[],
  texts: Texts,
): Promise<Map<number, UnitSum[]>> {
  const placed = amounts.flatMap(amount => {
    const of = placeIn(calendar, amount.of);
    return of === undefined ? [] : { ...amount, of };
  });
  return sumByUnit(website, placed, texts);
}

function pointsOf(
  calendar: Calendar,
  [vector, part, unpaired]: readonly [all: Vector, imported: Vector | null, unpaired: Unpaired],
  amounts: ReadonlyMap<number, readonly UnitSum[]>,
  today: { day: number; hour: number },
): Point[] {
  const { slots } = calendar;
  const sums = sumsByPlace(calendar, vector);
  const imported = part && sumsByPlace(calendar, part);
  const leftOut = new Map([...unpaired.values()].map(one => [one, sumsByPlace(calendar, one)]));
  return slots.map(({ from, to, hour, start, cut }, at) => ({
    start,
    partial: cut || to > today.day || (to === today.day && (hour === null || hour >= today.hour)),
    begun: from < today.day || (from === today.day && (hour === null || hour <= today.hour)),
    sums: sums[at] ?? NO_SUMS,
    ratios: ratiosOf(unpaired, sums[at] ?? NO_SUMS, one => leftOut.get(one)?.[at]),
    amounts: amounts.get(at) ?? [],
    imported: imported?.[at]?.pageviews ?? 0,
  }));
}

/** Returns the sums of each point by its position; undefined where nothing was counted. */
function sumsByPlace(calendar: Calendar, vector: Vector): (AllSums | undefined)[] {
  const sums: (AllSums | undefined)[] = calendar.slots.map(() => undefined);
  vector.ids.forEach((id, at) => {
    const place = placeIn(calendar, id);
    if (place === undefined) return;
    const ofSlot = sums[place] ?? { ...NO_SUMS };
    sums[place] = ofSlot;
    addAt(ofSlot, vector, at);
  });
  return sums;
}
