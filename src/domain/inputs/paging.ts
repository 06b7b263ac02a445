import * as z from 'zod';
import { cut, LONGEST_VALUE, quote } from '../text.ts';
import { type Issue, nameOf } from './parse.ts';

/** The highest page number: the maximum of GraphQL's Int. */
const MAX_PAGE = 2_147_483_647;

/** The number of rows per page. */
export const perPage = z.literal([10, 25, 50, 100], { error: replaceable });

/** The number of websites per page in GraphQL, where a page of many costs little more than a page of few. */
export const websitesPerPage = z.literal([10, 25, 50, 100, 250, 1000], { error: replaceable });

/** A text to search for, without blanks around it. */
export const search = z
  .string()
  .trim()
  .refine(text => cut(text, LONGEST_VALUE) === text, {
    error: ({ input }) =>
      `No value is longer than ${LONGEST_VALUE} characters; use a shorter search than ${quote(String(input))}.`,
  });

/** The number of a page, from 1 on. */
export const page = z.int({ error: replaceable }).min(1).max(MAX_PAGE);

/** Returns the error for an invalid value that can be left out. */
export function replaceable(issue: Issue): string {
  return `The ${nameOf(issue)} ${quote(String(issue.input))} ${faultOf(issue)}; use another value or leave it out.`;
}

/** Returns the part of that error that follows the name and the value. */
export function faultOf({ code, values }: Issue): string {
  return code === 'invalid_value'
    ? `is not one of ${values?.join(', ')}`
    : `is not a whole number from 1 to ${MAX_PAGE}`;
}
