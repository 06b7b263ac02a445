import * as z from 'zod';
import type { GoalKind } from '../goal.ts';
import { countCodePoints, isStorable, quote } from '../text.ts';
import { day } from './days.ts';
import { filterInput } from './filter.ts';
import { propertyConditions } from './properties.ts';

/** Returns the schema of a trimmed, storable text of 1 to `longest` code points; errors call it `field`. */
export function noteText(field: string, longest: number) {
  return z
    .string({
      error: ({ input }) =>
        input == null ? textFault(field, '', longest) : `The ${field} is not a string; use 1 to ${longest} characters.`,
    })
    .trim()
    .check(({ value, issues }) => {
      const message = textFault(field, value, longest);
      if (message !== null) issues.push({ code: 'custom', message, input: value, path: [] });
    });
}

function textFault(field: string, text: string, longest: number): string | null {
  if (text === '') return `The ${field} is empty; use 1 to ${longest} characters.`;
  if (!isStorable(text))
    return `The ${field} contains a character that cannot be stored; leave out U+0000 and lone surrogates.`;
  const length = countCodePoints(text, longest);
  return length > longest ? `The ${field} is longer than ${longest} characters; use a shorter one.` : null;
}

const name = noteText('name', 100);
const path = noteText('pattern', 255).refine(pattern => /^[/*]/.test(pattern), {
  error: ({ input }) =>
    `The pattern ${quote(String(input))} is not a path; begin it with / or *, such as /thanks or /blog/*.`,
});

/** What reaches a goal, or a step of a funnel, by its kind. */
export const goalPatterns = { PAGE: path, EVENT: noteText('pattern', 64) } as const;

/** A goal; its pattern is a path in which `*` matches any text, or the name of an event. */
export const goalInput = z.discriminatedUnion('kind', [
  z.object({ name, kind: z.literal('PAGE'), pattern: goalPatterns.PAGE, conditions: propertyConditions }),
  z.object({ name, kind: z.literal('EVENT'), pattern: goalPatterns.EVENT, conditions: propertyConditions }),
]);

/** A goal as the client sends it. */
export interface GoalInput {
  readonly name: string;
  readonly kind: GoalKind;
  readonly pattern: string;
  readonly conditions?: readonly object[] | null | undefined;
}

/** A saved filter with a name. */
export const segmentInput = z.object({ name: noteText('name', 100), filter: filterInput });

/** A segment as the client sends it. */
export type SegmentInput = z.input<typeof segmentInput>;

/** A new annotation. */
export const annotationInput = z.object({
  date: day('date', 'enter the day as YYYY-MM-DD, such as 2026-01-31', '2026-01-31'),
  text: noteText('text', 500),
});

/** An annotation as the client sends it. */
export type AnnotationInput = z.input<typeof annotationInput>;

const EXPIRED = 'The expiry is not in the future; use a later time, or none for a link that does not expire.';

/** Returns the schema of a new share; `expiresAt` (milliseconds since 1970) is after `now`, or null. */
export const shareInput = (now: number) =>
  z.object({
    name: noteText('name', 100),
    expiresAt: z
      .int(EXPIRED)
      .refine(at => at > now, EXPIRED)
      .nullish(),
  });

/** A share as the client sends it. */
export type ShareInput = z.input<ReturnType<typeof shareInput>>;
