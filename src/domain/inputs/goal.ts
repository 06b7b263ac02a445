import * as z from 'zod';
import type { GoalKind } from '../goal.ts';
import { quote } from '../text.ts';
import { noteText } from './note.ts';

const name = noteText('name', 100);
const path = noteText('pattern', 255).refine(pattern => /^[/*]/.test(pattern), {
  error: ({ input }) =>
    `The pattern ${quote(String(input))} is not a path; begin it with / or *, such as /thanks or /blog/*.`,
});

/** A goal; its pattern is a path in which `*` matches any text, or the name of an event. */
export const goalInput = z.discriminatedUnion('kind', [
  z.object({ name, kind: z.literal('PAGE'), pattern: path }),
  z.object({ name, kind: z.literal('EVENT'), pattern: noteText('pattern', 64) }),
]);

/** A goal as the client sends it. */
export interface GoalInput {
  readonly name: string;
  readonly kind: GoalKind;
  readonly pattern: string;
}
