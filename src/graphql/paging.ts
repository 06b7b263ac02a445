import { choiceFault, PAGE_FAULT, PER_PAGE, refusalText } from '../domain/paging.ts';
import type { FieldErrors } from '../errors.ts';
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

interface PagingInput {
  readonly sort?: 'ASC' | 'DESC' | null | undefined;
  readonly perPage?: number | null | undefined;
  readonly page?: number | null | undefined;
}

/** What is wrong with the page that was asked for. */
export function checkPaging({ perPage, page }: PagingInput): FieldErrors | null {
  const errors: Record<string, string[]> = {};
  if (typeof perPage === 'number' && !PER_PAGE.includes(perPage)) {
    errors.perPage = [refusalText('perPage', String(perPage), choiceFault(PER_PAGE))];
  }
  if (typeof page === 'number' && page < 1) errors.page = [refusalText('page', String(page), PAGE_FAULT)];
  return Object.keys(errors).length > 0 ? errors : null;
}

/** The arguments with their defaults, which also stand in for an explicit null. */
export function pagingOf({ sort, perPage, page }: PagingInput) {
  return { sort: sort ?? 'DESC', perPage: perPage ?? 10, page: page ?? 1 } as const;
}
