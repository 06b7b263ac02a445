import { dateOf } from '../domain/calendar.ts';
import type { DayRange } from '../domain/range.ts';
import { countsFrom } from '../stats/counts-from.ts';
import type { Types } from './builder.ts';

/** A website and the days of an answer that counts its single hits. */
interface HitsOf extends DayRange {
  readonly website: number;
}

/** An answer; null if it is made of sums. */
export interface CountedHits {
  readonly hitsOf: HitsOf | null;
}

/** Returns the field that says from which day on an answer counts. */
export function countsFromField<T extends CountedHits>(t: PothosSchemaTypes.ObjectFieldBuilder<Types, T>) {
  return t.field({
    type: 'Date',
    nullable: true,
    description:
      'The first day of the range from which individual hits are available, as a filter needs them: earlier days have only sums, which were imported, or which are left of hits that are no longer stored. Null if there are hits for the whole range; sums that were imported for the same days are still left out.',
    resolve: async ({ hitsOf }, _, { loaders }) => {
      const day = hitsOf && countsFrom(hitsOf, await loaders.daysOfHits.load(hitsOf.website));
      return day === null ? null : dateOf(day);
    },
  });
}

/** Returns an answer with the days whose hits it counts. */
export function ofHits<T extends object>(answer: T, { website, from, to }: HitsOf): T & CountedHits {
  return { ...answer, hitsOf: { website, from, to } };
}

/** Returns the same for an answer that counts hits only with a filter. */
export function ofFilter<T extends object>(
  answer: T,
  query: HitsOf & { readonly filter?: object | null },
): T & CountedHits {
  return query.filter ? ofHits(answer, query) : { ...answer, hitsOf: null };
}
