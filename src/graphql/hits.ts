import { dayNumber } from '../domain/calendar.ts';
import { range } from '../domain/inputs/days.ts';
import { inputError } from '../errors.ts';
import { exportHits, HIT_COLUMNS } from '../stats/hit-export.ts';
import type { Context } from './context.ts';

export { HIT_COLUMNS };

/**
 * Returns the hits of a website in batches, each hit as cells in the order of HIT_COLUMNS. Throws BAD_USER_INPUT for an
 * invalid range. The caller must have checked access to the website.
 */
export async function* readHits(
  { reading }: Context,
  website: { readonly id: string },
  given: { readonly from: string; readonly to: string },
) {
  const { data, error } = range.safeParse(given);
  if (error) throw inputError(error);
  const days = { from: dayNumber(data.from), to: dayNumber(data.to) };
  for await (const hits of exportHits(reading, { id: Number(website.id) }, days))
    yield hits.map(hit => HIT_COLUMNS.map(column => hit[column] ?? null));
}
