import { changeOf, isNoise, sizeOf } from '../domain/change.ts';
import type { Unit } from '../domain/metric.ts';
import { pointsText } from '../messages/points.ts';
import type { Words } from './words.ts';

/** The change of a figure: in words, as a short mark, its direction, and whether it is no larger than chance makes it. */
export interface Change {
  readonly words: string;
  readonly mark: string;
  readonly way: 'up' | 'down' | 'same';
  readonly isNoise: boolean;
}

/** The change of a figure without anything to compare with. */
export const NO_COMPARISON: Change = { words: '', mark: '', way: 'same', isNoise: false };

/** A value of both periods, and whether its change is noise. */
interface Values {
  readonly now: number;
  readonly before: number;
  readonly isNoise: boolean;
}

/** Returns the change of a count from the period before, if that is known. */
export function change(words: Words, now: number, before: number | null): Change {
  return before === null ? NO_COMPARISON : relative(words, 'count', { now, before, isNoise: isNoise(now, before) });
}

/** Returns the change of a metric: a share in percentage points, all others relative to the exact value before. */
export function changeIn(words: Words, unit: Unit, { now, before, isNoise: isSmall }: Values): Change {
  if (unit !== 'share') return relative(words, unit, { now, before, isNoise: isSmall });
  const difference = now - before;
  if (Math.round(1000 * Math.abs(difference)) === 0) return same(words);
  const size = pointsText(words.t, Math.abs(difference));
  return moved(words, difference > 0 ? 'up' : 'down', size, isSmall);
}

function relative(words: Words, unit: Unit, { now, before, isNoise: isSmall }: Values): Change {
  const { t } = words;
  if (now === before) return same(words);
  const by = changeOf(now, before);
  if (by === null) return noted(words, { words: t('moved.fromZero'), mark: t('moved.new'), way: 'up' }, isSmall);
  const { size, isFactor } = sizeOf(by);
  if (isFactor) {
    const times = words.number(size);
    const text = t(unit === 'seconds' ? 'moved.timesAsLong' : 'moved.times', { times });
    return noted(words, { words: text, mark: `▲ ${times}×`, way: 'up' }, isSmall);
  }
  const share = size === 0 ? t('moved.under', { size: words.wholePercent(0.01) }) : words.wholePercent(size);
  return moved(words, by > 0 ? 'up' : 'down', share, isSmall);
}

function same({ t }: Words): Change {
  return { words: t('moved.same'), mark: t('moved.sameShort'), way: 'same', isNoise: false };
}

function moved(words: Words, way: 'up' | 'down', size: string, isSmall: boolean): Change {
  const mark = `${way === 'up' ? '▲' : '▼'} ${size}`;
  return noted(words, { words: words.t(`moved.${way}`, { size }), mark, way }, isSmall);
}

/** Returns the change, called noise if it is. */
function noted({ t }: Words, { words, mark, way }: Omit<Change, 'isNoise'>, isSmall: boolean): Change {
  if (!isSmall) return { words, mark, way, isNoise: false };
  return {
    words: t('moved.noise', { change: words }),
    mark: t('moved.noiseShort', { change: mark }),
    way,
    isNoise: true,
  };
}
