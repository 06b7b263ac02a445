import * as z from 'zod';
import { filterInput } from './filter.ts';
import { noteText } from './note.ts';

/** A saved filter with a name. */
export const segmentInput = z.object({ name: noteText('name', 100), filter: filterInput });

/** A segment as the client sends it. */
export type SegmentInput = z.input<typeof segmentInput>;
