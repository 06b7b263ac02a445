import { page, perPage } from '../domain/inputs/paging.ts';
import { builder } from './builder.ts';

/** Ascending or descending. */
export const SortDirection = builder.enumType('SortDirection', {
  description: 'Which way rows are ordered.',
  values: {
    ASC: { description: 'Smallest first, or A to Z.' },
    DESC: { description: 'Largest first, or Z to A.' },
  } as const,
});

/** The arguments every list takes. */
export const pagingArgs = builder.args(t => ({
  sort: t.field({ type: SortDirection, defaultValue: 'DESC', description: 'Which way the rows are ordered.' }),
  perPage: t.int({ defaultValue: 10, description: 'How many rows a page has: 10, 25, 50 or 100.' }),
  page: t.int({
    defaultValue: 1,
    description: 'Which page to answer, from 1 on. A page past the last one has no rows.',
  }),
}));

/** The schemas of `pagingArgs`. */
export const pagingShape = { perPage: perPage.nullish(), page: page.nullish() };

interface PagingInput {
  readonly sort?: 'ASC' | 'DESC' | null | undefined;
  readonly perPage?: number | null | undefined;
  readonly page?: number | null | undefined;
}

/** The arguments with their defaults, which also stand in for an explicit null. */
export function pagingOf({ sort, perPage, page }: PagingInput) {
  return { sort: sort ?? 'DESC', perPage: perPage ?? 10, page: page ?? 1 } as const;
}
