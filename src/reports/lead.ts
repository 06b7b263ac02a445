import type { Cause } from '../stats/explain.ts';
import type { Digest } from './digest.ts';
import { changedMost, explainedIn, type Moved, movedIn, SHOWN } from './figures.ts';
import { figureText } from './words.ts';

/**
 * Returns the sentences on top of a report. The first says what changed most and why; each other one is about a further
 * cause. There are none if nothing is compared.
 */
export function leadOf({ figures, causes }: Digest): readonly string[] {
  const most = changedMost(figures);
  const explained = explainedIn(figures);
  const shown = SHOWN.find(({ name }) => name === explained);
  const moved = most ?? (shown ? movedIn(shown, figures) : null);
  if (!moved) return [];
  const what = whatOf(moved);
  const all = causes ?? [];
  if (moved.metric.name !== explained) return [`${what}.`, ...all.map(({ sentence }) => sentence)];
  const why = all.find(cause => isOf(cause, moved)) ?? all[0];
  const others = all.filter(cause => cause !== why).map(({ sentence }) => sentence);
  if (why) return [`${what}${most && isOf(why, moved) ? ': ' : ', but '}${lowered(why.sentence)}`, ...others];
  // Unless causes were looked for, there may be one.
  return [most && causes ? `${what}: no single source, place, device or page explains it.` : `${what}.`];
}

/** `Visitors rose from 120 to 240`, without a full stop. */
function whatOf({ metric, now, before, isNoise }: Moved): string {
  const title = metric.mailTitle ?? metric.label;
  const subject = metric.unit === 'count' ? title : `The ${lowered(title)}`;
  const [from, to] = [figureText(metric.unit, before), figureText(metric.unit, now)];
  if (now === before) return `${subject} stayed at ${to}`;
  if (isNoise) return `${subject} changed only within noise, from ${from} to ${to}`;
  return `${subject} ${now > before ? 'rose' : 'fell'} from ${from} to ${to}`;
}

/** Returns true if the cause goes beyond the rest in the direction of the whole change. */
function isOf({ beyond }: Cause, { now, before }: Moved): boolean {
  return beyond * (now - before) > 0;
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
