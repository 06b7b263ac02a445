import { counted } from '../format.ts';
import type { ForgetShownFragment as Forget, ForgetPageQuery } from './__generated__/operations.ts';

export type { Forget };
/** The website that the page is about. */
export type Site = NonNullable<ForgetPageQuery['website']>;

const lists = new Intl.ListFormat('en-GB');

/** Returns what goes, such as `12 visits, 40 pageviews and 1 event`; counts of zero are left out. */
export function amountOf({ visits, pageviews, events }: Pick<Forget, 'visits' | 'pageviews' | 'events'>): string {
  const counts = [
    [visits, 'visit'],
    [pageviews, 'pageview'],
    [events, 'event'],
  ] as const;
  const words = counts.flatMap(([count, one]) => (count > 0 ? [counted(count, one)] : []));
  return words.length === 0 ? 'no visits' : lists.format(words);
}
