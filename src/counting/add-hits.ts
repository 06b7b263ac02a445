import type { Numbers } from './columns.ts';

/* Each loop has a function of its own, with arrays and numbers alone: see selection.ts. */

/** Counts the hits of these visits, whose positions `begins` has, in the rows of their days and values. */
export function addHitsOfVisits(
  visits: Uint32Array,
  begins: Uint32Array,
  days: Numbers,
  perDay: number,
  sums: Float64Array,
  touched: Uint8Array,
  values: Numbers | null,
): void {
  for (let at = 0; at < visits.length; at++) {
    const visit = visits[at] as number;
    const day = (days[visit] as number) * perDay;
    addHitsOf(sums, touched, values, day, begins[visit] as number, begins[visit + 1] as number);
  }
}

/** The same for pageviews with attention, whose numbers are stored plus 1: counts each, or adds up the numbers. */
export function addAttentions(
  visits: Uint32Array,
  begins: Uint32Array,
  days: Numbers,
  perDay: number,
  sums: Float64Array,
  touched: Uint8Array,
  values: Numbers | null,
  known: Numbers,
  isAmount: boolean,
): void {
  for (let at = 0; at < visits.length; at++) {
    const visit = visits[at] as number;
    const day = (days[visit] as number) * perDay;
    addAttention(sums, touched, values, known, isAmount, day, begins[visit] as number, begins[visit + 1] as number);
  }
}

/** Adds the hits of one visit. */
function addHitsOf(
  sums: Float64Array,
  touched: Uint8Array,
  values: Numbers | null,
  day: number,
  from: number,
  to: number,
): void {
  for (let hit = from; hit < to; hit++) {
    const row = values ? day + (values[hit] as number) : day;
    sums[row]!++;
    touched[row] = 1;
  }
}

function addAttention(
  sums: Float64Array,
  touched: Uint8Array,
  values: Numbers | null,
  known: Numbers,
  isAmount: boolean,
  day: number,
  from: number,
  to: number,
): void {
  for (let hit = from; hit < to; hit++) {
    if (known[hit] === 0) continue;
    const row = values ? day + (values[hit] as number) : day;
    sums[row]! += isAmount ? (known[hit] as number) - 1 : 1;
    touched[row] = 1;
  }
}
