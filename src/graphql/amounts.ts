import { dateOf } from '../domain/calendar.ts';
import type { Types } from './builder.ts';
import type { Context } from './context.ts';

/** Describes the amounts of a range. */
export const AMOUNTS =
  'The exact sums of the amounts of all events, one per unit; with a filter, of those in matching visits.';

/** What an answer with amounts knows of them. */
export interface KnownAmounts {
  /** The first day (since 1970-01-01) from which all amounts are known; null for the whole history. */
  readonly amountsFrom: number | null;
}

/** Returns the field that says how far back amounts reach. */
export function amountsFromField<T extends KnownAmounts>(t: PothosSchemaTypes.ObjectFieldBuilder<Types, T>) {
  return t.field({
    type: 'Date',
    nullable: true,
    description:
      'The first day from which amounts that are counted from hits are complete, because older hits are no longer stored; amounts of earlier days are left out. Null if the amounts are precomputed sums, or if all hits are stored.',
    resolve: ({ amountsFrom }) => (amountsFrom === null ? null : dateOf(amountsFrom)),
  });
}

/** Returns an answer with how far back its amounts reach, if that is asked for and they are counted from hits. */
export async function withAmountsFrom<T extends object>(
  answer: Promise<T>,
  website: number,
  isAsked: boolean,
  { loaders }: Context,
): Promise<T & KnownAmounts> {
  const found = await answer;
  const keptFrom = isAsked ? await loaders.keptFrom.load(website) : 0;
  return { ...found, amountsFrom: keptFrom === 0 ? null : keptFrom };
}
