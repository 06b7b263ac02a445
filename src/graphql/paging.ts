import { page, perPage } from '../domain/inputs/scalars.ts';
import { builder } from './builder.ts';

/** Ascending or descending. */
export const SortDirection = builder.enumType('SortDirection', {
  description: 'The sort order.',
  values: {
    ASC: { description: 'Smallest first, or A to Z.' },
    DESC: { description: 'Largest first, or Z to A.' },
  } as const,
});

/** The arguments of every paginated list. */
export const pagingArgs = builder.args(t => ({
  sort: t.field({ type: SortDirection, defaultValue: 'DESC', description: 'The sort order.' }),
  perPage: t.int({ defaultValue: 10, description: 'The number of rows per page: 10, 25, 50 or 100.' }),
  page: t.int({
    defaultValue: 1,
    description: 'The number of the page, starting at 1. A page past the last one has no rows.',
  }),
}));

/** The schemas of `pagingArgs`. */
export const pagingShape = { perPage: perPage.nullish(), page: page.nullish() };

interface PagingInput {
  readonly sort?: 'ASC' | 'DESC' | null | undefined;
  readonly perPage?: number | null | undefined;
  readonly page?: number | null | undefined;
}

/** Returns the arguments with their defaults, which also replace an explicit null. */
export function pagingOf({ sort, perPage, page }: PagingInput) {
  return { sort: sort ?? 'DESC', perPage: perPage ?? 10, page: page ?? 1 } as const;
}
