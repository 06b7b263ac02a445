import { quote } from './text.ts';

/** How many rows a page may have; the first is the default. */
export const PER_PAGE: readonly number[] = [10, 25, 50, 100];

/** The last page there may be, where GraphQL's Int ends. */
export const MAX_PAGE = 2_147_483_647;

/** What is wrong with a page that is none, after its name and value. */
export const PAGE_FAULT = `is not a whole number from 1 to ${MAX_PAGE}`;

/** What is wrong with a value that is none of a few, after its name and value. */
export function choiceFault(names: readonly (string | number)[]): string {
  return `is not one of ${names.join(', ')}`;
}

/** The text that refuses a value which might as well be left out. */
export function refusalText(name: string, given: string, fault: string): string {
  return `The ${name} ${quote(given)} ${fault}; send another value or leave it out.`;
}
