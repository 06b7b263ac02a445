import * as z from 'zod';
import { countCodePoints, hasNul } from '../text.ts';

/**
 * Returns the schema of a trimmed text of 1 to `longest` code points that both databases can store; `field` is its name
 * in error texts.
 */
export function noteText(field: string, longest: number) {
  return z
    .string(`The ${field} is not a string; send 1 to ${longest} characters.`)
    .trim()
    .check(({ value, issues }) => {
      const message = textFault(field, value, longest);
      if (message !== null) issues.push({ code: 'custom', message, input: value, path: [] });
    });
}

function textFault(field: string, text: string, longest: number): string | null {
  if (text === '') return `The ${field} is empty; send 1 to ${longest} characters.`;
  if (hasNul(text) || !text.isWellFormed())
    return `The ${field} contains a character that cannot be stored; leave out U+0000 and lone surrogates.`;
  const length = countCodePoints(text, longest);
  return length > longest ? `The ${field} is longer than ${longest} characters; send a shorter one.` : null;
}
