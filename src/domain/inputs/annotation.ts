import * as z from 'zod';
import { day } from './days.ts';
import { noteText } from './note.ts';

/** A new annotation. */
export const annotationInput = z.object({
  date: day('date', 'send the day as YYYY-MM-DD, such as 2026-01-31', '2026-01-31'),
  text: noteText('text', 500),
});

/** An annotation as the client sends it. */
export type AnnotationInput = z.input<typeof annotationInput>;
