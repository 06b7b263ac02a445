import type { Folded } from '../counting/folded.ts';
import type { Executor } from '../db/dialect.ts';
import { readNewProperties } from '../db/rollups/properties.ts';
import { type NewValues, readNewValues } from '../db/rollups/values.ts';
import { STORED_METRICS } from '../domain/metrics.ts';
import { ROLLUP_PROPERTY } from '../domain/properties.ts';
import { DIMENSIONS } from '../domain/statistics.ts';
import type { Hit } from '../domain/stored-hit.ts';
import { PropertyBound } from './new-properties.ts';

export interface NewValueBound {
  /** Returns false when this new value exceeds the statistic's limit on that day. */
  admit(day: number, rollup: number, id: number): boolean;
  /** Returns true for a new value that was accepted in this fold. */
  isAdmitted(day: number, rollup: number, id: number): boolean;
  /** The same for properties. */
  readonly properties: PropertyBound;
  /** Returns the number of accepted values, and the counts under `other` where some were not accepted. */
  added(sums: Folded['sums'], other: number): NewValues[];
}

interface Admitted {
  readonly day: number;
  readonly rollup: number;
  readonly ids: Set<number>;
  /** The number of new values that the day had before. */
  readonly stored: number;
  isFull: boolean;
}

/** Returns the limit of new values: `max` for each statistic, and each property, on each day of these hits. */
export async function newValueBound(
  tx: Executor,
  website: number,
  hits: readonly Hit[],
  max: number,
): Promise<NewValueBound> {
  const seenOf = new Map<string, number>();
  const days = [...new Set(hits.map(({ day }) => day))];
  for (const { day, rollup, seen } of await readNewValues(tx, website, days)) seenOf.set(`${day}:${rollup}`, seen);
  const hasProperties = hits.some(({ properties }) => properties.length > 0);
  const ofProperties = Map.groupBy(hasProperties ? await readNewProperties(tx, website, days) : [], ({ day }) => day);
  const seenProperties = days.map(day => {
    const values = new Map(ofProperties.get(day)?.map(({ key, seen }) => [key, seen]));
    return [day, { keys: seenOf.get(`${day}:${ROLLUP_PROPERTY}`) ?? 0, values }] as const;
  });
  const properties = new PropertyBound(max, new Map(seenProperties));
  const admitted = new Map<number, Admitted[]>();
  const admittedOf = (day: number, rollup: number): Admitted => {
    let ofDay = admitted.get(day);
    if (!ofDay) {
      ofDay = [];
      admitted.set(day, ofDay);
    }
    ofDay[rollup] ??= { day, rollup, ids: new Set(), stored: seenOf.get(`${day}:${rollup}`) ?? 0, isFull: false };
    return ofDay[rollup];
  };
  return {
    properties,
    admit(day, rollup, id) {
      const mine = admittedOf(day, rollup);
      if (mine.ids.has(id)) return true;
      if (mine.stored + mine.ids.size >= max) {
        mine.isFull = true;
        return false;
      }
      mine.ids.add(id);
      return true;
    },
    isAdmitted: (day, rollup, id) => admitted.get(day)?.[rollup]?.ids.has(id) === true,
    added: (sums, other) =>
      [...admitted.values()]
        .flatMap(ofDay => Object.values(ofDay))
        .map(({ day, rollup, ids, isFull }) => {
          const metric = DIMENSIONS.find(statistic => statistic.rollup === rollup)?.metric;
          const row = isFull ? sums.get(day)?.[rollup]?.get(other) : undefined;
          return { day, rollup, seen: ids.size, refused: (metric && row?.[STORED_METRICS.indexOf(metric)]) ?? 0 };
        })
        .concat(properties.keys()),
  };
}
