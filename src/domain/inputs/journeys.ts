import * as z from 'zod';
import { wrong } from './scalars.ts';

/** A node as the client sends it. */
export interface JourneyAnchorInput {
  readonly kind?: string | null | undefined;
  readonly value: string;
}

const LEVELS = wrong('is not a number of levels; use 2 to 8.');
const NODES = wrong('is not a number of nodes; use 1 to 50.');

/** The number of levels of journeys. */
export const journeyLevels = z.int({ error: LEVELS }).min(2, { error: LEVELS }).max(8, { error: LEVELS });

/** The number of nodes that each level names. */
export const journeyNodesPerLevel = z.int({ error: NODES }).min(1, { error: NODES }).max(50, { error: NODES });

interface Sent {
  readonly by?: string | null | undefined;
  readonly start?: JourneyAnchorInput | null | undefined;
  readonly end?: JourneyAnchorInput | null | undefined;
}

/** Rejects both a start and an end, and one that journeys by pages, groups or events cannot have. */
export const journeyAnchors = z.superRefine<Sent>(({ by, start, end }, { addIssue }) => {
  const issue = (name: string, message: string) => addIssue({ code: 'custom', path: [name], message });
  if (start && end) issue('end', 'Both start and end are given; use at most one of them.');
  const allowed = by === 'EVENT' ? ['EVENT'] : ['PAGE', 'GROUP'];
  for (const [name, anchor] of Object.entries({ start, end })) {
    const kind = anchor?.kind ?? 'PAGE';
    if (anchor && !allowed.includes(kind))
      issue(name, `Journeys by ${by ?? 'PAGE'} have no ${name} of the kind ${kind}; use ${allowed.join(' or ')}.`);
  }
});
