import type { IdFilter } from '../counting/id-filter.ts';
import { type Answers, answerEach, mergeEach, type Question, type QuestionName } from '../counting/questions.ts';
import { warmUp } from '../counting/warm-up.ts';
import { KnownSegments } from '../db/columns/known-segments.ts';
import { BadSegment, GoneSegment } from '../db/columns/segment.ts';
import { giveWay } from '../process/thread.ts';
import { clock } from './budget.ts';
import { placesLeft } from './places-left.ts';

/*
 * A thread that counts the visits of some segments. It reads files alone, so it can be ended at any moment.
 */

/** What the thread is given: segments by their paths, and which of their days count. */
export interface Shared {
  readonly segments: readonly { readonly path: string; readonly isWanted: Uint8Array }[];
  /** The place of the next segment that no thread has taken yet, in memory that all threads share. */
  readonly next: Int32Array;
  readonly filter: IdFilter;
  readonly questions: readonly Question[];
  /** The time, as `clock` returns it, at which it must stop. */
  readonly until: number;
}

giveWay();
const segments = new KnownSegments();

/** What the thread has counted. */
export interface Counted {
  /** One for each question. */
  readonly answers: readonly Answers[QuestionName][];
  /** The places of the segments that the answers are about: none that is gone or damaged. */
  readonly places: readonly number[];
  /** The bytes that were read. */
  readonly bytes: number;
}

/** Answers for the segments that it takes, one after the other, until none is left or the time is over. */
export function answer({ segments: asked, next, filter, questions, until }: Shared): Counted {
  const answers: Answers[QuestionName][][] = [];
  const places: number[] = [];
  let bytes = 0;
  for (const place of placesLeft(next, asked.length)) {
    const { path, isWanted } = asked[place] as (typeof asked)[0];
    if (clock() > until) break;
    try {
      const part = segments.open(path);
      try {
        answers.push(answerEach({ part, isWanted }, filter, questions));
        places.push(place);
        bytes += part.release();
      } finally {
        part.close();
      }
    } catch (error) {
      const isGone = error instanceof GoneSegment || (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isGone && !(error instanceof BadSegment)) throw error;
    }
  }
  return { answers: mergeEach(answers, questions), places, bytes };
}

/** Has the loops compiled, which must happen once in each thread. */
export function prepare(): void {
  for (const _ of warmUp());
}
