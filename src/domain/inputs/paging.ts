import * as z from 'zod';
import { quote } from '../text.ts';
import { type Issue, nameOf } from './issue.ts';

/** The last page there may be, where GraphQL's Int ends. */
const MAX_PAGE = 2_147_483_647;

/** How many rows a page has. */
export const perPage = z.literal([10, 25, 50, 100], { error: replaceable });

/** The same of websites over GraphQL, where a page of very many costs little more than one of few. */
export const websitesPerPage = z.literal([10, 25, 50, 100, 250, 1000], { error: replaceable });

/** The number of a page, from 1 on. */
export const page = z.int({ error: replaceable }).min(1).max(MAX_PAGE);

/** Refuses a value that might as well be left out. */
export function replaceable(issue: Issue): string {
  return `The ${nameOf(issue)} ${quote(String(issue.input))} ${faultOf(issue)}; send another value or leave it out.`;
}

/** What is wrong with such a value, to be written after its name and the value itself. */
export function faultOf({ code, values }: Issue): string {
  return code === 'invalid_value'
    ? `is not one of ${values?.join(', ')}`
    : `is not a whole number from 1 to ${MAX_PAGE}`;
}
