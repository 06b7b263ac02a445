import type { IdFilter } from '../counting/id-filter.ts';
import { type Answers, answerPart, type Question, type QuestionName } from '../counting/questions.ts';
import { warmUp } from '../counting/warm-up.ts';
import { KnownSegments } from '../db/columns/known-segments.ts';
import { BadSegment, GoneSegment } from '../db/columns/segment.ts';
import { giveWay } from '../process/thread.ts';
import { clock } from './budget.ts';

/*
 * A thread that counts the visits of some segments. It reads files alone, so it can be ended at any moment.
 */

/** What the thread is given: segments by their paths, and which of their days count. */
export interface Share {
  readonly segments: readonly { readonly path: string; readonly isWanted: Uint8Array }[];
  readonly filter: IdFilter;
  readonly question: Question;
  /** The time, as `clock` returns it, at which it must stop. */
  readonly until: number;
}

giveWay();
const segments = new KnownSegments();

/** Returns an answer for each segment, and the bytes it read; null for one that is gone or damaged, or came too late. */
export function answer({
  segments: asked,
  filter,
  question,
  until,
}: Share): ({ readonly answer: Answers[QuestionName]; readonly bytes: number } | null)[] {
  return asked.map(({ path, isWanted }) => {
    if (clock() > until) return null;
    try {
      const part = segments.open(path);
      try {
        const found = answerPart({ part, isWanted }, filter, question);
        return { answer: found, bytes: part.release() };
      } finally {
        part.close();
      }
    } catch (error) {
      if (
        error instanceof BadSegment ||
        error instanceof GoneSegment ||
        (error as NodeJS.ErrnoException).code === 'ENOENT'
      )
        return null;
      throw error;
    }
  });
}

/** Has the loops compiled, which must happen once in each thread. */
export function prepare(): void {
  for (const _ of warmUp());
}
