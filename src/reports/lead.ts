import type { Cause } from '../stats/explain.ts';
import { sentenceOf } from './causes.ts';
import type { Digest } from './digest.ts';
import { changedMost, explainedIn, isAlike, type Moved, movedIn, SHOWN } from './figures.ts';
import type { Words } from './words.ts';

/**
 * Returns the sentences on top of a report. The first says what changed most and why; each other one is about a further
 * cause. There are none if nothing is compared.
 */
export function leadOf(words: Words, { figures, causes }: Digest): readonly string[] {
  const { t } = words;
  const most = changedMost(figures);
  const explained = explainedIn(figures);
  const shown = SHOWN.find(({ name }) => name === explained);
  const moved = most ?? (shown ? movedIn(shown, figures) : null);
  if (!moved) return [];
  const change = changeText(words, moved);
  const all = causes ?? [];
  const statement = t('mail.sentence', { statement: change });
  if (moved.metric.name !== explained) return [statement, ...all.map(cause => sentenceOf(words, cause))];
  const why = all.find(cause => isOf(cause, moved)) ?? all[0];
  if (!why) return [most && causes ? t('lead.unexplained', { change }) : statement];
  const first = t(most && isOf(why, moved) ? 'lead.because' : 'lead.but', {
    change,
    cause: sentenceOf(words, why, 'end'),
  });
  return [first, ...all.filter(cause => cause !== why).map(cause => sentenceOf(words, cause))];
}

/** `Visitors rose from 120 to 240`, without a full stop. */
function changeText(words: Words, moved: Moved): string {
  const { metric, now, before, isNoise } = moved;
  const way = isAlike(moved, words) ? 'same' : isNoise ? 'noise' : now > before ? 'rose' : 'fell';
  const values = { way, before: words.figure(metric.unit, before), after: words.figure(metric.unit, now) };
  return words.t(`lead.${metric.name}`, values);
}

/** Returns true if the cause goes beyond the rest in the direction of the whole change. */
function isOf({ beyond }: Cause, { now, before }: Moved): boolean {
  return beyond * (now - before) > 0;
}
