import { storedTexts } from '../domain/page-label.ts';
import type { Statistic } from '../domain/statistic.ts';
import { lowerAscii } from '../domain/text.ts';
import type { StatsQuery } from './query.ts';

/** Returns whether a search selects a value, ignoring the case of ASCII letters; null if it selects all values. */
export function searchTest(
  { labels }: Pick<Statistic, 'labels'>,
  { search }: Pick<StatsQuery, 'search'>,
): ((text: string) => boolean) | null {
  if (!search) return null;
  const searched = (labels === 'page' ? storedTexts(search) : [search]).map(lowerAscii);
  return text => {
    const lowered = lowerAscii(text);
    return searched.some(one => lowered.includes(one));
  };
}
