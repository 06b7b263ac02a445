import { type LabelKind, labelOf } from '../domain/label.ts';
import { storedTexts } from '../domain/page-label.ts';
import type { Statistic } from '../domain/statistic.ts';
import { containsText, lowerAscii } from '../domain/text.ts';
import type { StatsQuery } from './query.ts';

/** The labels with other words than the values. */
const IN_OTHER_WORDS: readonly LabelKind[] = ['language', 'device', 'hour', 'referrer', 'host'];

/** Returns whether a search selects a value, ignoring the case of ASCII letters; null if it selects all values. */
export function searchTest(
  { labels }: Pick<Statistic, 'labels'>,
  { search, searchLabels = false }: Pick<StatsQuery, 'search' | 'searchLabels'>,
): ((text: string) => boolean) | null {
  if (!search) return null;
  const searched = (searchLabels && labels === 'page' ? storedTexts(search) : [search]).map(lowerAscii);
  const isNamed = (text: string) =>
    (text === '' || IN_OTHER_WORDS.includes(labels)) && containsText(labelOf(labels, text), search);
  return text => {
    const lowered = lowerAscii(text);
    return searched.some(one => lowered.includes(one)) || (searchLabels && isNamed(text));
  };
}
