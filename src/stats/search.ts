import { type LabelKind, labelOf } from '../domain/label.ts';
import { storedTexts } from '../domain/page-label.ts';
import type { Statistic } from '../domain/statistic.ts';
import { lowerAscii } from '../domain/text.ts';
import { serverTranslator } from '../messages/catalogues.ts';
import { isTranslated, labelsIn } from '../messages/label.ts';
import type { StatsQuery } from './query.ts';

/** The labels with other words than the values. */
const IN_OTHER_WORDS: readonly LabelKind[] = ['language', 'device', 'hour', 'referrer', 'source', 'host'];

/**
 * Returns whether a search selects a value, ignoring the case of ASCII letters; `lowered` is the value with these in lower
 * case. Null if it selects all values.
 */
export function searchTest(
  statistic: Pick<Statistic, 'name' | 'labels'>,
  { search, searchLabels = null }: Pick<StatsQuery, 'search' | 'searchLabels'>,
): ((text: string, lowered?: string) => boolean) | null {
  if (!search) return null;
  const { labels } = statistic;
  const searched = (searchLabels && labels === 'page' ? storedTexts(search) : [search]).map(lowerAscii);
  const label = searchLabels && labelsIn(serverTranslator(searchLabels), searchLabels);
  const hasWords = IN_OTHER_WORDS.includes(labels) || (searchLabels !== 'en' && isTranslated(statistic));
  const word = search.toLowerCase();
  const isNamed = (value: string) => {
    if (!label || (value !== '' && !hasWords)) return false;
    const english = labelOf(labels, value);
    const translated = () => label(statistic, { value, label: english });
    // The page and the API name the empty value differently in English.
    const shown = searchLabels === 'en' ? [english, value === '' ? translated() : ''] : [translated()];
    return shown.some(one => one.toLowerCase().includes(word));
  };
  return (value, lowered = lowerAscii(value)) => searched.some(one => lowered.includes(one)) || isNamed(value);
}
