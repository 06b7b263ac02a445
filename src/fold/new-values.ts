import type { Folded } from '../counting/folded.ts';
import type { Executor } from '../db/dialect.ts';
import { readNewProperties } from '../db/rollups/properties.ts';
import { type NewValues, readNewValues } from '../db/rollups/values.ts';
import { STORED_METRICS } from '../domain/metrics.ts';
import { ROLLUP_PROPERTY } from '../domain/properties.ts';
import { DIMENSIONS } from '../domain/statistics.ts';
import { PropertyBound } from './new-properties.ts';
import { Shares } from './shares.ts';
import type { FoldableHit } from './text-table.ts';
import type { Witnesses } from './witnesses.ts';

/** The parts of a limit that one network can fill, and that only values of two or more visitors can. */
const SHARE = 1 / 20;
const RESERVE = 1 / 10;

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
  readonly shares: Shares;
}

const NONE = { seen: 0, brought: null, crowded: 0 };

/** Returns the limit of new values: `max` for each statistic, and each property, on each day of these hits. */
export async function newValueBound(
  tx: Executor,
  website: number,
  hits: readonly FoldableHit[],
  max: number,
  witnesses: Witnesses,
): Promise<NewValueBound> {
  const before = new Map<string, NewValues>();
  const days = [...new Set(hits.map(({ day }) => day))];
  for (const row of await readNewValues(tx, website, days)) before.set(`${row.day}:${row.rollup}`, row);
  const share = Math.max(1, Math.floor(max * SHARE));
  const open = max - Math.floor(max * RESERVE);
  const hasProperties = hits.some(({ properties }) => properties.length > 0);
  const ofProperties = Map.groupBy(hasProperties ? await readNewProperties(tx, website, days) : [], ({ day }) => day);
  const seenProperties = days.map(day => {
    const values = new Map(ofProperties.get(day)?.map(({ key, seen }) => [key, seen]));
    const row = before.get(`${day}:${ROLLUP_PROPERTY}`) ?? NONE;
    return [day, { keys: row.seen, values, shares: new Shares(share, row) }] as const;
  });
  const properties = new PropertyBound({ max, open }, new Map(seenProperties), witnesses);
  const admitted = new Map<number, Admitted[]>();
  const admittedOf = (day: number, rollup: number): Admitted => {
    let ofDay = admitted.get(day);
    if (!ofDay) {
      ofDay = [];
      admitted.set(day, ofDay);
    }
    if (!ofDay[rollup]) {
      const row = before.get(`${day}:${rollup}`) ?? NONE;
      const shares = new Shares(share, row);
      ofDay[rollup] = { day, rollup, ids: new Set(), stored: row.seen, isFull: false, shares };
    }
    return ofDay[rollup];
  };
  return {
    properties,
    admit(day, rollup, id) {
      const mine = admittedOf(day, rollup);
      if (mine.ids.has(id)) return true;
      const network = witnesses.networkOf(id);
      const isCrowded = network !== null && !mine.shares.admits(network);
      if (isCrowded || mine.stored + mine.ids.size >= (witnesses.isShared(id) ? max : open)) {
        mine.isFull = true;
        witnesses.refuse(id);
        return false;
      }
      mine.ids.add(id);
      if (network !== null) mine.shares.add(network);
      return true;
    },
    isAdmitted: (day, rollup, id) => admitted.get(day)?.[rollup]?.ids.has(id) === true,
    added: (sums, other) =>
      [...admitted.values()]
        .flatMap(ofDay => Object.values(ofDay))
        .map(({ day, rollup, ids, isFull, shares }) => {
          const metric = DIMENSIONS.find(statistic => statistic.rollup === rollup)?.metric;
          const row = isFull ? sums.get(day)?.[rollup]?.get(other) : undefined;
          const refused = (metric && row?.[STORED_METRICS.indexOf(metric)]) ?? 0;
          return { day, rollup, seen: ids.size, refused, ...shares.toRow() };
        })
        .concat(properties.keys()),
  };
}
