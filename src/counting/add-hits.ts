import type { Numbers } from './columns.ts';
import { loop } from './loop.ts';

/** Counts the hits of these visits, whose positions `begins` has, in the rows of their days and values. */
export const addHitsOfVisits = loop(
  (
    visits: Uint32Array,
    begins: Uint32Array,
    days: Numbers,
    perDay: number,
    sums: Float64Array,
    touched: Uint8Array,
    values: Numbers | null,
  ): void => {
    for (let at = 0; at < visits.length; at++) {
      const visit = visits[at] as number;
      const day = (days[visit] as number) * perDay;
      const end = begins[visit + 1] as number;
      for (let hit = begins[visit] as number; hit < end; hit++) {
        const row = values ? day + (values[hit] as number) : day;
        sums[row]!++;
        touched[row] = 1;
      }
    }
  },
);

/** The same for pageviews with attention, whose numbers are stored plus 1: counts each, or adds up the numbers. */
export const addAttentions = loop(
  (
    visits: Uint32Array,
    begins: Uint32Array,
    days: Numbers,
    perDay: number,
    sums: Float64Array,
    touched: Uint8Array,
    values: Numbers | null,
    known: Numbers,
    isAmount: boolean,
  ): void => {
    for (let at = 0; at < visits.length; at++) {
      const visit = visits[at] as number;
      const day = (days[visit] as number) * perDay;
      const end = begins[visit + 1] as number;
      for (let hit = begins[visit] as number; hit < end; hit++) {
        if (known[hit] === 0) continue;
        const row = values ? day + (values[hit] as number) : day;
        sums[row]! += isAmount ? (known[hit] as number) - 1 : 1;
        touched[row] = 1;
      }
    }
  },
);
