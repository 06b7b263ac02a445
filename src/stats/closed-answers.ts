import { serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type { Answers, QuestionName } from '../counting/questions.ts';
import { bytesOf, type Vector } from '../counting/vector.ts';
import { clock } from './budget.ts';

/** Answers about the visits of completed days, shared by all requests of a process. */
export type ClosedAnswers = LRUCache<string, Vector | Answers[QuestionName]>;

const CACHED_BYTES = 32_000_000;
/** Milliseconds. A database that was restored or lost its last commits can have the same version for other visits. */
const CACHED_FOR = 3_600_000;

/** `now` is any clock in milliseconds. */
export function createClosedAnswers(now: () => number = clock): ClosedAnswers {
  return new LRUCache({
    maxSize: CACHED_BYTES,
    sizeCalculation: (answer, key) =>
      'ids' in answer ? bytesOf(answer, key) : serialize(answer).length + 2 * key.length,
    ttl: CACHED_FOR,
    ttlResolution: 0,
    perf: { now },
  });
}
