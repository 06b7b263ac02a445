import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { causeSentence } from '../messages/cause.ts';
import type { Cause } from '../stats/explain.ts';
import type { Website } from '../websites/website.ts';
import type { Words } from './words.ts';

/**
 * Returns the causes of the change that a mail is about, the clearest first. It is null when they cannot be read, with
 * a warning in the log: a mail without its causes is better than none.
 */
export async function causesOf(
  found: Promise<{ readonly causes: readonly Cause[] }>,
  { id: website }: Pick<Website, 'id'>,
  log: Log,
): Promise<readonly Cause[] | null> {
  try {
    return (await found).causes;
  } catch (error) {
    // Nothing went wrong if the visits are no longer stored.
    if (!(error instanceof AppError && error.code === 'BAD_USER_INPUT'))
      log.warn({ err: error, website }, 'The causes of a change could not be read; its mail leaves them out.');
    return null;
  }
}

/** Returns the cause in words, as a sentence of its own or as the end of one. */
export function sentenceOf(words: Words, cause: Cause, place: 'alone' | 'end' = 'alone'): string {
  const { metric, conditions, rest, before, after } = cause;
  const named = conditions.map(condition => ({ ...condition, label: words.label(condition.name, condition) }));
  return causeSentence(words.t, metric, named, { before, after }, rest, place);
}
