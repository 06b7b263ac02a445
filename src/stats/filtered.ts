import type { Filter } from '../domain/filter.ts';
import type { DayRange } from '../domain/presets.ts';
import { AppError } from '../errors.ts';
import type { EventAmount } from './amounts.ts';
import type { RollupQuery } from './rollups.ts';
import type { Vector } from './vector.ts';

/** Sums of the visits that match a filter, worked out anew from visits and hits. */
export interface FilteredSums {
  /** One vector for each query, in their order. */
  read(website: number, filter: Filter, queries: readonly RollupQuery[]): Promise<Vector[]>;
  /** The amounts of these events within matching visits. */
  amounts(website: number, filter: Filter, range: DayRange, events: readonly number[]): Promise<readonly EventAmount[]>;
}

export function createFilteredSums(): FilteredSums {
  return {
    async read() {
      throw new AppError('UNAVAILABLE', 'Filters are not answered yet.');
    },
    amounts: async () => [],
  };
}
