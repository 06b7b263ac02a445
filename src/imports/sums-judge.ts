import { countedRollup } from '../counting/rollups.ts';
import type { LeftOutReason } from '../domain/import.ts';
import { columnName, STORED_METRICS, type StoredMetric } from '../domain/metrics.ts';
import { IMPORTED_PROPERTIES, propertyText } from '../domain/properties.ts';
import type { Statistic } from '../domain/statistic.ts';
import { findStatistic, PROPERTY, STATISTICS } from '../domain/statistics.ts';
import { isNumbered, type SumsBatch } from '../fold/sums-batch.ts';
import type { RepeatedDays } from './file-days.ts';
import type { CountedValue, SumsRow } from './importer.ts';

/** How a statistic is counted. */
interface Kind {
  readonly name: CountedValue['name'];
  readonly rollup: number;
  /** Null for the totals of a day, which may lack any. */
  readonly metric: StoredMetric | null;
  readonly skipEmpty: boolean;
  readonly isNumbered: boolean;
  /** What its rollup keeps, by the number of each metric. */
  readonly keeps: readonly (readonly [metric: StoredMetric, number: number])[];
}

/** A hit without a property has no empty value of it. */
const OF_PROPERTIES: Kind = {
  name: 'property',
  rollup: IMPORTED_PROPERTIES,
  metric: PROPERTY.metric,
  skipEmpty: true,
  isNumbered: false,
  keeps: [[PROPERTY.metric, STORED_METRICS.indexOf(PROPERTY.metric)]],
};

const KINDS = new Map<string, Kind>(
  [
    kindOf('day', findStatistic('pageviews') as Statistic, null),
    OF_PROPERTIES,
    ...(STATISTICS as readonly Statistic[]).map(one => kindOf(one.name as CountedValue['name'], one, one.metric)),
  ].map(kind => [kind.name, kind]),
);

function kindOf(name: CountedValue['name'], { rollup, skipEmpty }: Statistic, metric: StoredMetric | null): Kind {
  const { ofVisit, ofHit } = countedRollup(rollup);
  const keeps = STORED_METRICS.flatMap((one, number) =>
    ofVisit.includes(one) || ofHit.includes(one) ? [[one, number] as const] : [],
  );
  return { name, rollup, metric, skipEmpty: skipEmpty === true, isNumbered: isNumbered(rollup), keeps };
}

/** Returns true for a value that counts: an empty one of some statistics has no row. */
export function countsValue({ name, value }: CountedValue): boolean {
  return value !== '' || KINDS.get(name)?.skipEmpty !== true;
}

/** A larger count is no count of a day, but a time or an id. */
const MOST = 1e12;

/** What becomes of a row: it counts (null), is left out for a reason, or is bad. */
export type SumsVerdict = null | { readonly leftOut: LeftOutReason } | { readonly bad: string };

const HERE: SumsVerdict = { leftOut: 'counted_here' };
const REPEATED: SumsVerdict = { leftOut: 'repeated' };
const PAST: SumsVerdict = { bad: 'The day is before 1970; check the dates of the file.' };
const FUTURE: SumsVerdict = { bad: 'The day is in the future; check the dates of the file.' };

/** Decides about rows of sums, each by itself. */
export class SumsJudge {
  readonly #today: number;
  readonly #until: number;
  /** A file can be called constructor. */
  readonly #repeated: ReadonlyMap<string, RepeatedDays[string]>;

  /** Days after `today` have not begun anywhere; `until` is the last that counts, null for all. */
  constructor(today: number, until: number | null, repeated: RepeatedDays) {
    this.#today = today;
    this.#until = until ?? Number.POSITIVE_INFINITY;
    this.#repeated = new Map(Object.entries(repeated));
  }

  judge({ file, day, counted }: SumsRow): SumsVerdict {
    for (const { name, sums } of counted) {
      const kind = KINDS.get(name);
      if (!kind) throw new Error(`There is no statistic ${name}.`);
      if (kind.metric !== null && sums[kind.metric] === undefined)
        return { bad: `The statistic ${name} counts ${columnName(kind.metric)}, which the row does not have.` };
      const [large] = kind.keeps.find(([metric]) => (sums[metric] ?? 0) > MOST) ?? [];
      if (large)
        return {
          bad: `The ${columnName(large)} ${sums[large]} are more than a day can have; check the columns of the file.`,
        };
    }
    if (day < 0) return PAST;
    if (day > this.#today) return FUTURE;
    if (day > this.#until) return HERE;
    return this.#repeated.get(file)?.some(([from, to]) => from <= day && day <= to) ? REPEATED : null;
  }
}

/** Adds the values of a row that count to a batch, in their order; `place` is that of the row. */
export function putRow(batch: SumsBatch, place: number, { day, counted }: SumsRow): void {
  for (const { name, value, sums, property } of counted) {
    const kind = KINDS.get(name) as Kind;
    if (value === '' && kind.skipEmpty) continue;
    const id = kind.isNumbered ? Number(value) : batch.placeOf(value);
    const ofProperty = property ? batch.placeOf(propertyText(property.key, property.event)) : 0;
    const at = batch.add(place, kind.rollup + ofProperty, day, id);
    for (const [metric, number] of kind.keeps) {
      const sum = sums[metric];
      if (sum !== undefined) batch.set(at, number, sum);
    }
  }
}
